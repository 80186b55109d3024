import type { TenantId } from '../contract/ids.ts'
import type { CouponType } from '../coupons/coupon.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { couponTypeOf } from './reward-type.ts'
import { listRewardNames } from './store/rewards.ts'

/** A reward as files call it, with what its coupons are. */
export interface NamedReward {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly couponType: CouponType
  readonly value: Decimal
}

/** Those that are not archived, oldest first. */
export async function findNamedRewards(tx: Tx, tenantId: TenantId): Promise<readonly NamedReward[]> {
  const rewards = await listRewardNames(tx, tenantId)
  return rewards.map(({ id, key, title: name, type, value }) => ({
    ...{ id, key, name, value },
    couponType: couponTypeOf(type),
  }))
}
