import { type Collection, keyText } from '../../accounts/till/collection.ts'
import { AWARD_SOURCE, type AwardWithPoints, NOT_UNDONE } from '../../awards/award.ts'
import {
  AWARD_POINTS,
  type AwardPointsRow,
  POINTS_OF_AWARD,
  toAwardWithPoints,
} from '../../awards/collections.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** The prizes of tiers that a customer has earned and that were not undone, by customer. */
export const tierPrizes: Collection<CustomerId, readonly AwardWithPoints[]> = {
  name: 'tier prizes',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<AwardPointsRow>`
      select award.*, ${AWARD_POINTS}
      from ${rowsAs('wanted', keyColumns<CustomerId>('customer_id', 'bigint'), keys)}
      join award on award.tenant_id = wanted.tenant_id and award.customer_id = wanted.customer_id
        and award.source = ${AWARD_SOURCE.tier} and award.state = any (${NOT_UNDONE}::smallint[])
      ${POINTS_OF_AWARD}
      order by award.id`,
    )
    const found = Map.groupBy(rows, (row) => keyText({ tenantId: row.tenant_id, key: row.customer_id }))
    return new Map([...found].map(([key, ofCustomer]) => [key, ofCustomer.map(toAwardWithPoints)]))
  },
  // The awards are saved themselves; it only lets the next of a batch see them.
  save: 'derived',
}
