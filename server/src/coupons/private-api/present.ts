import { textOrNull } from '../../customers/private-api/present.ts'
import { instantToText } from '../../platform/clock.ts'
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
    ValidDateStart: textOrNull(coupon.validFrom),
    ValidDateEnd: textOrNull(endShown(coupon)),
    CouponType: coupon.type,
  }
}
