import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { TenantId } from '../../contract/ids.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { RedemptionWithCoupon } from '../redemption.ts'
import { redemptions } from './redemptions.ts'

/** A redemption with what other rows say of it, for showing. */
export interface RedeemedReward extends RedemptionWithCoupon {
  /** Of the reward's configuration; null: it is gone. */
  readonly title: string | null
  /** The order that used its coupon, by its id in the merchant's store. */
  readonly order: string | null
}

const BY_ORIGINAL_KEY = keyColumns<string>('original_key', 'text')

/** Redemptions by their key, as they are shown. */
export const redeemedRewards: Collection<string, RedeemedReward> = {
  name: 'redeemed rewards',
  async load(tx, keys) {
    if (keys.length === 0) return new Map()
    const [found, namesOf] = await Promise.all([redemptions.load(tx, keys), findNames(tx, keys)])
    const couponKeys = keys.flatMap((key) => {
      const redemption = found.get(keyText(key))
      return redemption ? [{ tenantId: key.tenantId, key: redemption.couponKey }] : []
    })
    const issued = await coupons.load(tx, couponKeys)
    return new Map(
      keys.flatMap((key) => {
        const name = keyText(key)
        const redemption = found.get(name)
        const coupon = redemption && issued.get(keyText({ ...key, key: redemption.couponKey }))
        const { title = null, order = null } = namesOf.get(name) ?? {}
        return redemption && coupon ? [[name, { redemption, coupon, title, order }]] : []
      }),
    )
  },
}

type RedeemedNames = Pick<RedeemedReward, 'title' | 'order'>

async function findNames(
  tx: Tx,
  keys: readonly { readonly tenantId: TenantId; readonly key: string }[],
): Promise<Map<string, RedeemedNames>> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: number; original_key: string; title: string | null; order: string | null }>`
    select redeemed.tenant_id, redeemed.original_key, (
        select title from reward_configuration as reward
        where reward.tenant_id = redeemed.tenant_id and reward.id = redeemed.reward_configuration_id
      ) as title, (
        select bought.original_id from coupon
        join customer_order as bought
          on bought.tenant_id = coupon.tenant_id and bought.customer_id = coupon.customer_id
          and bought.id = coupon.order_id
        where coupon.tenant_id = redeemed.tenant_id and coupon.code_key = redeemed.coupon_key
      ) as order
    from ${rowsAs('wanted', BY_ORIGINAL_KEY, keys)}
    join redemption as redeemed
      on redeemed.tenant_id = wanted.tenant_id and redeemed.original_key = wanted.original_key`,
  )
  return new Map(
    rows.map(({ tenant_id, original_key, title, order }) => [
      keyText({ tenantId: tenant_id, key: original_key }),
      { title, order },
    ]),
  )
}
