import type { Account } from '../../accounts/account.ts'
import { type Decimal, floorCents, minimum, ONE, ZERO } from '../../platform/decimal.ts'
import type { Reward } from '../reward.ts'
import { REWARD_TYPE } from '../reward-type.ts'
import { mostCashback } from './eligibility.ts'

/** A basket for which a reward is wanted. */
export interface Purchase {
  readonly value: Decimal
  /** What other discounts take off it. */
  readonly discount: Decimal
}

/** Why a reward or its coupon is not for a purchase. */
export type PurchaseObstacle = 'belowMinimum' | 'notCumulative'

const HUNDRED = 100n * ONE

/** What is left to be paid. */
export function leftToPay({ value, discount }: Purchase): Decimal {
  return value > discount ? value - discount : ZERO
}

/** What holds for a reward before it is redeemed, and for its coupon after. */
export function whyNotForPurchase(
  { minimumPurchase, isCumulative }: Pick<Reward, 'minimumPurchase' | 'isCumulative'>,
  { value, discount }: Purchase,
): PurchaseObstacle | null {
  if (minimumPurchase !== null && value < minimumPurchase) return 'belowMinimum'
  return discount > ZERO && !isCumulative ? 'notCumulative' : null
}

/** Points are not spent on a discount that is more than there is to pay. */
export function isWorthMore({ type, value }: Reward, purchase: Purchase): boolean {
  return type === REWARD_TYPE.fixedValue && value > leftToPay(purchase)
}

/** The most cashback that may pay for a purchase, in whole cents. */
export function mostCashbackFor(reward: Reward, account: Account, purchase: Purchase): Decimal {
  const { cashbackPurchasePercent: percent } = reward
  const most = minimum(mostCashback(reward, account), leftToPay(purchase))
  return floorCents(percent === null ? most : minimum(most, (purchase.value * percent) / HUNDRED))
}
