import type { Till } from '../accounts/till/till.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Cells } from '../tenancy/cells.ts'

/** What every job of a cell works with. */
export interface JobContext {
  readonly cells: Cells
  readonly cell: string
  readonly till: Till
  readonly clock: Clock
  readonly log: Logger
  readonly signal: AbortSignal
  /** Called after each step of a daily run and after the hourly job, with its outcome. */
  readonly onDone: (job: string, outcome: 'done' | 'failed', seconds: number) => void
  /** Called by the hourly job: until when the event log has partitions. */
  readonly onEventRoom: (until: Instant) => void
  /** Called by the daily run: how many orders of the day before did not earn what their program gives. */
  readonly onBacktestDifferences: (count: number) => void
}
