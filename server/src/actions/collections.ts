import {
  type Changed,
  type Collection,
  keyText,
  type Load,
  load,
  put,
  type TenantKey,
} from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { CustomerId, RecordId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import { type Columns, type ColumnsOf, rowsAs, table } from '../platform/postgres/columns.ts'
import { run } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** What was granted for something other than an order; the key says which of its kind. */
export interface Grant {
  readonly customerId: CustomerId
  readonly action: string
  readonly key: string
  /** Of its points; of a reward without points, the number of the award; null: it was given elsewhere. */
  readonly recordId: RecordId | null
  readonly at: Instant
}

export type GrantName = Pick<Grant, 'customerId' | 'action' | 'key'>

function textOfGrant({ customerId, action, key }: GrantName): string {
  return JSON.stringify([customerId, action, key])
}

const GRANT_KEY: ColumnsOf<'action_grant', TenantKey<GrantName>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  action: ['text', ({ key }) => key.action],
  grant_key: ['text', ({ key }) => key.key],
}

const insertGrants = table('action_grant').insert<Changed<GrantName, Grant>>({
  ...GRANT_KEY,
  record_id: ['bigint', ({ value }) => value.recordId],
  granted_at: ['timestamptz', ({ value }) => value.at],
})

const grants: Collection<GrantName, Grant> = {
  name: 'grants',
  textOf: textOfGrant,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        customer_id: CustomerId
        action: string
        grant_key: string
        record_id: RecordId | null
        granted_at: Date
      }>`
      select granted.*
      from ${rowsAs('wanted', GRANT_KEY, keys)}
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
        return [keyText({ tenantId: row.tenant_id, key: textOfGrant(grant) }), grant]
      }),
    )
  },
  save: insertGrants,
}

export function grantChange(grant: Grant) {
  return put(grants, grant, grant)
}

export function grantLoad(name: GrantName): Load {
  return load(grants, name)
}

/** A grant that was made before; undefined: there is none. */
export function grantOf(facts: Facts, name: GrantName): Grant | undefined {
  return facts.peek(grants, name)
}

/** Who is made by another command of the batch has been granted nothing, unless that did so. */
export function isGranted(facts: Facts, name: GrantName): boolean {
  return grantOf(facts, name) !== undefined
}

/** How often a customer has been granted points for one action. */
export interface GrantTally {
  readonly ever: number
  /** When, of the last two days: a day of the merchant's calendar lies within them, whatever its zone. */
  readonly recently: readonly Instant[]
}

const NO_GRANTS: GrantTally = { ever: 0, recently: [] }

type ActionOfCustomer = Pick<Grant, 'customerId' | 'action'>

function textOfTally({ customerId, action }: ActionOfCustomer): string {
  return JSON.stringify([customerId, action])
}

const ACTION_OF_CUSTOMER: Columns<TenantKey<ActionOfCustomer>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  action: ['text', ({ key }) => key.action],
}

const grantTallies: Collection<ActionOfCustomer, GrantTally> = {
  name: 'grant tallies',
  textOf: textOfTally,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        customer_id: CustomerId
        action: string
        ever: number
        recently: Date[] | null
      }>`
      select wanted.tenant_id, wanted.customer_id, wanted.action, tally.ever, tally.recently
      from ${rowsAs('wanted', ACTION_OF_CUSTOMER, keys)}
      cross join lateral (
        select count(*) as ever,
          array_agg(granted_at) filter (where granted_at > latest.at - interval '2 days') as recently
        from action_grant as granted
        cross join (
          select max(granted_at) as at from action_grant as last
          where last.tenant_id = wanted.tenant_id and last.customer_id = wanted.customer_id
            and last.action = wanted.action
        ) as latest
        where granted.tenant_id = wanted.tenant_id and granted.customer_id = wanted.customer_id
          and granted.action = wanted.action
      ) as tally`,
    )
    return new Map(
      rows.map((row) => [
        keyText({
          tenantId: row.tenant_id,
          key: textOfTally({ customerId: row.customer_id, action: row.action }),
        }),
        { ever: row.ever, recently: (row.recently ?? []).map((at) => at.getTime()) },
      ]),
    )
  },
  // What it counts are the grants, which are saved themselves; it only lets the next of a batch see them.
  save: 'derived',
}

export function tallyLoad(customerId: CustomerId, action: string): Load {
  return load(grantTallies, { customerId, action })
}

export function tallyOf(facts: Facts, customerId: CustomerId, action: string): GrantTally {
  return facts.peek(grantTallies, { customerId, action }) ?? NO_GRANTS
}

/** The tally with one more. */
export function tallyChange(tally: GrantTally, customerId: CustomerId, action: string, at: Instant) {
  const counted = { ever: tally.ever + 1, recently: [...tally.recently, at] }
  return put(grantTallies, { customerId, action }, counted)
}
