import { createHash, randomBytes } from 'node:crypto'
import type { TenantId } from '../../contract/ids.ts'
import { type Columns, keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Sealer, SealingError } from '../../platform/sealing.ts'
import { type Collection, keyText } from '../till/collection.ts'

/** A merchant has one. */
export const OWN = 'own'

const KEY_BYTES = 32

/** What a key is sealed for. */
function contextOf(tenantId: TenantId): string {
  return `erasure-key ${tenantId}`
}

interface StoredKey {
  readonly tenant_id: TenantId
  readonly key: Buffer | null
  readonly sealed_key: Buffer | null
}

/**
 * The key with which a merchant's erased persons are hashed, never replaced. It is made when it is first asked for, which
 * is when the first person is erased; where another process makes one at the same moment, that one counts.
 */
export const erasureKeys: Collection<string, Buffer> = {
  name: 'erasure keys',
  async load(tx, keys) {
    const tenants = [...new Set(keys.map(({ tenantId }) => tenantId))]
    const made = tenants.map((tenantId) => newKey(tx.sealer, tenantId))
    const [, { rows }] = await Promise.all([
      run(
        tx,
        sql`
        insert into erasure_key (tenant_id, key, sealed_key)
        select made.tenant_id, made.key, made.sealed_key from ${rowsAs('made', MADE, made)}
        on conflict do nothing`,
      ),
      readKeys(tx, tenants),
    ])
    return new Map(
      rows.map((row) => [keyText({ tenantId: row.tenant_id, key: OWN }), opened(row, tx.sealer)]),
    )
  },
}

interface NewKey {
  readonly tenantId: TenantId
  readonly key: Buffer | null
  readonly sealedKey: Buffer | null
}

const MADE: Columns<NewKey> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  key: ['bytea', ({ key }) => key],
  sealed_key: ['bytea', ({ sealedKey }) => sealedKey],
}

function newKey(sealer: Sealer | null, tenantId: TenantId): NewKey {
  const key = randomBytes(KEY_BYTES)
  if (!sealer) return { tenantId, key, sealedKey: null }
  return { tenantId, key: null, sealedKey: sealer.seal(key.toString('base64'), contextOf(tenantId)) }
}

const OF_TENANT = keyColumns<string>('own', 'text')

function readKeys(tx: Tx, tenants: readonly TenantId[]): Promise<{ rows: StoredKey[] }> {
  const wanted = tenants.map((tenantId) => ({ tenantId, key: OWN }))
  return run(
    tx,
    sql<StoredKey>`
    select stored.tenant_id, stored.key, stored.sealed_key
    from ${rowsAs('wanted', OF_TENANT, wanted)}
    join erasure_key as stored on stored.tenant_id = wanted.tenant_id`,
  )
}

function opened({ tenant_id: tenantId, key, sealed_key: sealed }: StoredKey, sealer: Sealer | null): Buffer {
  if (key) return key
  if (!sealed || !sealer) {
    throw new SealingError(
      'PUNCHCARD_SECRETS_KEY is not set, and the key for erasing persons is sealed with it.',
    )
  }
  return Buffer.from(sealer.open(sealed, contextOf(tenantId)), 'base64')
}

/**
 * The keys that there are, of those merchants who have erased a customer. One that can't be opened is left out: persons
 * who come back are not recognised then, which must not stop a sale. `serve` and `work` say so when they start.
 */
export async function findErasureKeys(
  tx: Tx,
  tenants: readonly TenantId[],
): Promise<ReadonlyMap<TenantId, Buffer>> {
  const { rows } = await readKeys(tx, [...new Set(tenants)])
  const found = new Map<TenantId, Buffer>()
  for (const row of rows) {
    try {
      found.set(row.tenant_id, opened(row, tx.sealer))
    } catch (error) {
      if (!(error instanceof SealingError)) throw error
    }
  }
  return found
}

/** As it is kept: without the key it doesn't tell what the term was. */
export function hashOfTerm(key: Buffer, term: string): Buffer {
  const inner = createHash('sha256').update(key).update(term).digest()
  return createHash('sha256').update(key).update(inner).digest()
}

/**
 * Seals the merchant's key with the first key of the sealer. `none`: the merchant has erased no customer. `unreadable`: it is
 * sealed with a key that the sealer does not have.
 */
export async function resealErasureKey(
  tx: Tx,
  tenantId: TenantId,
  sealer: Sealer,
): Promise<'none' | 'done' | 'unreadable'> {
  const [row] = (await readKeys(tx, [tenantId])).rows
  if (!row) return 'none'
  let key: Buffer
  try {
    key = opened(row, sealer)
  } catch (error) {
    if (error instanceof SealingError) return 'unreadable'
    throw error
  }
  const sealed = sealer.seal(key.toString('base64'), contextOf(tenantId))
  await run(tx, sql`update erasure_key set key = null, sealed_key = ${sealed} where tenant_id = ${tenantId}`)
  return 'done'
}

/** A merchant's key as it is kept for another number of the same merchant; null: the sealer does not open it. */
export function movedErasureKey(
  sealed: Uint8Array,
  sealer: Sealer,
  { from, to }: { readonly from: TenantId; readonly to: TenantId },
): Buffer | null {
  try {
    return sealer.seal(sealer.open(sealed, contextOf(from)), contextOf(to))
  } catch (error) {
    if (error instanceof SealingError) return null
    throw error
  }
}

export interface SealedKeys {
  /** How many lay as they are, and are sealed now. */
  readonly sealed: number
  /** How many lie as they are, because there is no sealer. */
  readonly clear: number
  /** How many the sealer does not open. */
  readonly unreadable: number
}

/** Seals the keys of these merchants that were kept as they are. */
export async function sealClearKeys(tx: Tx, tenants: readonly TenantId[]): Promise<SealedKeys> {
  const { sealer } = tx
  const { rows } = await readKeys(tx, tenants)
  const clear = rows.filter(({ key }) => key !== null)
  const readable = await findErasureKeys(tx, tenants)
  const unreadable = rows.length - readable.size
  if (!sealer) return { sealed: 0, clear: clear.length, unreadable }
  for (const { tenant_id: tenantId } of clear) await resealErasureKey(tx, tenantId, sealer)
  return { sealed: clear.length, clear: 0, unreadable }
}
