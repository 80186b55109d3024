import { randomBytes } from 'node:crypto'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import {
  type Credentials,
  hashSecret,
  makeCredentials,
  SECRET_BYTES,
  TOKEN_BYTES,
  tenantOfToken,
} from './credentials.ts'
import {
  findTenant,
  insertKey,
  insertTenant,
  type KeySummary,
  listKeys,
  revokeKey as revokeStoredKey,
} from './store.ts'
import { type NewTenant, problemOfNewTenant, type Tenant } from './tenant.ts'

const LABEL_MAX = 250

/** Something that the person at the command line or in the panel can put right. */
export class TenancyError extends Error {
  override readonly name = 'TenancyError'
}

export async function createTenant(directory: Database, tenant: NewTenant): Promise<number> {
  const problem = problemOfNewTenant(tenant)
  if (problem) throw new TenancyError(problem)
  return directory.transaction([], (tx) => insertTenant(tx, tenant))
}

/** The secret is in the answer and nowhere else: only its hash is kept. */
export async function createKey(directory: Database, tenantId: number, label: string): Promise<Credentials> {
  if (label.length > LABEL_MAX) {
    throw new TenancyError(`The label must have at most ${LABEL_MAX} characters.`)
  }
  return directory.transaction([tenantId], async (tx) => {
    const tenant = await requireTenant(tx, tenantId)
    const credentials = makeCredentials(tenantId, tenant.isSandbox ? 'test' : 'live', {
      token: randomBytes(TOKEN_BYTES),
      secret: randomBytes(SECRET_BYTES),
    })
    await insertKey(tx, tenantId, {
      token: credentials.token,
      secretHash: hashSecret(credentials.secret),
      label,
    })
    return credentials
  })
}

export async function keysOf(directory: Database, tenantId: number): Promise<KeySummary[]> {
  return directory.transaction([tenantId], async (tx) => {
    await requireTenant(tx, tenantId)
    return listKeys(tx, tenantId)
  })
}

async function requireTenant(tx: Tx, tenantId: number): Promise<Tenant> {
  const tenant = await findTenant(tx, tenantId)
  if (!tenant) throw new TenancyError(`There is no tenant ${tenantId}.`)
  return tenant
}

export async function revokeKey(directory: Database, token: string, now: Instant): Promise<void> {
  const tenantId = tenantOfToken(token)
  const isRevoked =
    tenantId !== null &&
    (await directory.transaction([tenantId], (tx) => revokeStoredKey(tx, tenantId, token, new Date(now))))
  if (!isRevoked) throw new TenancyError(`There is no key with the token ${token}.`)
}
