/** Every place beside the customer's own row where something may lie that tells who a customer is. */
import type { Forgotten } from '../accounts/customer-data-kit.ts'
import { type Collection, type Journal, keyText } from '../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { keyColumns, rowsAs } from '../platform/postgres/columns.ts'
import { run } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Belongings } from './erasure.ts'
import { ROOMS } from './rooms.ts'

const BY_NUMBER = keyColumns<CustomerId>('id', 'bigint')

/** What there is of a customer, by number. */
export const belongings: Collection<CustomerId, Belongings> = {
  name: 'belongings',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<Belongings & { tenant_id: TenantId; id: CustomerId }>`
      select wanted.tenant_id, wanted.id, (
        select count(*)::int from customer_order as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as orders, (
        select count(*)::int from redemption as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as redemptions, (
        select count(*)::int from coupon as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
          and not is_used and inactivated_at is null
      ) as "openCoupons", (
        select count(*)::int from quiz_answer as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as "quizAnswers", (
        select count(*)::int from customer_note as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) + (
        select count(*)::int from balance_change as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id and note is not null
      ) + (
        select (count(note) + count(decision_note))::int from approval as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as notes, (
        select count(*)::int from customer_alias as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as "formerIds"
      from ${rowsAs('wanted', BY_NUMBER, keys)}`,
    )
    return new Map(
      rows.map(({ tenant_id: tenantId, id, ...counts }) => [keyText({ tenantId, key: id }), counts]),
    )
  },
}

/** Who was merged into customers: what both had answered, and what receivers said of their events, is still theirs. */
export const mergedInto: Collection<CustomerId, readonly CustomerId[]> = {
  name: 'merged into',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; into: CustomerId; id: CustomerId }>`
      select merged.tenant_id, merged.merged_into as into, merged.id
      from ${rowsAs('wanted', BY_NUMBER, keys)}
      join customer as merged on merged.tenant_id = wanted.tenant_id and merged.merged_into = wanted.id`,
    )
    const byCustomer = Map.groupBy(rows, (row) => keyText({ tenantId: row.tenant_id, key: row.into }))
    return new Map([...byCustomer].map(([key, merged]) => [key, merged.map(({ id }) => id)]))
  },
}

/** Empties all that lies elsewhere; the customer's own row, and by what it is found, are written with the account. */
export const forgetting: Journal<Forgotten> = {
  name: 'forgetting',
  append: (tx, rows) => Promise.all(Object.values(ROOMS).flatMap(({ forget }) => forget(tx, rows))),
}
