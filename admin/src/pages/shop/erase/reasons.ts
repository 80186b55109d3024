/** Why a person is erased. */
export const ERASE_REASONS = ['asked', 'unused', 'mistake', 'other'] as const
export type EraseReason = (typeof ERASE_REASONS)[number]
