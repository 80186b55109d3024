import { type Collection, keyText } from '../../accounts/till/collection.ts'
import { AWARD_STATE } from '../../awards/award.ts'
import {
  AWARD_POINTS,
  type AwardPointsRow,
  POINTS_OF_AWARD,
  toAwardWithPoints,
} from '../../awards/collections.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { GivenPrize } from '../rules/undo-prize.ts'
import { loadGiven } from './given-rewards.ts'

/**
 * What a customer was given for something that was taken back since, and still has because its coupon was used; by the
 * customer's id in the merchant's store.
 */
export const lostAwards: Collection<string, readonly GivenPrize[]> = {
  name: 'lost awards',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<AwardPointsRow & { readonly original_id: string }>`
      select award.*, wanted.original_id, ${AWARD_POINTS}
      from ${rowsAs('wanted', keyColumns<string>('original_id', 'text'), keys)}
      join customer on customer.tenant_id = wanted.tenant_id and customer.original_id = wanted.original_id
      join award on award.tenant_id = customer.tenant_id and award.customer_id = customer.id
        and award.state = ${AWARD_STATE.given} and award.lost is not null
      ${POINTS_OF_AWARD}
      order by award.id desc`,
    )
    const givenOf = await loadGiven(tx, rows)
    const found = Map.groupBy(rows, (row) => keyText({ tenantId: row.tenant_id, key: row.original_id }))
    return new Map(
      [...found].map(([key, ofCustomer]) => [
        key,
        ofCustomer.map((row) => ({ ...toAwardWithPoints(row), reward: givenOf(row) })),
      ]),
    )
  },
}
