import type { CustomerId, RecordId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'

/** What a rule gave one customer once, beside points for orders and actions. The numbers are those of the table. */
export const AWARD_SOURCE = { card: 0 } as const
export type AwardSource = keyof typeof AWARD_SOURCE

export const AWARD_STATE = { given: 1, undone: 3 } as const
export type AwardState = keyof typeof AWARD_STATE

export interface Award {
  readonly id: number
  readonly customerId: CustomerId
  readonly source: AwardSource
  readonly ruleId: number
  /** What it was given for: of a card, the record that filled it. Of each there is one that stands. */
  readonly reference: string
  readonly programVersion: number
  /** Of its points. */
  readonly recordId: RecordId
  readonly state: AwardState
  readonly madeAt: Instant
  /** When it was undone. */
  readonly endedAt: Instant | null
}
