/** What terms know of a customer. */
import {
  asItIs,
  ERASED,
  type Erased,
  type Exported,
  listBy,
  momentOf,
  type PageAfter,
} from '../accounts/customer-data-kit.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { ConsentKind } from './terms.ts'

export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      delete from consent using ${rowsAs('erased', ERASED, rows)}
      where consent.tenant_id = erased.tenant_id and consent.customer_id = erased.customer_id`,
    ),
  ]
}

interface ConsentRow {
  readonly kind: ConsentKind
  readonly version: number | null
  readonly at: string
  readonly withdrawnAt: string | null
}

async function findConsents(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after: [kind, version], limit }: PageAfter<readonly [string, number]>,
): Promise<readonly ConsentRow[]> {
  const { rows } = await run(
    tx,
    sql<ConsentRow>`
    select kind, nullif(version, 0) as version, ${momentOf('at')} as at, ${momentOf('withdrawn_at')} as "withdrawnAt"
    from consent
    where tenant_id = ${tenantId} and customer_id = ${customerId} and (kind, version) > (${kind}, ${version}::int)
    order by tenant_id, customer_id, kind, version limit ${limit}`,
  )
  return rows
}

export const exported = {
  consents: listBy({
    first: ['', 0],
    find: findConsents,
    keyOf: ({ kind, version }): readonly [string, number] => [kind, version ?? 0],
    shown: asItIs,
  }),
}
