import { POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { COUPON_TYPE } from '../../coupons/coupon.ts'
import { toCouponItem } from '../../coupons/private-api/present.ts'
import { toCustomerResult } from '../../customers/private-api/present.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import { currentTier, type Tiers } from '../../tiers/tier.ts'
import type { RedeemedReward } from '../collections/redeemed-rewards.ts'
import { isReserved } from '../redemption.ts'
import type { RewardResult } from './redeemed-schema.ts'

/** Whose redemption it is. */
export interface RedeemedBy {
  readonly customer: Customer
  readonly tiers: Tiers
}

export function toRewardResult(
  { redemption, coupon, title, order }: RedeemedReward,
  { customer, tiers }: RedeemedBy,
): RewardResult {
  return {
    Id: redemption.id,
    Customer: toCustomerResult(customer, currentTier(tiers, customer)),
    ExternalCode: redemption.externalCode,
    CashValue: coupon.type === COUPON_TYPE.fixedValue ? moneyToNumber(coupon.value) : null,
    IsCanceled: redemption.returnedAt !== null,
    RedeemDate: instantToText(redemption.redeemedAt),
    Points: {
      Id: redemption.recordId,
      Points: decimalToNumber(-redemption.cost.points),
      Type: POINT_TYPE.redeem,
      EventKey: redemption.originalKey,
    },
    RewardConfigurationId: redemption.rewardId,
    Title: title,
    OriginalKey: redemption.originalKey,
    Coupon: toCouponItem(coupon),
    OrderId: order,
    CanceledDate: instantToTextOrNull(redemption.returnedAt),
    ExpiresAt: isReserved(redemption) ? instantToTextOrNull(redemption.expiresAt) : null,
  }
}
