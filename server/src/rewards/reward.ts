import type { Selectable } from 'kysely'
import type { Decimal } from '../platform/decimal.ts'
import type {
  EmailConfiguration,
  PreGeneratedCouponList,
  RewardConfiguration as RewardConfigurationTable,
  Tier,
} from '../platform/postgres/tables.ts'

export const REWARD_TYPE = {
  percent: 0,
  fixedValue: 1,
  freeShipping: 2,
  cashback: 3,
  custom: 4,
  product: 5,
} as const

/** A reward as the merchant configured it, with what belongs to it. */
export interface RewardConfiguration {
  readonly row: Selectable<RewardConfigurationTable>
  readonly email: Selectable<EmailConfiguration> | null
  readonly couponLists: readonly Selectable<PreGeneratedCouponList>[]
  /** The tiers it is kept for; empty: everyone. */
  readonly tiers: readonly RewardTier[]
}

export type RewardTier = Selectable<Tier> & { readonly customerCount: number }

/** What the list shows of a reward. */
export interface RewardSummary {
  readonly id: number
  readonly title: string
  readonly description: string | null
  readonly isActive: boolean
  readonly value: Decimal
  readonly points: Decimal
  readonly rewardType: number
}

/** Lists that are not used up. In a batch: that were not when it began, and later on they can only be more so. */
export function openLists(
  couponLists: RewardConfiguration['couponLists'],
): RewardConfiguration['couponLists'] {
  return couponLists.filter((list) => list.used_count < list.coupon_count)
}
