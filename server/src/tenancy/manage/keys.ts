import { randomBytes } from 'node:crypto'
import { type Change, type ConfigRefusal, conflict, MISSING, wrong } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { LocalizedText } from '../../contract/locale.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { type Credentials, hashSecret, makeCredentials, SECRET_BYTES, TOKEN_BYTES } from '../credentials.ts'
import {
  findKeyMaker,
  findStoredKey,
  insertKey,
  type KeyToInsert,
  lockStoredKey,
  type StoredKey,
  setKeyEnd,
  setKeyRevoked,
} from '../store/keys.ts'
import type { Tenant } from '../tenant.ts'

const HOUR_MS = 3_600_000

/** A key with its secret, which is nowhere else: only its hash is kept. */
export interface NewKey {
  readonly key: StoredKey
  readonly secret: string
}

export type KeyInput = Pick<KeyToInsert, 'label' | 'scopes' | 'expiresAt' | 'createdBy'>

/** In the directory, like all of these. */
export async function makeKey(
  tx: Tx,
  tenant: Pick<Tenant, 'id' | 'isSandbox'>,
  input: KeyInput,
  now: Instant,
): Promise<NewKey | ConfigRefusal> {
  const { expiresAt = null } = input
  if (expiresAt !== null && expiresAt <= now) return wrong([{ pointer: '/expiresAt', message: IN_THE_PAST }])
  return insert(tx, tenant, { ...input, createdAt: now })
}

const IN_THE_PAST: LocalizedText = {
  en: 'This must be in the future.',
  'pt-BR': 'Isto deve estar no futuro.',
  es: 'Esto debe estar en el futuro.',
}

async function insert(
  tx: Tx,
  tenant: Pick<Tenant, 'id' | 'isSandbox'>,
  input: KeyInput & { readonly createdAt: Instant },
): Promise<NewKey> {
  const { token, secret } = newCredentials(tenant)
  const id = await insertKey(tx, tenant.id, { ...input, token, secretHash: hashSecret(secret) })
  return { key: await stored(tx, tenant.id, id), secret }
}

export function newCredentials({ id, isSandbox }: Pick<Tenant, 'id' | 'isSandbox'>): Credentials {
  return makeCredentials(id, isSandbox ? 'test' : 'live', {
    token: randomBytes(TOKEN_BYTES),
    secret: randomBytes(SECRET_BYTES),
  })
}

export interface RotatedKey extends NewKey {
  readonly before: StoredKey
  /** As it is now: it ends. */
  readonly previous: StoredKey
}

/** A new key of the same kind. The old one is accepted for some hours more, but not for longer than it was anyway. */
export async function rotateKey(
  tx: Tx,
  tenant: Tenant,
  id: number,
  { overlapHours, by, now }: { readonly overlapHours: number; readonly by: string; readonly now: Instant },
): Promise<RotatedKey | ConfigRefusal> {
  const before = await lockStoredKey(tx, tenant.id, id)
  if (!before) return MISSING
  if (!isLive(before, now)) return conflict(OVER)
  const { label, scopes, createdAt, expiresAt } = before
  // One that was to last for some days is replaced by one that lasts as long.
  const lasts = expiresAt === null ? null : now + (expiresAt - createdAt)
  const made = await insert(tx, tenant, { label, scopes, createdBy: by, createdAt: now, expiresAt: lasts })
  const end = now + overlapHours * HOUR_MS
  await setKeyEnd(tx, tenant.id, id, expiresAt === null ? end : Math.min(end, expiresAt))
  return { ...made, before, previous: await stored(tx, tenant.id, id) }
}

const OVER: LocalizedText = {
  en: 'This key is not accepted any more: make a new one.',
  'pt-BR': 'Esta chave não é mais aceita: crie uma nova.',
  es: 'Esta clave ya no se acepta: cree una nueva.',
}

/** Refused from now on, everywhere within a second. */
export async function revokeKeyById(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  now: Instant,
): Promise<Change<StoredKey> | ConfigRefusal> {
  const before = await lockStoredKey(tx, tenantId, id)
  if (!before) return MISSING
  if (before.revokedAt !== null) return { before, after: before }
  await setKeyRevoked(tx, tenantId, id, now)
  return { before, after: await stored(tx, tenantId, id) }
}

export function isLive({ revokedAt, expiresAt }: StoredKey, now: Instant): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now)
}

async function stored(tx: Tx, tenantId: TenantId, id: number): Promise<StoredKey> {
  const found = await findStoredKey(tx, tenantId, id)
  if (!found) throw new Error(`key ${id} is gone right after it was saved`)
  return found
}

const LABEL_SHOWN_MAX = 60

/** Names a key for the audit: what it is for, its token, and who made it and so answers for what it does. */
export function keyNamedBy(directory: Database): (tenantId: TenantId, token: string) => Promise<string> {
  return async (tenantId, token) => {
    const key = await directory.read([tenantId], (tx) => findKeyMaker(tx, tenantId, token))
    const label = key?.label.slice(0, LABEL_SHOWN_MAX) ?? ''
    const name = label === '' ? token : `${label} (${token})`
    return `API key ${name}${key?.createdBy ? `, created by ${key.createdBy}` : ''}`
  }
}
