import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { moneyToNumber } from '../../platform/decimal.ts'
import { type Coupon, endShown, isOpen } from '../coupon.ts'
import type { CouponItem } from './schema.ts'

export function toCouponItem(coupon: Coupon): CouponItem {
  return {
    CouponCode: coupon.code,
    CreatedDate: instantToText(coupon.createdAt),
    IsUsed: !isOpen(coupon),
    CouponValue: moneyToNumber(coupon.value),
    CustomerId: coupon.customerId,
    ValidDateStart: instantToTextOrNull(coupon.validFrom),
    ValidDateEnd: instantToTextOrNull(endShown(coupon)),
    CouponType: coupon.type,
  }
}
