import { type Collection, keyText } from '../../accounts/till/collection.ts'
import { AWARD_SOURCE, AWARD_STATE } from '../../awards/award.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { loadGiven, type RowOfGiven } from '../../rewards/collections/given-rewards.ts'
import type { RedemptionWithCoupon } from '../../rewards/redemption.ts'

/** What became of the rewards that tiers have given a customer, by award. */
export const tierGifts: Collection<CustomerId, ReadonlyMap<number, RedemptionWithCoupon>> = {
  name: 'tier gifts',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<
        RowOfGiven & { readonly tenant_id: TenantId; readonly customer_id: CustomerId; readonly id: number }
      >`
      select award.tenant_id, award.customer_id, award.id, award.redemption_key, award.coupon_key
      from ${rowsAs('wanted', keyColumns<CustomerId>('customer_id', 'bigint'), keys)}
      join award on award.tenant_id = wanted.tenant_id and award.customer_id = wanted.customer_id
        and award.source = ${AWARD_SOURCE.tier} and award.state = ${AWARD_STATE.given}
        and award.redemption_key is not null`,
    )
    const givenOf = await loadGiven(tx, rows)
    const found = new Map<string, Map<number, RedemptionWithCoupon>>()
    for (const row of rows) {
      const key = keyText({ tenantId: row.tenant_id, key: row.customer_id })
      const given = givenOf(row)
      if (given) found.set(key, (found.get(key) ?? new Map()).set(row.id, given))
    }
    return found
  },
}
