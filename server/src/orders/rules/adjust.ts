import { type Amount, type OrderRecords, POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { OrderId } from '../../contract/ids.ts'
import { type Adjustment, evaluateAdjustment } from '../../earning/adjustment.ts'
import { leftOutOfTiers } from '../../earning/counted.ts'
import { creditEarning, lotDates } from '../../earning/credit-earning.ts'
import type { Earning } from '../../earning/earned.ts'
import { type Explanation, type PartReturnedLine, shortText } from '../../earning/explanation.ts'
import { hasLimits, type LimitContext, NO_LIMITS } from '../../earning/limits.ts'
import type { Cashback, Program } from '../../earning/program.ts'
import type { UsedOf } from '../../earning/taken.ts'
import { takeBackEarning } from '../../earning/taken-back.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { type Tenant, takeBackPolicy } from '../../tenancy/tenant.ts'
import {
  type EarnedWith,
  hasEarnedElsewhere,
  NOTHING_TAKEN,
  type NothingBecause,
  type Order,
  type OrderProduct,
} from '../order.ts'
import type { OrderElsewhere } from '../order-elsewhere.ts'
import type { SentReturn } from '../order-return.ts'
import { atMost, recordedSoFar, withWrittenOff } from './cancel.ts'
import { factsOf } from './facts.ts'
import type { MergedOrder } from './merge.ts'
import { type PlaceOf, placesOfLines } from './product-places.ts'

/** What an adjustment looks at beside the account. */
export interface AdjustContext {
  /** Everything that was recorded for the stored order so far, less what was written off. */
  readonly recorded: OrderRecords
  /** The program it earned under, where it has earned; else the program as it stands. */
  readonly program: Program
  readonly placeOf: PlaceOf
  /** That of the program as it stands, whatever the order earned under. */
  readonly cashback: Cashback
  /** What the customer's orders have taken of limits and caps. */
  readonly usedOf: UsedOf
}

/** An order that is new or different, with what that does to its customer. */
export interface OrderChange<Context extends AdjustContext = AdjustContext> {
  readonly context: Context
  readonly tenant: Tenant
  readonly merged: MergedOrder
  readonly orderId: OrderId
  readonly customer: Customer
  readonly posting: Posting
  /** The return that changes it; none: a message does. */
  readonly returning?: SentReturn
}

/** What an order earned with, or why it did not. */
export interface Earned {
  readonly with: EarnedWith | null
  readonly nothingBecause: NothingBecause | null
  /** What it had earned elsewhere, where something of that was taken back. */
  readonly elsewhere?: OrderElsewhere
}

/** Posts the difference between what the order has recorded and what it would earn as it is now. */
export function adjustEarning(change: OrderChange, stored: Order, before: EarnedWith): Earned {
  const { context, merged, customer, posting } = change
  // What it was worth elsewhere is not known, and it is worth nothing here, whatever becomes of it.
  if (hasEarnedElsewhere(stored)) return { with: before, nothingBecause: merged.details.nothingBecause }
  const earned = correctDates(change, stored, before)
  const { program, placeOf } = context
  const { nothingBecause, products } = merged.details
  if (isSameForEarning(stored, merged)) return { with: earned, nothingBecause }
  const known = earned.places && { places: earned.places, products: stored.details.products }
  const places = placesOfLines(program, products, known, placeOf)
  // Only now: what the corrected date has made expire must not be taken back once more.
  const { sum: standing, expiredPoints } = recordedSoFar(posting, context.recorded, stored.id)
  const { points: writtenOffPoints } = earned.writtenOff
  const earnedBefore = { standing, expiredPoints, writtenOffPoints, missedPoints: earned.missedPoints }
  const facts = factsOf(merged, { ...earned, places })
  const limits = limitsOf(context, stored, before)
  const difference = evaluateAdjustment(program, earnedBefore, facts, context.cashback, limits)
  const { missedPoints, taken = NOTHING_TAKEN } = difference
  const earnedNow = { ...earned, places, taken, leftOutOfTiers: leftOutOfTiers(program.index, facts) }
  // Who is not in the program earns nothing, also with what was bought in it, and not later either.
  if (difference.points > ZERO && !customer.profile.isEnrolled) {
    const missed = { ...earnedNow, missedPoints: earned.missedPoints + difference.points }
    return { with: missed, nothingBecause: nothingBecause === null ? null : 'not-enrolled' }
  }
  const adjusted = postDifference(change, { ...earnedNow, missedPoints }, difference, standing)
  const hasMissedAll = standing.points + expiredPoints + writtenOffPoints + difference.points === ZERO
  const reason = reasonFor(difference, difference.pointsInAll)
  return { with: adjusted, nothingBecause: reason ?? (hasMissedAll ? 'not-enrolled' : null) }
}

function limitsOf({ program, usedOf }: AdjustContext, stored: Order, earned: EarnedWith): LimitContext {
  if (!hasLimits(program)) return NO_LIMITS
  return { usedOf, before: { facts: factsOf(stored, earned), taken: earned.taken } }
}

function postDifference(
  { tenant, merged, orderId, posting, returning }: OrderChange,
  earned: EarnedWith,
  difference: Adjustment,
  standing: Amount,
): EarnedWith {
  const type = POINT_TYPE.orderAdjusted
  if (difference.points > ZERO) {
    const earnedAt = earned.countsFrom ?? merged.completedAt ?? posting.now
    creditEarning(posting, { type, orderId, earnedAt, timeZone: tenant.timeZone, earning: difference })
  } else if (difference.points < ZERO) {
    const amount = atMost({ points: -difference.points, cashback: -difference.cashback }, standing)
    const input = { type, orderId, amount, policy: takeBackPolicy(tenant) }
    const explanation = explainReturn(difference.explanation, returning)
    return withWrittenOff(earned, takeBackEarning(posting, input, explanation))
  }
  return earned
}

/** What was returned is no points by itself: the other lines say what the order has earned, and earns now. */
function explainReturn(explanation: Explanation, returning: SentReturn | undefined): Explanation {
  if (!returning) return explanation
  return { ...explanation, lines: [partReturned(returning), ...explanation.lines] }
}

export function partReturned({ value, cancelKey: key }: SentReturn): PartReturnedLine {
  return { kind: 'partReturned', amount: shortText(value), key, points: '0' }
}

/** A date of completion that is sent again, corrected: lots of which nothing was used open and end by it. */
function correctDates(change: OrderChange, stored: Order, earned: EarnedWith): EarnedWith {
  const { context, tenant, merged, orderId, posting } = change
  const { completedAt } = merged
  if (completedAt === null || completedAt === stored.completedAt) return earned
  const corrected = { ...earned, countsFrom: countsFrom(completedAt, posting.now), isRedated: true } as const
  const { purchase } = context.program.index
  if (purchase) {
    posting.moveLots({
      orderId,
      ...lotDates(purchase, corrected.countsFrom ?? completedAt, tenant.timeZone),
    })
  }
  return corrected
}

function isSameForEarning(stored: Order, merged: MergedOrder): boolean {
  const facts = (products: readonly OrderProduct[]): string =>
    JSON.stringify(
      products.map(({ originalId, price, brandId, quantity, isMarked }) => [
        originalId,
        String(price),
        brandId,
        quantity,
        isMarked,
      ]),
    )
  return (
    stored.total === merged.total &&
    stored.returned === merged.returned &&
    stored.placedAt === merged.placedAt &&
    stored.details.paymentMethod?.originalId === merged.details.paymentMethod?.originalId &&
    stored.details.branch?.originalId === merged.details.branch?.originalId &&
    stored.details.shipping === merged.details.shipping &&
    facts(stored.details.products) === facts(merged.details.products)
  )
}

/** A date ahead counts as the time of receipt. */
export function countsFrom(completedAt: Instant, now: Instant): Instant | null {
  return completedAt > now ? now : null
}

export function reasonFor({ explanation }: Earning, points: Decimal): NothingBecause | null {
  return points > ZERO ? null : (explanation.none ?? 'less-than-a-point')
}
