import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { RewardReason } from '../rules/reasons.ts'

export const REWARD_ERRORS: ErrorTable<RewardReason> = {
  'reward-unknown': 'ApiExternalRewardConfiguration_Get_Error',
  'customer-unknown': 'ApiExternalRewardRedeem_Error_Customer_not_Found',
  'key-used': 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
  'cashback-off': 'ApiCustomer_ChangeCashback_Inactive',
  'value-invalid': 'ApiCustomer_RedeemCashback_Error',
  ineligible: 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
  'redemption-unknown': 'PdvReward_RewardNotFound',
  'redemption-returned': 'ApiRewardCancel_AlreadyCanceled',
  'coupon-used': 'PdvReward_CoupomAlreadyUsed',
  'too-many-metadatas': 'Genaral_LengthLimitExceeded',
  'redemption-not-saved': 'ApiExternalRewardRedeem_Error_Unable_to_Reedem',
}

/** For a return the catalogue has errors of its own. */
export const RETURN_ERRORS: ErrorTable<RewardReason> = {
  ...REWARD_ERRORS,
  'redemption-unknown': 'ApiRewardCancel_NotFound',
  'redemption-not-saved': 'ApiRewardCancel_InternalError',
}
