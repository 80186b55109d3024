import { type Account, isNothing, type PointType, type RecordIds, type Step } from '../accounts/account.ts'
import { credit } from '../accounts/rules/ledger.ts'
import type { Instant } from '../platform/clock.ts'
import type { Earning } from './earned.ts'
import { expiresAt, opensAt } from './expiry.ts'
import type { Explanation } from './explanation.ts'
import type { Validity } from './program.ts'

export interface EarningInput {
  readonly type: PointType
  readonly earning: Earning
  /** From when the waiting days count. */
  readonly earnedAt: Instant
  readonly orderId: number | null
  readonly timeZone: string
}

/** Turns what rules granted into a lot. No step when they granted nothing. */
export function creditEarning(
  account: Account,
  input: EarningInput,
  now: Instant,
  ids: RecordIds,
): Step | null {
  const { earning, type, orderId, timeZone } = input
  const amount = { points: earning.points, cashback: earning.cashback }
  if (isNothing(amount)) return null
  const dates = lotDates(earning, input.earnedAt, timeZone)
  return credit(account, { type, amount, ...dates, orderId }, now, ids)
}

/** When a lot opens and ends; both follow the tenant's calendar, so what is earned on one day does so together. */
export function lotDates({ waitingDays, validityDays }: Validity, earnedAt: Instant, timeZone: string) {
  const availableAt = opensAt(earnedAt, waitingDays, timeZone)
  return { availableAt, expiresAt: expiresAt(availableAt, validityDays, timeZone) }
}

/** What something other than an order has earned: the lot, its record, and why. */
export interface ActionStep {
  readonly step: Step
  readonly recordId: number
  readonly explanation: Explanation
}

/** Turns what a rule granted for an action into a lot, from now on. null: it granted nothing. */
export function creditAction(
  account: Account,
  { type, earning, timeZone }: Pick<EarningInput, 'type' | 'earning' | 'timeZone'>,
  now: Instant,
  ids: RecordIds,
): ActionStep | null {
  const step = creditEarning(account, { type, earning, earnedAt: now, orderId: null, timeZone }, now, ids)
  const [first] = step?.entries ?? []
  return step && first ? { step, recordId: first.id, explanation: earning.explanation } : null
}
