/** Why a reward is not redeemed, or a redemption not changed or returned. */
export const REWARD_REASONS = [
  'reward-unknown',
  'customer-unknown',
  'key-used',
  'cashback-off',
  'value-invalid',
  'value-above-balance',
  'no-cashback',
  'value-above-maximum',
  'values-disagree',
  'purchase-too-small',
  'in-debt',
  'too-few-points',
  'ineligible',
  'price-changed',
  'redemption-unknown',
  'redemption-returned',
  'coupon-used',
  'too-many-metadatas',
  'redemption-not-saved',
] as const
export type RewardReason = (typeof REWARD_REASONS)[number]
