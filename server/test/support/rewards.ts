import { COUPON_TYPE } from '../../src/coupons/coupon.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import type { RedeemAnswer } from '../../src/rewards/private-api/schema.ts'
import { insertCouponList } from '../../src/rewards/store/code-lists.ts'
import { insertReward } from '../../src/rewards/store/rewards.ts'

export type RewardToMake = Partial<Parameters<typeof insertReward>[2]>
export type FullReward = RedeemAnswer['Items'][number]

/** Points and money as the tables keep them. */
export const decimal = (value: number): bigint => BigInt(Math.round(value * 10_000))

/** A reward of 100 points for R$ 10.00 off, unless it says otherwise; with these codes in a list, if any. */
export function makeReward(
  database: Database,
  tenantId: number,
  reward: RewardToMake = {},
  codes: readonly string[] | null = null,
): Promise<number> {
  return database.transaction([tenantId], async (tx) => {
    const id = await insertReward(tx, tenantId, {
      title: 'R$ 10 off',
      type: 1,
      points: decimal(100),
      value: decimal(10),
      ...reward,
    })
    if (codes) {
      const list = { name: `Codes of ${id}`, rewardId: id, couponType: COUPON_TYPE.others, codes }
      await insertCouponList(tx, tenantId, list)
    }
    return id
  })
}

export interface Redeemed {
  readonly answer: RedeemAnswer
  readonly originalKey: string | undefined
  readonly externalCode: string | undefined
  readonly couponCode: string | undefined
}
