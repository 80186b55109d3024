import { type Collection, keyText } from '../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { type Columns, keyColumns, namesOf, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Consent, ConsentKind } from './terms.ts'

interface ConsentRow {
  readonly kind: ConsentKind
  readonly version: number
  readonly at: Date
  readonly key_id: number
  readonly withdrawn_at: Date | null
}

function toConsent({ kind, version, at, key_id: keyId, withdrawn_at }: ConsentRow): Consent {
  return { kind, version, at: at.getTime(), keyId, withdrawnAt: withdrawn_at?.getTime() ?? null }
}

/** Which version of the terms is in force; null: none are published. */
export async function findTermsInForce(tx: Tx, tenantId: TenantId): Promise<number | null> {
  const { rows } = await run(
    tx,
    sql<{ version: number }>`
    select version from terms_version where tenant_id = ${tenantId}
    order by tenant_id desc, version desc limit 1`,
  )
  return rows[0]?.version ?? null
}

/** The one key of a tenant's terms. */
export const IN_FORCE = 'in force' as const

/** The version of the terms that is in force; of a merchant without any there is none. */
export const termsInForce: Collection<typeof IN_FORCE, number> = {
  name: 'terms in force',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; version: number }>`
      select wanted.tenant_id, newest.version
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[]) as wanted (tenant_id)
      cross join lateral (
        select version from terms_version where terms_version.tenant_id = wanted.tenant_id
        order by terms_version.tenant_id desc, version desc limit 1
      ) as newest`,
    )
    return new Map(
      rows.map(({ tenant_id: tenantId, version }) => [keyText({ tenantId, key: IN_FORCE }), version]),
    )
  },
}

const BY_CUSTOMER = keyColumns<CustomerId>('customer_id', 'bigint')

const CONSENT: Columns<
  Consent & { readonly tenantId: TenantId; readonly customerId: CustomerId },
  'tenant_id' | 'customer_id' | 'kind' | 'version' | 'at' | 'key_id' | 'withdrawn_at'
> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  kind: ['text', ({ kind }) => kind],
  version: ['int', ({ version }) => version],
  at: ['timestamptz', ({ at }) => at],
  key_id: ['bigint', ({ keyId }) => keyId],
  withdrawn_at: ['timestamptz', ({ withdrawnAt }) => withdrawnAt],
}

/** All that a customer has agreed to, by their number: of each kind and version one. */
export const consents: Collection<CustomerId, readonly Consent[]> = {
  name: 'consents',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<ConsentRow & { tenant_id: TenantId; customer_id: CustomerId }>`
      select found.tenant_id, found.customer_id, kind, version, at, key_id, withdrawn_at
      from ${rowsAs('wanted', BY_CUSTOMER, keys)}
      join consent as found
        on found.tenant_id = wanted.tenant_id and found.customer_id = wanted.customer_id`,
    )
    const byCustomer = Map.groupBy(rows, (row) => keyText({ tenantId: row.tenant_id, key: row.customer_id }))
    return new Map([...byCustomer].map(([key, found]) => [key, found.map(toConsent)]))
  },
  async save(tx, changes) {
    const rows = changes.flatMap(({ tenantId, key: customerId, value }) =>
      value.map((consent) => ({ tenantId, customerId, ...consent })),
    )
    if (rows.length === 0) return
    await run(
      tx,
      sql`
      insert into consent as stored (${namesOf(CONSENT)})
      select * from ${rowsAs('given', CONSENT, rows)}
      on conflict (tenant_id, customer_id, kind, version) do update
      set at = excluded.at, key_id = excluded.key_id, withdrawn_at = excluded.withdrawn_at
      where (stored.at, stored.key_id, stored.withdrawn_at)
        is distinct from (excluded.at, excluded.key_id, excluded.withdrawn_at)`,
    )
  },
}

const SHOWN_MAX = 100

/** What a customer has agreed to, newest first. */
export async function findConsents(tx: Tx, tenantId: TenantId, customerId: CustomerId): Promise<Consent[]> {
  const { rows } = await run(
    tx,
    sql<ConsentRow>`
    select kind, version, at, key_id, withdrawn_at from consent
    where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by at desc, kind, version desc limit ${SHOWN_MAX}`,
  )
  return rows.map(toConsent)
}
