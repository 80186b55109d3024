import { sql } from 'kysely'
import { keyText, put, type Shelf } from '../accounts/command.ts'
import type { Instant } from '../platform/clock.ts'
import { run } from '../platform/postgres/database.ts'

/** Points that were granted for something other than an order; the key says which of its kind. */
export interface Grant {
  readonly customerId: number
  readonly action: string
  readonly key: string
  readonly recordId: number
  readonly at: Instant
}

function keyOf({ customerId, action, key }: Pick<Grant, 'customerId' | 'action' | 'key'>): string {
  return JSON.stringify([customerId, action, key])
}

export const grantShelf: Shelf<Grant> = {
  name: 'grants',
  async load(tx, keys) {
    const parts = keys.map(({ key }) => JSON.parse(key) as [number, string, string])
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: number
        customer_id: number
        action: string
        grant_key: string
        record_id: number
        granted_at: Date
      }>`
      select granted.*
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${parts.map(([id]) => id)}::bigint[],
          ${parts.map(([, action]) => action)}::text[], ${parts.map(([, , key]) => key)}::text[])
        as wanted (tenant_id, customer_id, action, grant_key)
      join action_grant as granted using (tenant_id, customer_id, action, grant_key)`,
    )
    return new Map(
      rows.map((row) => {
        const grant = {
          customerId: row.customer_id,
          action: row.action,
          key: row.grant_key,
          recordId: row.record_id,
          at: row.granted_at.getTime(),
        }
        return [keyText({ tenantId: row.tenant_id, key: keyOf(grant) }), grant]
      }),
    )
  },
  save: (tx, changes) =>
    run(
      tx,
      sql`
    insert into action_grant (tenant_id, customer_id, action, grant_key, record_id, granted_at)
    select * from unnest(
      ${changes.map((c) => c.tenantId)}::bigint[], ${changes.map((c) => c.item.customerId)}::bigint[],
      ${changes.map((c) => c.item.action)}::text[], ${changes.map((c) => c.item.key)}::text[],
      ${changes.map((c) => c.item.recordId)}::bigint[],
      ${changes.map((c) => new Date(c.item.at).toISOString())}::timestamptz[]
    )`,
    ),
}

export function grantItem(grant: Grant) {
  return put(grantShelf, keyOf(grant), grant)
}

export function grantKey(customerId: number, action: string, key: string): string {
  return keyOf({ customerId, action, key })
}
