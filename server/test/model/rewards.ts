/** Redemptions, cashback changes and quiz answers: decisions 2, 5 and row 6 of the table of errors. */
import { least, share, type Units, units, wholeCents } from './arithmetic.ts'
import {
  type ModelCoupon,
  type ModelQuiz,
  type ModelRedemption,
  type ModelReward,
  RELEASED_BY,
  type Redeemed,
} from './counter.ts'
import { giveBackAll } from './coupons.ts'
import { type Amount, TYPE, zero } from './ledger.ts'
import type { Customer, Outcome, Shop } from './shop.ts'
import { promote } from './tiers.ts'

export interface RedeemedBy extends Redeemed {
  readonly customer: Customer
  /** Whether the customer could do it once more. */
  readonly isEnabled: boolean
}

export interface RedemptionToMake {
  readonly reward: ModelReward
  readonly customer: string
  readonly key: string
  /** For rewards that are paid in cashback; null: as much as there is. */
  readonly value: Units | null
  /** At a till there are other errors, and a purchase may be known, which the cashback may not exceed. */
  readonly till?: { readonly purchase: Units | null }
}

export function redeem(shop: Shop, sent: RedemptionToMake, now: number): Outcome<RedeemedBy> {
  const { reward, key, value, till } = sent
  const customer = shop.customers.get(sent.customer)
  if (!customer) return { error: 46 }
  const { account } = customer
  account.settle(now)
  const known = shop.counter.redemptions.get(key)
  if (known) {
    const { redemption } = known
    // To send no Value asks for nothing else than the first time.
    const isSame = redemption.reward === reward && (value === null || value === redemption.cost.cashback)
    if (!isSame || redemption.customer !== sent.customer || redemption.isReturned) return { error: 47 }
    return { done: { ...known, customer, isEnabled: isEligible(shop, reward, customer) } }
  }
  const buyer = buyerOf(shop, reward, customer)
  const reason = whyIneligible(shop, reward, buyer)
  if (reason !== null) return { error: till ? ERROR_AT_TILL[reason] : ERROR[reason] }
  const all = cashbackMost(reward, account.balance)
  const most = least(all, till?.purchase ?? all)
  const wrong = reward.points === null ? whyNotAllowed(value, most, account.balance) : null
  if (wrong !== null) return { error: till ? ERROR_AT_TILL[wrong] : ERROR[wrong] }
  const days = reward.couponDays
  const validUntil = days === null ? null : shop.endAfter(shop.dayOf(now), days)
  const made = issue(shop, customer, { reward, key, cost: reward.points ?? value ?? most, validUntil }, now)
  return { done: { ...made, customer, isEnabled: isEligible(shop, reward, customer) } }
}

export interface ToIssue {
  readonly reward: ModelReward
  readonly key: string
  /** In what the reward is paid with. */
  readonly cost: Units
  readonly validUntil: number | null
  /** The basket that it is reserved for, until then. */
  readonly checkout?: string
  /** Nothing that the customer has done. */
  readonly isGift?: boolean
}

/** Spends what a redemption costs, and makes its coupon. */
export function issue(
  shop: Shop,
  { id, account }: Customer,
  { reward, key, cost, validUntil, checkout, isGift }: ToIssue,
  now: number,
): Redeemed {
  const before = account.balance
  const measure = reward.points === null ? 'cashback' : 'points'
  if (!isGift) account.act(now)
  const uses = cost === 0n ? [] : (account.spend(measure, cost, TYPE.redeem, now) ?? [])
  const { points, cashback } = account.balance
  const redemption: ModelRedemption = {
    key,
    number: null,
    reward,
    customer: id,
    uses,
    cost: { points: before.points - points, cashback: before.cashback - cashback },
    externalCode: '',
    isReturned: false,
    isGift: isGift ?? false,
    refunded: zero(),
    checkout: checkout ?? null,
    deadline: checkout === undefined ? null : validUntil,
    releasedBy: null,
    again: null,
  }
  const coupon: ModelCoupon = {
    code: '',
    customer: id,
    value: reward.points === null ? cost : REWARD_VALUE,
    validFrom: null,
    validUntil,
    isUsed: false,
    isInactive: false,
    order: null,
    usedFor: null,
    redemption,
  }
  shop.counter.add(coupon)
  return { redemption, coupon }
}

type Reason =
  | 'cashbackOff'
  | 'other'
  | 'debt'
  | 'noCashback'
  | 'tooFew'
  | 'noMoney'
  | 'aboveBalance'
  | 'aboveMost'

const ERROR: Readonly<Record<Reason, number>> = {
  cashbackOff: 69,
  other: 47,
  debt: 47,
  noCashback: 70,
  tooFew: 47,
  noMoney: 70,
  aboveBalance: 70,
  aboveMost: 70,
}
const ERROR_AT_TILL: Readonly<Record<Reason, number>> = {
  ...ERROR,
  debt: 94,
  noCashback: 94,
  tooFew: 94,
  noMoney: 89,
  aboveBalance: 94,
  aboveMost: 93,
}
/** There, more than the basket, the balance or the reward allows is one error. */
export const ERROR_AT_CHECKOUT: Readonly<Record<Reason, number>> = {
  ...ERROR_AT_TILL,
  noMoney: 70,
  aboveBalance: 93,
}

/** What a reward asks of a customer. */
export interface Buyer {
  readonly isEnrolled: boolean
  readonly balance: Amount
  /** How many redemptions of this reward stand. */
  readonly standing: number
}

function buyerOf({ counter }: Shop, reward: ModelReward, { id, account, isEnrolled }: Customer): Buyer {
  return { isEnrolled, balance: account.balance, standing: counter.standing(reward, id) }
}

function isEligible(shop: Shop, reward: ModelReward, customer: Customer): boolean {
  return whyIneligible(shop, reward, buyerOf(shop, reward, customer)) === null
}

/** What keeps a customer from a reward; null: nothing does. A debt counts in its own measure alone. */
export function whyIneligible(
  { program }: Shop,
  reward: ModelReward,
  { isEnrolled, balance, standing }: Buyer,
): Reason | null {
  const isCashback = reward.points === null
  if (isCashback && !program.isCashbackOn) return 'cashbackOff'
  if (!reward.isActive || !isEnrolled) return 'other'
  if (balance[isCashback ? 'cashback' : 'points'] < 0n) return 'debt'
  if (reward.customerLimit !== null && standing >= reward.customerLimit) return 'other'
  if (isCashback) return cashbackMost(reward, balance) > 0n ? null : 'noCashback'
  return balance.points < (reward.points ?? 0n) ? 'tooFew' : null
}

/** The same as a page of the shop is told it; null: the customer can have it. */
export function whyNotInPage(
  shop: Shop,
  reward: ModelReward,
  customer: Customer,
): { readonly status: number; readonly code: string | null } | null {
  const reason = whyIneligible(shop, reward, buyerOf(shop, reward, customer))
  if (reason === null) return null
  // One that is switched off looks as if there were none.
  if (!reward.isActive) return { status: 404, code: null }
  if (reason === 'cashbackOff') return { status: 409, code: 'cashbackOff' }
  if (!customer.isEnrolled) return { status: 409, code: 'notEnrolled' }
  if (reason === 'debt') return { status: 409, code: 'inDebt' }
  return { status: 409, code: reason === 'other' ? 'limitReached' : 'tooFewPoints' }
}

/** Of every reward that costs points. */
export const REWARD_VALUE = units(10)

/** The whole cents of the balance, as far as the reward goes. */
export function cashbackMost({ cashbackMaximum }: ModelReward, { cashback }: Amount): Units {
  if (cashback <= 0n) return 0n
  return wholeCents(cashbackMaximum === null ? cashback : least(cashback, cashbackMaximum))
}

/** What is wrong with the cashback that is asked for; null: nothing is. */
export function whyNotAllowed(value: Units | null, most: Units, { cashback }: Amount): Reason | null {
  if (value === null) return most > 0n ? null : 'aboveMost'
  if (value <= 0n || value !== wholeCents(value)) return 'noMoney'
  if (value > cashback) return 'aboveBalance'
  return value > most ? 'aboveMost' : null
}

export interface ChangeToMake {
  readonly customer: string
  readonly value: Units
  readonly isRemoval: boolean
  readonly key: string
}

export function changeCashback(
  shop: Shop,
  { customer: id, value, isRemoval, key }: ChangeToMake,
  now: number,
): Outcome<Customer> {
  const customer = shop.customers.get(id)
  customer?.account.settle(now)
  if (!shop.program.isCashbackOn) return { error: 69 }
  if (!customer) return { error: 59 }
  if (shop.changes.has(key)) return { error: 66 }
  if (isRemoval) {
    if (!customer.account.spend('cashback', value, TYPE.manual, now)) return { error: 94 }
  } else {
    const amount = { points: share(value, units(1), shop.program.pointValue), cashback: value }
    const lot = { type: TYPE.manual, amount, order: null, availableAt: now, expiresAt: null }
    customer.account.credit(lot, now)
  }
  shop.changes.set(key, { customer: id, measure: 'cashback', value: isRemoval ? -value : value })
  promote(shop, customer, now)
  return { done: customer }
}

/** The same in points: with cashback off too, and the same change again is no error. */
export function changePoints(
  shop: Shop,
  { customer: id, value, isRemoval, key }: ChangeToMake,
  now: number,
): Outcome<Customer> {
  const customer = shop.customers.get(id)
  customer?.account.settle(now)
  if (!customer) return { error: 59 }
  const made = { customer: id, measure: 'points', value: isRemoval ? -value : value } as const
  const known = shop.changes.get(key)
  if (known) {
    const isSame =
      known.customer === made.customer && known.measure === made.measure && known.value === made.value
    return isSame ? { done: customer } : { error: 66 }
  }
  if (isRemoval) {
    if (!customer.account.spend('points', value, TYPE.manual, now)) return { error: 94 }
  } else {
    const lot = {
      type: TYPE.manual,
      amount: shop.worth(value),
      order: null,
      availableAt: now,
      expiresAt: null,
    }
    customer.account.credit(lot, now)
  }
  shop.changes.set(key, made)
  promote(shop, customer, now)
  return { done: customer }
}

/** Undoes a redemption whose coupon was not used, once. */
export function cancelReward(shop: Shop, key: string, now: number): Outcome<Redeemed> {
  const known = shop.counter.redemptions.get(key)
  if (!known) return { error: 73 }
  const { redemption, coupon } = known
  const customer = shop.customers.get(redemption.customer)
  // What an erased customer had redeemed goes back to nobody.
  if (!customer || customer.erased !== null) return { error: 73 }
  customer.account.settle(now)
  if (redemption.isReturned) return { error: 74 }
  if (coupon.isUsed) return { error: 85 }
  giveBackAll(redemption, coupon, customer.account, RELEASED_BY.cancellation, now)
  return { done: known }
}

export const REVIEW = {
  id: 5,
  key: 'review',
  points: units('4.5'),
  validityDays: 7,
  perDay: 1,
  ever: 3,
} as const

export interface Reviewed {
  readonly customer: Customer
  readonly isNew: boolean
}

/** The points of a custom action, once for each key and as often as its rule allows. */
export function grantReview(shop: Shop, id: string, key: string, now: number): Outcome<Reviewed> {
  const customer = shop.customers.get(id)
  customer?.account.settle(now)
  if (!customer) return { error: 59 }
  const { reviews } = customer
  if (reviews.has(key)) return { done: { customer, isNew: false } }
  if (!customer.isEnrolled) return { error: 49 }
  const today = shop.dayOf(now)
  const ofToday = [...reviews.values()].filter((day) => day === today).length
  if (ofToday >= REVIEW.perDay || reviews.size >= REVIEW.ever) return { error: 53 }
  reviews.set(key, today)
  shop.grant(customer, TYPE.manual, REVIEW.points, REVIEW.validityDays, now)
  promote(shop, customer, now)
  return { done: { customer, isNew: true } }
}

/** The points that it brought; null: it did not count. */
export function answerQuiz(shop: Shop, quiz: ModelQuiz, id: string, now: number): Outcome<Units | null> {
  const customer = shop.customers.get(id)
  if (!customer) return { error: 59 }
  customer.account.settle(now)
  if (quiz.answeredBy.has(id) || !customer.isEnrolled) return { done: null }
  quiz.answeredBy.add(id)
  shop.grant(customer, TYPE.quiz, quiz.points, shop.program.quizValidityDays, now)
  promote(shop, customer, now)
  return { done: quiz.points }
}
