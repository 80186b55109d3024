import { termsOf } from '../../accounts/rules/terms.ts'
import { findAccountsById } from '../../accounts/store/accounts.ts'
import { deleteTerms } from '../../accounts/store/terms.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { TABLE_KINDS } from '../../tenancy/table-kinds.ts'

/** What a customer has who was only imported: it goes too. */
const GOES_TOO: readonly string[] = ['customer', 'action_grant', 'tier_progress']

/** Rows of any other table are something that happened: who has one stays. */
function nothingElseThan(names: readonly string[]): string {
  return Object.entries(TABLE_KINDS)
    .filter(([name, kind]) => kind === 'account' && !names.includes(name))
    .map(
      ([name]) => `and not exists (
        select from ${name} as kept where kept.tenant_id = customer.tenant_id and kept.customer_id = customer.id
      )`,
    )
    .join('\n')
}

const NOTHING_HAPPENED = `event_sequence = 0 and other_sequence is null and order_count = 0 and not has_purchased
      and points_balance = 0 and cashback_balance = 0 and tier_id is null and merged_into is null
      and erased_at is null
      and not exists (
        select from action_grant as granted
        where granted.tenant_id = customer.tenant_id and granted.customer_id = customer.id
          and granted.record_id is not null
      )
      and not exists (
        select from customer as merged
        where merged.tenant_id = customer.tenant_id and merged.merged_into = customer.id
      )`
const GOES = new Fragment(`${NOTHING_HAPPENED} and orders_before is null ${nothingElseThan(GOES_TOO)}`)
/** The same of `customer` before what the import has counted is taken off. */
export const WOULD_GO = new Fragment(
  `${NOTHING_HAPPENED} ${nothingElseThan([...GOES_TOO, 'import_effect', 'imported_progress'])}`,
)

/**
 * Deletes those of these customers on whom nothing hangs. One whose account is being changed stays: the transaction that
 * changes it counts on the row. How many went.
 */
export async function withdrawCustomers(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId }>`
    select customer.id
    from unnest(${[...new Set(ids)]}::bigint[]) as wanted (id)
    join customer on customer.tenant_id = ${tenantId} and customer.id = wanted.id
    where ${GOES}
    for update of customer skip locked`,
  )
  const free = rows.map(({ id }) => id)
  if (free.length === 0) return 0
  const found = await findAccountsById(tx, tenantId, free)
  await deleteTerms(
    tx,
    [...found.values()].flatMap(({ customer }) =>
      termsOf(customer).map((term) => ({ tenantId, customerId: customer.id, term })),
    ),
  )
  await run(
    tx,
    sql`delete from action_grant where tenant_id = ${tenantId} and customer_id = any (${free}::bigint[])`,
  )
  await run(
    tx,
    sql`delete from tier_progress where tenant_id = ${tenantId} and customer_id = any (${free}::bigint[])`,
  )
  await run(
    tx,
    sql`
    with gone as (
      delete from customer where tenant_id = ${tenantId} and id = any (${free}::bigint[]) returning 1
    )
    insert into customer_count as counted (tenant_id, tier_id, slot, customers)
    select ${tenantId}::bigint, 0, pg_backend_pid() % 32, -count(*) from gone having count(*) > 0
    on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers`,
  )
  return free.length
}
