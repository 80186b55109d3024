import type { TenantId } from '../../contract/ids.ts'
import type { LogPosition, Topic } from '../../events/event.ts'
import { topicNumber, topicOfNumber } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Endpoint, type EndpointState, STATE, STATES } from '../endpoint.ts'

export interface EndpointToInsert {
  readonly url: string
  readonly topics: readonly Topic[]
  readonly description: string
  readonly sealedHeaders: Buffer | null
  readonly sealedSecret: Buffer
}

/** Makes an endpoint that gets what happens after `start`. Returns its id. */
export async function insertEndpoint(
  tx: Tx,
  tenantId: TenantId,
  endpoint: EndpointToInsert,
  start: LogPosition,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    with made as (
      insert into webhook_endpoint (tenant_id, url, topics, description, sealed_headers, sealed_secret)
      values (${tenantId}, ${endpoint.url}, ${endpoint.topics.map(topicNumber)}::smallint[],
        ${endpoint.description}, ${endpoint.sealedHeaders}, ${endpoint.sealedSecret})
      returning tenant_id, id
    ),
    started as (
      insert into webhook_cursor (tenant_id, endpoint_id, transaction, event_id)
      select tenant_id, id, ${start.transaction}::xid8, ${start.id} from made
    )
    select id from made`,
  )
  const [row] = rows
  if (!row) throw new Error('the endpoint was not made')
  return row.id
}

export async function insertMissingCursors(tx: Tx, tenantId: TenantId, start: LogPosition): Promise<void> {
  await run(
    tx,
    sql`
    insert into webhook_cursor (tenant_id, endpoint_id, transaction, event_id)
    select tenant_id, id, ${start.transaction}::xid8, ${start.id} from webhook_endpoint where tenant_id = ${tenantId}
    on conflict do nothing`,
  )
}

/** Waits for other transactions that add an endpoint, so that the number stays right until this one ends. */
export async function countEndpoints(tx: Tx, tenantId: TenantId): Promise<number> {
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || ${tenantId}::text, 0))`,
  )
  const { rows } = await run(
    tx,
    sql<{ count: number }>`select count(*)::int as count from webhook_endpoint where tenant_id = ${tenantId}`,
  )
  return rows[0]?.count ?? 0
}

interface EndpointRow {
  readonly tenant_id: number
  readonly id: number
  readonly url: string
  readonly topics: number[]
  readonly description: string
  readonly sealed_headers: Buffer | null
  readonly state: number
  readonly state_reason: string | null
  readonly state_since: Date
  readonly previous_secret_until: Date | null
  readonly failing_since: Date | null
  readonly left_out_at: Date | null
  readonly created_at: Date
  readonly version: number
}

/** By id. `headerNamesOf` opens what is sealed: names are shown, values are not. */
export async function listEndpoints(
  tx: Tx,
  tenantId: TenantId,
  headerNamesOf: (sealed: Buffer) => string[],
): Promise<Endpoint[]> {
  const { rows } = await run(
    tx,
    sql<EndpointRow>`
    select endpoint.*, cursor.failing_since, cursor.left_out_at
    from webhook_endpoint as endpoint
    join webhook_cursor as cursor on cursor.tenant_id = endpoint.tenant_id and cursor.endpoint_id = endpoint.id
    where endpoint.tenant_id = ${tenantId}
    order by endpoint.id`,
  )
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    id: row.id,
    url: row.url,
    topics: topicsOf(row.topics),
    description: row.description,
    headerNames: row.sealed_headers ? headerNamesOf(row.sealed_headers) : [],
    state: STATES[row.state] ?? 'disabled',
    stateReason: row.state_reason,
    stateSince: row.state_since.getTime(),
    previousSecretUntil: row.previous_secret_until?.getTime() ?? null,
    failingSince: row.failing_since?.getTime() ?? null,
    leftOutAt: row.left_out_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    version: row.version,
  }))
}

function topicsOf(numbers: readonly number[]): Topic[] {
  return numbers.flatMap((number) => topicOfNumber(number) ?? [])
}

/** Waits for who is changing it. The version that it is in; null: there is no such endpoint. */
export async function lockEndpoint(tx: Tx, tenantId: TenantId, endpointId: number): Promise<number | null> {
  const { rows } = await run(
    tx,
    sql<{ version: number }>`
    select version from webhook_endpoint where tenant_id = ${tenantId} and id = ${endpointId}
    for no key update`,
  )
  return rows[0]?.version ?? null
}

/** What is undefined stays. The worker that has it notices the change within a second. */
export async function updateEndpoint(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  change: Partial<Pick<EndpointToInsert, 'url' | 'topics' | 'description' | 'sealedHeaders'>>,
): Promise<void> {
  const { url, topics, description, sealedHeaders } = change
  await run(
    tx,
    sql`
    update webhook_endpoint
    set url = coalesce(${url ?? null}, url), description = coalesce(${description ?? null}, description),
      topics = coalesce(${topics?.map(topicNumber) ?? null}::smallint[], topics),
      sealed_headers = case when ${sealedHeaders !== undefined}::boolean then ${sealedHeaders ?? null}::bytea
        else sealed_headers end,
      version = version + 1
    where tenant_id = ${tenantId} and id = ${endpointId}`,
  )
}

/** False if there is no such endpoint. The worker that has it notices the change within a second. */
export async function setEndpointState(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  state: EndpointState,
  reason: string | null,
): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    update webhook_endpoint
    set state = ${STATE[state]}::smallint, state_reason = ${reason}, version = version + 1,
      state_since = case when state = ${STATE[state]}::smallint then state_since else now() end
    where tenant_id = ${tenantId} and id = ${endpointId}
    returning id`,
  )
  return rows.length > 0
}

/** By a worker. False if a person has changed the endpoint since the worker leased it: then its answers are of before. */
export async function disableEndpoint(
  tx: Tx,
  { tenantId, id, version }: { readonly tenantId: TenantId; readonly id: number; readonly version: number },
  reason: string,
): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    update webhook_endpoint
    set state = ${STATE.disabled}::smallint, state_reason = ${reason}, version = version + 1, state_since = now()
    where tenant_id = ${tenantId} and id = ${id} and version = ${version} and state = ${STATE.active}::smallint
    returning id`,
  )
  return rows.length > 0
}

/** A fresh start for an endpoint that was disabled for failing: its days are counted from zero again. */
export async function forgetFailing(tx: Tx, tenantId: TenantId, endpointId: number): Promise<void> {
  await run(
    tx,
    sql`
    update webhook_cursor set failing_since = null
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId}`,
  )
}

/** The secret so far goes on signing until a moment; the one before it ends. */
export async function replaceSecret(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  sealedSecret: Buffer,
  previousUntil: Instant,
): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    update webhook_endpoint
    set sealed_previous_secret = sealed_secret, previous_secret_until = ${instantToText(previousUntil)}::timestamptz,
      sealed_secret = ${sealedSecret}, version = version + 1
    where tenant_id = ${tenantId} and id = ${endpointId}
    returning id`,
  )
  return rows.length > 0
}

export async function deleteEndpoint(tx: Tx, tenantId: TenantId, endpointId: number): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`delete from webhook_endpoint where tenant_id = ${tenantId} and id = ${endpointId} returning id`,
  )
  return rows.length > 0
}

/** What is needed to send to an endpoint. */
export interface SealedEndpoint {
  readonly tenantId: TenantId
  readonly id: number
  readonly version: number
  readonly url: string
  readonly topics: readonly Topic[]
  readonly sealedHeaders: Buffer | null
  readonly sealedSecret: Buffer
  readonly sealedPreviousSecret: Buffer | null
  readonly previousSecretUntil: Instant | null
}

export interface SealedEndpointRow {
  readonly tenant_id: number
  readonly id: number
  readonly version: number
  readonly url: string
  readonly topics: number[]
  readonly sealed_headers: Buffer | null
  readonly sealed_secret: Buffer
  readonly sealed_previous_secret: Buffer | null
  readonly previous_secret_until: Date | null
}

export async function findEndpoint(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
): Promise<SealedEndpoint | null> {
  const { rows } = await run(
    tx,
    sql<SealedEndpointRow>`
    select tenant_id, id, version, url, topics, sealed_headers, sealed_secret, sealed_previous_secret,
      previous_secret_until
    from webhook_endpoint
    where tenant_id = ${tenantId} and id = ${endpointId}`,
  )
  return rows[0] ? toSealedEndpoint(rows[0]) : null
}

/** Locks all endpoints of a tenant, so that no secret is replaced while they are sealed again. */
export async function lockEndpoints(tx: Tx, tenantId: TenantId): Promise<SealedEndpoint[]> {
  const { rows } = await run(
    tx,
    sql<SealedEndpointRow>`
    select tenant_id, id, version, url, topics, sealed_headers, sealed_secret, sealed_previous_secret,
      previous_secret_until
    from webhook_endpoint
    where tenant_id = ${tenantId}
    order by id
    for no key update`,
  )
  return rows.map(toSealedEndpoint)
}

/** The secrets themselves do not change, so workers that have opened them need not read them again. */
export async function saveSealed(tx: Tx, endpoint: SealedEndpoint): Promise<void> {
  const until = endpoint.previousSecretUntil
  await run(
    tx,
    sql`
    update webhook_endpoint
    set sealed_headers = ${endpoint.sealedHeaders}, sealed_secret = ${endpoint.sealedSecret},
      sealed_previous_secret = ${endpoint.sealedPreviousSecret},
      previous_secret_until = ${until === null ? null : instantToText(until)}::timestamptz
    where tenant_id = ${endpoint.tenantId} and id = ${endpoint.id}`,
  )
}

/** A secret that signs nothing any more is a secret too many. */
export async function forgetEndedSecrets(
  tx: Tx,
  tenantIds: readonly TenantId[],
  now: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    update webhook_endpoint
    set sealed_previous_secret = null, previous_secret_until = null
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    where webhook_endpoint.tenant_id = wanted.tenant_id
      and previous_secret_until <= ${instantToText(now)}::timestamptz`,
  )
}

export function toSealedEndpoint(row: SealedEndpointRow): SealedEndpoint {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    version: row.version,
    url: row.url,
    topics: topicsOf(row.topics),
    sealedHeaders: row.sealed_headers,
    sealedSecret: row.sealed_secret,
    sealedPreviousSecret: row.sealed_previous_secret,
    previousSecretUntil: row.previous_secret_until?.getTime() ?? null,
  }
}

export async function hasEndpoints(tx: Tx, tenantIds: readonly TenantId[]): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    select from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    join webhook_endpoint as endpoint on endpoint.tenant_id = wanted.tenant_id
    limit 1`,
  )
  return rows.length > 0
}
