import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { CouponReason } from '../rules.ts'

export const COUPON_ERRORS: ErrorTable<CouponReason> = {
  'customer-unknown': 'ApiExternalCoupon_Customer_Not_Found',
  'code-exists': 'ImportCoupons_AllCouponsAlreadyExists',
  'coupon-unknown': 'ApiExternalCoupon_Not_found',
  'coupon-used': 'ApiExternalCoupon_Cant_Update_Coupon',
  'coupon-not-saved': 'ApiExternalCoupon_Cant_Update_Coupon',
}
