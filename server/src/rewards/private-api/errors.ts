import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { CouponUseReason } from '../rules/check-coupon.ts'
import type { RewardReason } from '../rules/reasons.ts'

export const REWARD_ERRORS: ErrorTable<RewardReason> = {
  'reward-unknown': 'ApiExternalRewardConfiguration_Get_Error',
  'customer-unknown': 'ApiExternalRewardRedeem_Error_Customer_not_Found',
  'key-used': 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
  'cashback-off': 'ApiCustomer_ChangeCashback_Inactive',
  'value-invalid': 'ApiCustomer_RedeemCashback_Error',
  'value-above-balance': 'ApiCustomer_RedeemCashback_Error',
  'no-cashback': 'ApiCustomer_RedeemCashback_Error',
  'value-above-maximum': 'ApiCustomer_RedeemCashback_Error',
  'values-disagree': 'ApiCustomer_RedeemCashback_Error',
  'purchase-too-small': 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
  'in-debt': 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
  'too-few-points': 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
  ineligible: 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
  'price-changed': 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
  'redemption-unknown': 'PdvReward_RewardNotFound',
  'redemption-returned': 'ApiRewardCancel_AlreadyCanceled',
  'coupon-used': 'PdvReward_CoupomAlreadyUsed',
  'too-many-metadatas': 'Genaral_LengthLimitExceeded',
  'redemption-not-saved': 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
}

/** At a till the catalog is more exact. */
export const TILL_ERRORS: ErrorTable<RewardReason> = {
  ...REWARD_ERRORS,
  'reward-unknown': 'PdvReward_RewardNotFound',
  'value-invalid': 'PdvReward_CashbackValueInvalid',
  'value-above-balance': 'PdvOrder_NotEnoughPoints',
  'no-cashback': 'PdvOrder_NotEnoughPoints',
  'value-above-maximum': 'PdvOrder_ExcededMaxValue',
  'values-disagree': 'PdvOrder_WrongAmountOfPoints',
  'purchase-too-small': 'PdvReward_PurchaseValueInvalid',
  'in-debt': 'PdvOrder_NotEnoughPoints',
  'too-few-points': 'PdvOrder_NotEnoughPoints',
}

/** At checkout: more than the basket, the balance or the reward allows is one error. */
export const CHECKOUT_ERRORS: ErrorTable<RewardReason> = {
  ...TILL_ERRORS,
  'reward-unknown': 'ApiReward_NoActiveRewards',
  'customer-unknown': 'Customer_NotFound',
  'value-invalid': 'ApiCustomer_RedeemCashback_Error',
  'value-above-balance': 'PdvOrder_ExcededMaxValue',
}

export const COUPON_USE_ERRORS: ErrorTable<CouponUseReason> = {
  'coupon-unknown': 'PdvReward_CoupomNotFound',
  'customer-mismatch': 'PdvReward_CustomerMismatch',
  'coupon-used': 'PdvReward_CoupomAlreadyUsed',
  'coupon-inactive': 'PdvReward_CoupomAlreadyRefunded',
  'purchase-unfit': 'PdvReward_PurchaseValueInvalid',
  'outside-dates': 'ApiExternalCoupon_Cant_Update_Coupon',
}

/** For a return the catalog has errors of its own. */
export const RETURN_ERRORS: ErrorTable<RewardReason> = {
  ...REWARD_ERRORS,
  'redemption-unknown': 'ApiRewardCancel_NotFound',
  'redemption-not-saved': 'ApiRewardCancel_InternalError',
}
