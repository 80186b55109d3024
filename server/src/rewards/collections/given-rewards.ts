/** What became of the rewards of awards. */
import { keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { Facts } from '../../accounts/till/command.ts'
import type { Award } from '../../awards/award.ts'
import { type AwardRow, awards } from '../../awards/collections.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { RedemptionWithCoupon } from '../redemption.ts'
import type { GivenPrize } from '../rules/undo-prize.ts'
import { redemptions } from './redemptions.ts'

export type RowOfGiven = Pick<AwardRow, 'tenant_id' | 'redemption_key' | 'coupon_key'>
export type GivenOf = (row: RowOfGiven) => RedemptionWithCoupon | null

export async function loadGiven(tx: Tx, rows: readonly RowOfGiven[]): Promise<GivenOf> {
  const keysOf = (name: 'redemption_key' | 'coupon_key'): TenantKey<string>[] =>
    rows.flatMap(({ tenant_id: tenantId, [name]: key }) => (key === null ? [] : [{ tenantId, key }]))
  const keys = keysOf('redemption_key')
  if (keys.length === 0) return () => null
  const [redeemed, issued] = await Promise.all([
    redemptions.load(tx, keys),
    coupons.load(tx, keysOf('coupon_key')),
  ])
  return ({ tenant_id: tenantId, redemption_key, coupon_key }) => {
    const redemption = redeemed.get(keyText({ tenantId, key: redemption_key ?? '' }))
    const coupon = issued.get(keyText({ tenantId, key: coupon_key ?? '' }))
    return redemption && coupon ? { redemption, coupon } : null
  }
}

/** A prize as commands of this batch have left it. */
export function prizeAtHand<Prize extends GivenPrize>(facts: Pick<Facts, 'peek'>, prize: Prize): Prize {
  const award = facts.peek(awards, prize.award) ?? prize.award
  return { ...prize, award, reward: givenAtHand(facts, award, prize.reward) }
}

/** As commands of this batch have left it; `stored`: as it was loaded. null: the award has none, or it was not given yet. */
function givenAtHand(
  facts: Pick<Facts, 'peek'>,
  { redemptionKey, couponKey }: Award,
  stored: RedemptionWithCoupon | null,
): RedemptionWithCoupon | null {
  if (redemptionKey === null || couponKey === null) return null
  const redemption = facts.peek(redemptions, redemptionKey) ?? stored?.redemption
  const coupon = facts.peek(coupons, couponKey) ?? stored?.coupon
  if (!redemption || !coupon) throw new Error(`the coupon of redemption ${redemptionKey} was not loaded`)
  return { redemption, coupon }
}
