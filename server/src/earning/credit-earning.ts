import { isNothing, type PointType } from '../accounts/account.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import type { OrderId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Earning } from './earned.ts'
import { endOfGoodUntil, expiresAt, opensAt } from './expiry.ts'
import type { Validity } from './program.ts'

export interface EarningInput {
  readonly type: PointType
  readonly earning: Earning
  /** From when the waiting days count. */
  readonly earnedAt: Instant
  readonly orderId: OrderId | null
  readonly timeZone: string
}

/** Posts what rules granted as a lot, with the reason. The id of its record; null where they granted nothing. */
export function creditEarning(posting: Posting, input: EarningInput): number | null {
  const { earning, type, orderId, timeZone } = input
  const amount = { points: earning.points, cashback: earning.cashback }
  if (isNothing(amount)) return null
  const dates = lotDates(earning, input.earnedAt, timeZone)
  return posting.credit({ type, amount, ...dates, orderId }, earning.explanation)
}

/** When a lot opens and ends; both follow the tenant's calendar, so what is earned on one day does so together. */
export function lotDates(validity: Validity, earnedAt: Instant, timeZone: string) {
  const { waitingDays, validityDays, goodUntil } = validity
  const availableAt = opensAt(earnedAt, waitingDays, timeZone)
  const end =
    goodUntil === null
      ? expiresAt(availableAt, validityDays, timeZone)
      : endOfGoodUntil(goodUntil, { earnedAt, availableAt }, timeZone)
  return { availableAt, expiresAt: end }
}

/** The same for something other than an order, which counts from now on. */
export function creditAction(
  posting: Posting,
  input: Pick<EarningInput, 'type' | 'earning' | 'timeZone'>,
): number | null {
  return creditEarning(posting, { ...input, earnedAt: posting.now, orderId: null })
}
