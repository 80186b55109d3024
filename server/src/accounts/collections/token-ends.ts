import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { append, type Change, type Journal } from '../till/collection.ts'

interface TokenEnd {
  readonly customerId: CustomerId
  /** By the clock that tokens go by, which is not the tenant's. */
  readonly at: Instant
}

const END: Columns<TokenEnd & { readonly tenantId: TenantId }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  at: ['timestamptz', ({ at }) => at],
}

/** Until when tokens of the storefront were made that are good no longer. */
const tokenEnds: Journal<TokenEnd> = {
  name: 'ends of tokens',
  append: (tx, rows) =>
    run(
      tx,
      sql`
      insert into storefront_block (tenant_id, customer_id, since)
      select tenant_id, customer_id, greatest(now(), max(at)) from ${rowsAs('ended', END, rows)}
      group by tenant_id, customer_id
      on conflict (tenant_id, customer_id) do update set since = greatest(storefront_block.since, excluded.since)`,
    ),
}

/** Ends all tokens of a customer that were made until then. */
export function tokenEndChange(end: TokenEnd): Change {
  return append(tokenEnds, end)
}
