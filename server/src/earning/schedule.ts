import type { Instant } from '../platform/clock.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'

/**
 * What a merchant earns by, and from when on: the newest version, and the one before it where the newest takes effect at
 * a moment of its own. Which of the two counts is asked anew at every moment, so that the switch happens at its instant,
 * by the tenant's clock, whether or not a worker runs.
 */
export interface Schedule {
  readonly newest: Program
  /** null: since it was published. */
  readonly effectiveAt: Instant | null
  /** null: there is none, or it is not needed. */
  readonly before: Program | null
}

/** The program by which is earned at a moment. `undefined`: the merchant has published nothing. */
export function programAt(schedule: Schedule | undefined, now: Instant): Program {
  if (!schedule) return EMPTY_PROGRAM
  const { newest, effectiveAt, before } = schedule
  return effectiveAt === null || effectiveAt <= now ? newest : (before ?? EMPTY_PROGRAM)
}

/**
 * All that may count for commands of one batch: what is loaded does for either side of the switch, as the clock of a
 * sandbox may be moved over it between two of them.
 */
export function programsOf(schedule: Schedule | undefined): Program[] {
  if (!schedule) return []
  return schedule.before === null ? [schedule.newest] : [schedule.newest, schedule.before]
}
