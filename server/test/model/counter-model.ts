/** What the API should answer at the counter: to redemptions, coupons and quiz answers. */
import { ONE } from '../../src/platform/decimal.ts'
import { type ModelAccount, TYPE } from './ledger-model.ts'
import type { ModelCoupon, ModelQuiz, ModelRedemption, ModelReward } from './reward-model.ts'
import { type ModelCustomer, type ModelShop, type Outcome, worth } from './shop-model.ts'

export interface CouponToMake {
  readonly code: string
  readonly customer: string
  readonly value: bigint
  readonly validUntil: number | null
  /** Whether it brings its customer along. */
  readonly bringsCustomer: boolean
}

export interface Redeemed {
  readonly coupon: ModelCoupon
  readonly redemption: ModelRedemption
  readonly customer: ModelCustomer
  /** Whether the customer could do it once more. */
  readonly isEnabled: boolean
}

/** `value` is for rewards that are paid in cashback; null: as much as there is. */
export function redeem(
  shop: ModelShop,
  reward: ModelReward,
  id: string,
  key: string,
  value: bigint | null,
  now: number,
): Outcome<Redeemed> {
  const customer = shop.customers.get(id)
  if (!customer) return { error: 46 }
  const { account } = customer
  account.settle(now)
  const known = shop.counter.redemptions.get(key)
  if (known) {
    if (known.redemption.reward !== reward || known.redemption.customer !== id) return { error: 47 }
    return { done: { ...known, customer, isEnabled: obstacleFor(shop, reward, customer) === null } }
  }
  const obstacle = obstacleFor(shop, reward, customer)
  if (obstacle !== null) return { error: obstacle }
  const cost = reward.points ?? value ?? cashbackMost(reward, account)
  if (reward.points === null && (cost <= 0n || cost > cashbackMost(reward, account))) return { error: 70 }
  const measure = reward.points === null ? 'cashback' : 'points'
  const before = account.balance
  const uses = cost === 0n ? [] : (account.spend(measure, cost, TYPE.redeem) ?? [])
  const { points, cashback } = account.balance
  const redemption: ModelRedemption = {
    key,
    reward,
    customer: id,
    uses,
    cost: { points: before.points - points, cashback: before.cashback - cashback },
    externalCode: '',
    isReturned: false,
  }
  const coupon: ModelCoupon = {
    code: '',
    customer: id,
    value: reward.points === null ? cost : REWARD_VALUE,
    validUntil: reward.couponDays === null ? null : shop.endOf(now, reward.couponDays),
    isUsed: false,
    isInactive: false,
    order: null,
    redemption,
  }
  shop.counter.redemptions.set(key, { redemption, coupon })
  shop.counter.coupons.push(coupon)
  const isEnabled = obstacleFor(shop, reward, customer) === null
  return { done: { redemption, coupon, customer, isEnabled } }
}

/** The error that keeps a customer from a reward; null: nothing does. */
function obstacleFor(
  shop: ModelShop,
  reward: ModelReward,
  { id, account, isEnrolled }: ModelCustomer,
): number | null {
  const isCashback = reward.points === null
  if (isCashback && !shop.program.isCashbackOn) return 69
  if (!reward.isActive || !isEnrolled || account.isInDebt) return 47
  if (reward.customerLimit !== null && shop.counter.standing(reward, id) >= reward.customerLimit) return 47
  if (isCashback) return cashbackMost(reward, account) > 0n ? null : 70
  return account.balance.points < (reward.points ?? 0n) ? 47 : null
}

export function createCoupon(shop: ModelShop, sent: CouponToMake, now: number): Outcome<ModelCoupon> {
  const known = shop.customers.get(sent.customer)
  if (!known && !sent.bringsCustomer) return { error: 55 }
  known?.account.settle(now)
  const stored = shop.counter.coupons.find(({ code }) => code === sent.code)
  if (stored) {
    const isSame =
      stored.customer === sent.customer &&
      stored.value === sent.value &&
      stored.validUntil === sent.validUntil
    return isSame ? { done: stored } : { error: 71 }
  }
  if (!known) shop.welcome(sent.customer, true, now)
  const { code, customer, value, validUntil } = sent
  const coupon: ModelCoupon = {
    code,
    customer,
    value,
    validUntil,
    isUsed: false,
    isInactive: false,
    order: null,
    redemption: null,
  }
  shop.counter.coupons.push(coupon)
  return { done: coupon }
}

export function inactivate(shop: ModelShop, coupon: ModelCoupon | null, now: number): Outcome<ModelCoupon> {
  if (!coupon) return { error: 57 }
  shop.customers.get(coupon.customer)?.account.settle(now)
  if (coupon.order !== null) return { error: 56 }
  coupon.isInactive = true
  return { done: coupon }
}

/** The points that it brought; null: it did not count. */
export function answerQuiz(
  shop: ModelShop,
  quiz: ModelQuiz,
  id: string,
  now: number,
): Outcome<bigint | null> {
  const customer = shop.customers.get(id)
  if (!customer) return { error: 59 }
  customer.account.settle(now)
  if (quiz.answeredBy.has(id) || !customer.isEnrolled) return { done: null }
  quiz.answeredBy.add(id)
  const { quizValidityDays: days } = shop.program
  if (quiz.points > 0n) {
    const expiresAt = days === null ? null : shop.endOf(now, days)
    const amount = worth(quiz.points, shop.program)
    customer.account.credit({ type: TYPE.quiz, amount, order: null, availableAt: now, expiresAt }, now)
  }
  return { done: quiz.points }
}

/** Of every reward that costs points. */
export const REWARD_VALUE = 10n * ONE

function cashbackMost({ cashbackMaximum }: ModelReward, { balance: { cashback } }: ModelAccount): bigint {
  if (cashback <= 0n) return 0n
  return cashbackMaximum !== null && cashbackMaximum < cashback ? cashbackMaximum : cashback
}
