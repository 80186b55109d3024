import type { Earning } from '../../earning/earned.ts'
import type { ExplanationLine } from '../../earning/explanation.ts'
import { isReadable } from '../../earning/format.ts'
import type { Instant } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { FactsInput } from './candidate-facts.ts'
import { lacksPlaces, liveEarning } from './compare-order.ts'

/** The latest record of what an order earned: of its purchase, or of a change of it. */
export interface EarningRecord {
  readonly recordedAt: Instant
  readonly lines: readonly ExplanationLine[]
}

/** What a check looks at of one order. */
export interface CheckInput extends Pick<FactsInput, 'order' | 'earned' | 'live'> {
  /** null: it has recorded nothing. */
  readonly record: EarningRecord | null
  /** When something of it was returned last; null: never. */
  readonly returnedAt: Instant | null
}

/**
 * Whether the program that an order earned with gives, line by line, what was recorded. `incomparable`: that can't be
 * told, because the order changed without a record, or does not know where its products stood.
 */
export type Checked = 'same' | 'different' | 'incomparable'

export function checkOrder(input: CheckInput): Checked {
  const { live, record } = input
  if (!isReadable(live) || lacksPlaces(input)) return 'incomparable'
  const earning = liveEarning(input)
  if (isAsRecorded(earning, record)) return 'same'
  return mayHaveChangedSince(input) ? 'incomparable' : 'different'
}

function isAsRecorded(earning: Earning, record: EarningRecord | null): boolean {
  if (record === null) return earning.points === ZERO
  return textOf(earning.explanation.lines) === textOf(record.lines)
}

/** What rules and tiers gave; what was recorded before or was let go is no rule. */
function textOf(lines: readonly ExplanationLine[]): string {
  const given = lines.flatMap((line) => {
    if ('rule' in line && line.kind !== 'prizeTakenBack') return [[line.rule, line.kind, line.points]]
    return line.kind === 'tierBenefit' ? [[line.id, line.kind, line.points]] : []
  })
  return JSON.stringify(given)
}

/**
 * A change that comes to the same points, or takes back only what had expired, has no record of its own. Neither has
 * what an order grew by while its customer was not enrolled.
 */
function mayHaveChangedSince({ order, earned, record, returnedAt }: CheckInput): boolean {
  if (earned.missedPoints > ZERO) return true
  const since = record?.recordedAt ?? order.completedAt ?? order.placedAt
  return order.updatedAt > since || (returnedAt !== null && returnedAt > since)
}
