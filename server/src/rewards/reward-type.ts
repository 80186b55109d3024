import type { Unit } from '../accounts/account.ts'
import { COUPON_TYPE, type CouponType } from '../coupons/coupon.ts'

/**
 * The types of rewards, by the number that the API and the database have for each. A new type is added here, in
 * `TERMS` and, by a migration, in the check of `reward_configuration.reward_type`.
 */
export const REWARD_TYPE = {
  percent: 0,
  fixedValue: 1,
  freeShipping: 2,
  cashback: 3,
  custom: 4,
  product: 5,
} as const
export type RewardType = (typeof REWARD_TYPE)[keyof typeof REWARD_TYPE]

interface Terms {
  /** For the documentation of the API. */
  readonly name: string
  /** What a customer pays with. */
  readonly unit: Unit
  /** What kind of coupon the customer gets. */
  readonly couponType: CouponType
}

const TERMS: Readonly<Record<RewardType, Terms>> = {
  [REWARD_TYPE.percent]: { name: 'percent', unit: 'points', couponType: COUPON_TYPE.percent },
  [REWARD_TYPE.fixedValue]: { name: 'fixed value', unit: 'points', couponType: COUPON_TYPE.fixedValue },
  [REWARD_TYPE.freeShipping]: { name: 'free shipping', unit: 'points', couponType: COUPON_TYPE.freeShipping },
  [REWARD_TYPE.cashback]: { name: 'cashback', unit: 'cashback', couponType: COUPON_TYPE.fixedValue },
  [REWARD_TYPE.custom]: { name: 'custom', unit: 'points', couponType: COUPON_TYPE.others },
  [REWARD_TYPE.product]: { name: 'product', unit: 'points', couponType: COUPON_TYPE.others },
}

/** What a customer pays for a reward of this type with. */
export function unitOf(type: RewardType): Unit {
  return TERMS[type].unit
}

export function couponTypeOf(type: RewardType): CouponType {
  return TERMS[type].couponType
}

/** All types with their numbers, such as “0 percent, 1 fixed value”. */
export const REWARD_TYPES_TEXT = Object.entries(TERMS)
  .map(([number, { name }]) => `${number} ${name}`)
  .join(', ')
