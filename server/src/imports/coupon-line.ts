/** What a line of coupons asks for. */
import type { SentCoupon } from '../coupons/coupon.ts'
import type { CustomerToSave } from '../customers/sent-customer.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { NamedReward } from '../rewards/named-rewards.ts'
import type { FileLine, LineContext } from './kinds/kind.ts'
import type { ImportedMoment } from './line.ts'

/** The typed values of a line of `coupons`. A member that is blank or unmapped is absent. */
export interface CouponValues {
  readonly code?: string
  readonly originalId?: string
  readonly email?: string
  readonly document?: string
  readonly type?: string
  readonly value?: Decimal
  readonly createdAt?: ImportedMoment
  readonly validFrom?: ImportedMoment
  readonly validUntil?: ImportedMoment
  readonly rewardId?: string
  readonly isUsed?: boolean
  readonly usedAt?: ImportedMoment
  readonly inactivatedAt?: ImportedMoment
}

export interface CouponContext extends LineContext {
  readonly rewards: readonly NamedReward[]
}

export interface CouponLine extends FileLine {
  readonly key: Buffer
  /** Without an id of the shop, a contact is its id, and `isNamedByContact` is set. */
  readonly sent: CustomerToSave
  readonly coupon: SentCoupon
  /** It can’t be used any more, so nothing is brought. */
  readonly isLeftOut: boolean
}
