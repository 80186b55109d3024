import { type Instant, instantToText } from '../../platform/clock.ts'
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
  tenantId: number,
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
  tenantId: number,
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

/** Answers that can't be asked for any more. */
export async function deleteOldKeys(tx: Tx, tenantIds: readonly number[], now: Instant): Promise<void> {
  await run(
    tx,
    sql`
    delete from idempotency_key
    where tenant_id = any (${tenantIds}::bigint[]) and at < ${instantToText(now - KEPT_MS)}`,
  )
}
