import type { Account } from '../../accounts/account.ts'
import { add } from '../../accounts/account.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, floorCents, minimum } from '../../platform/decimal.ts'
import {
  isReserved,
  RELEASED_BY,
  type Redemption,
  type RedemptionWithCoupon,
  type ReleasedBy,
} from '../redemption.ts'
import type { Reward } from '../reward.ts'
import { unitOf } from '../reward-type.ts'
import { mostCashback } from './eligibility.ts'
import { mostCashbackFor, type Purchase, whyNotForPurchase } from './purchase.ts'
import type { RewardReason } from './reasons.ts'
import { decideRedeem, type RedeemContext, type Redeemed, type RedeemInput } from './redeem.ts'
import { returnRedemption } from './return.ts'

/** A reservation as it is known, with what it used of which lots. */
export interface KnownReservation extends RedemptionWithCoupon {
  readonly spent: GiveBack | undefined
  /** null: it is gone, or makes no difference. */
  readonly reward: Reward | null
}

export interface ReserveOutcome {
  /** The reservation as it now is. */
  readonly reserved: RedemptionWithCoupon
  /** null: it stood already, and has a new deadline. */
  readonly redeemed: Redeemed | null
  /** The one that had to make way for it. */
  readonly released: RedemptionWithCoupon | null
}

export interface ReserveInput extends RedeemInput {
  readonly reservation: NonNullable<RedeemInput['reservation']>
}

/** Reserves a reward for a basket. A customer has one reservation at a time: another one makes way for it. */
export function decideReserve(
  context: RedeemContext,
  standing: KnownReservation | null,
  input: ReserveInput,
  posting: Posting,
): ReserveOutcome | Refusal<RewardReason> {
  const { deadline } = input.reservation
  if (standing && isSameReservation(context, standing, input, posting)) {
    posting.reserveUntil(deadline)
    const redemption = { ...standing.redemption, expiresAt: deadline }
    const coupon = { ...standing.coupon, validUntil: deadline }
    return { reserved: { redemption, coupon }, redeemed: null, released: null }
  }
  if (context.stored) {
    const message = `OriginalKey ${context.stored.originalKey} was used for another redemption.`
    return refusal('key-used', message, 'OriginalKey')
  }
  // On trial: where the new one is refused, the old one stays.
  const trial = posting.fork()
  const released = standing && release(standing, trial, RELEASED_BY.reservation)
  const isOfSameReward = released?.redemption.rewardId === input.rewardId
  const redeemed = decideRedeem(isOfSameReward ? withOneFewer(context) : context, input, trial)
  if (isRefusal(redeemed)) return redeemed
  posting.takeOver(trial)
  const { redemption, coupon } = redeemed
  return { reserved: { redemption, coupon }, redeemed, released }
}

/** What makes way no longer counts for the limits. */
function withOneFewer(context: RedeemContext): RedeemContext {
  const { usage, redeemedCount } = context
  return { ...context, usage: { ...usage, added: usage.added - 1 }, redeemedCount: redeemedCount - 1 }
}

function isSameReservation(
  { reward }: RedeemContext,
  { redemption }: KnownReservation,
  { rewardId, value, originalKey, place, reservation }: ReserveInput,
  { account }: Posting,
): boolean {
  const isNamed = originalKey === null || originalKey === redemption.originalKey
  if (redemption.checkoutId !== reservation.checkoutId || redemption.rewardId !== rewardId || !isNamed)
    return false
  if (!reward || unitOf(reward.type) !== 'cashback') return true
  const wanted = value ?? mostOf(reward, withReturned(account, redemption), place?.purchase ?? null)
  return wanted === redemption.cost.cashback
}

/** The account as it would be if what is reserved were there again; good enough for comparing a value. */
function withReturned(account: Account, { cost }: Redemption): Account {
  return { ...account, balance: add(account.balance, cost) }
}

function mostOf(reward: Reward, account: Account, purchase: Purchase | null): Decimal {
  return purchase ? mostCashbackFor(reward, account, purchase) : mostCashback(reward, account)
}

function release(
  { redemption, coupon, spent }: KnownReservation,
  posting: Posting,
  by: ReleasedBy,
): RedemptionWithCoupon {
  return returnRedemption({ redemption, coupon, spent }, posting, by)
}

/** How a basket stands that was sent again or is given up. */
export type CheckoutOutcome =
  | { readonly kind: 'unknown' | 'notApplied' }
  | { readonly kind: 'kept'; readonly reserved: RedemptionWithCoupon; readonly most: Decimal | null }
  | {
      readonly kind: 'released'
      readonly reserved: RedemptionWithCoupon
      readonly most: Decimal | null
      /** Whether it was released just now, and not by the same message before. */
      readonly isNew: boolean
    }

/** Keeps a reservation as long as the basket carries it. It never lowers a value by itself. */
export function decideRefresh(
  known: KnownReservation | null,
  purchase: Purchase | null,
  posting: Posting,
): CheckoutOutcome {
  if (!known) return { kind: 'unknown' }
  const { redemption, reward } = known
  const { account } = posting
  const most = reward && purchase ? mostWhile(reward, account, redemption, purchase) : null
  if (!isReserved(redemption)) {
    return redemption.releasedBy === RELEASED_BY.basket
      ? { kind: 'released', reserved: known, most, isNew: false }
      : { kind: 'notApplied' }
  }
  const isCarried =
    !reward ||
    !purchase ||
    (whyNotForPurchase(reward, purchase) !== 'belowMinimum' &&
      (unitOf(reward.type) !== 'cashback' || most === null || redemption.cost.cashback <= most))
  if (isCarried) return { kind: 'kept', reserved: known, most }
  return { kind: 'released', reserved: release(known, posting, RELEASED_BY.basket), most, isNew: true }
}

/** The most cashback for a basket, what is reserved for it included. */
function mostWhile(reward: Reward, account: Account, redemption: Redemption, purchase: Purchase): Decimal {
  const most = mostCashbackFor(
    reward,
    isReserved(redemption) ? withReturned(account, redemption) : account,
    purchase,
  )
  return floorCents(minimum(most, purchase.value))
}

/** Gives a reservation up. Sent again, it is answered the same. */
export function decideRemove(known: KnownReservation | null, posting: Posting): CheckoutOutcome {
  if (!known) return { kind: 'unknown' }
  const { redemption } = known
  if (isReserved(redemption)) {
    const reserved = release(known, posting, RELEASED_BY.shop)
    return { kind: 'released', reserved, most: null, isNew: true }
  }
  return redemption.releasedBy === RELEASED_BY.shop
    ? { kind: 'released', reserved: known, most: null, isNew: false }
    : { kind: 'notApplied' }
}

/** Releases what no order has confirmed in time, at its deadline. */
export function decideDeadline(
  standing: KnownReservation | null,
  at: Instant,
  posting: Posting,
): RedemptionWithCoupon | null {
  const { expiresAt } = standing?.redemption ?? {}
  if (!standing || !expiresAt || expiresAt > at) return null
  return release(standing, posting, RELEASED_BY.deadline)
}
