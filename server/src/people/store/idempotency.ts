import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type ColumnsOf, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** How long an answer can be asked for again. */
const KEPT_MS = 86_400_000

export interface RepeatKey {
  readonly actor: string
  readonly key: string
  /** Of the operation and its body: the same key with another request is a mistake of the sender. */
  readonly requestHash: Buffer
}

export interface KeptAnswer {
  readonly requestHash: Buffer
  /** null: it showed a secret, and was not kept. */
  readonly status: number | null
  readonly version: number | null
  readonly answer: unknown
}

/**
 * Takes the key for this transaction; null: it is ours. Otherwise the answer that is kept under it. Where another
 * transaction has just taken the key, this waits until that one has ended.
 */
export async function takeKey(
  tx: Tx,
  tenantId: TenantId,
  { actor, key, requestHash }: RepeatKey,
  now: Instant,
): Promise<KeptAnswer | null> {
  const { rows: taken } = await run(
    tx,
    sql<{ key: string }>`
    insert into idempotency_key as kept (tenant_id, actor, key, request_hash, at)
    values (${tenantId}, ${actor}, ${key}, ${requestHash}, ${instantToText(now)})
    on conflict (tenant_id, actor, key) do update
    set request_hash = excluded.request_hash, status = null, version = null, answer = null, at = excluded.at
    where kept.at < ${instantToText(now - KEPT_MS)}
    returning kept.key`,
  )
  if (taken.length > 0) return null
  const { rows } = await run(
    tx,
    sql<{ request_hash: Buffer; status: number | null; version: number | null; answer: unknown }>`
    select request_hash, status, version, answer from idempotency_key
    where tenant_id = ${tenantId} and actor = ${actor} and key = ${key}`,
  )
  const [row] = rows
  if (!row) throw new Error('an idempotency key went away while it was read')
  return { requestHash: row.request_hash, status: row.status, version: row.version, answer: row.answer }
}

export async function keepAnswer(
  tx: Tx,
  tenantId: TenantId,
  { actor, key }: RepeatKey,
  kept: { readonly status: number; readonly version: number | null; readonly answer: unknown },
): Promise<void> {
  await run(
    tx,
    sql`
    update idempotency_key
    set status = ${kept.status}, version = ${kept.version}, answer = ${JSON.stringify(kept.answer)}::jsonb
    where tenant_id = ${tenantId} and actor = ${actor} and key = ${key}`,
  )
}

/** A kept answer with the moment of its request. */
export interface KeptUnderKey extends KeptAnswer {
  readonly at: Instant
}

/** Whether it can still be asked for. */
export function isKept({ at }: KeptUnderKey, now: Instant): boolean {
  return at >= now - KEPT_MS
}

interface KeyOfTenant {
  readonly tenantId: TenantId
  readonly actor: string
  readonly key: string
}

interface KeptOfTenant extends KeyOfTenant {
  readonly kept: KeptUnderKey
}

const KEY = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  actor: ['text', ({ actor }) => actor],
  key: ['text', ({ key }) => key],
} as const satisfies ColumnsOf<'idempotency_key', KeyOfTenant>

const KEPT: ColumnsOf<'idempotency_key', KeptOfTenant> = {
  request_hash: ['bytea', ({ kept }) => kept.requestHash],
  status: ['smallint', ({ kept }) => kept.status],
  version: ['int', ({ kept }) => kept.version],
  answer: ['jsonb', ({ kept }) => kept.answer as object],
  at: ['timestamptz', ({ kept }) => kept.at],
}

/** A key that another request has just taken is refused as a race. */
export const insertKept = table('idempotency_key').insert<KeptOfTenant>({ ...KEY, ...KEPT })
export const updateKept = table('idempotency_key').update<KeptOfTenant>(KEY, KEPT)

/** All that is stored under these keys, also what is too old to be asked for. */
export async function findKept(tx: Tx, keys: readonly KeyOfTenant[]): Promise<KeptOfTenant[]> {
  const { rows } = await run(
    tx,
    sql<{
      tenant_id: number
      actor: string
      key: string
      request_hash: Buffer
      status: number | null
      version: number | null
      answer: unknown
      at: Date
    }>`
    select kept.tenant_id, kept.actor, kept.key, kept.request_hash, kept.status, kept.version, kept.answer, kept.at
    from ${rowsAs('wanted', KEY, keys)}
    join idempotency_key as kept
      on kept.tenant_id = wanted.tenant_id and kept.actor = wanted.actor and kept.key = wanted.key`,
  )
  return rows.map(({ tenant_id: tenantId, actor, key, request_hash, status, version, answer, at }) => ({
    tenantId,
    actor,
    key,
    kept: { requestHash: request_hash, status, version, answer, at: at.getTime() },
  }))
}

/** Answers that can't be asked for any more. */
export async function deleteOldKeys(tx: Tx, tenantIds: readonly TenantId[], now: Instant): Promise<void> {
  await run(
    tx,
    sql`
    delete from idempotency_key
    where tenant_id = any (${tenantIds}::bigint[]) and at < ${instantToText(now - KEPT_MS)}`,
  )
}
