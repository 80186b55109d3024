import { randomBytes } from 'node:crypto'
import type { TenantId } from '../contract/ids.ts'
import { toBase62 } from '../platform/ids.ts'
import { isChecked, type KeyMode, withCheck } from '../tenancy/credentials.ts'

/**
 * A token of the management API: `pca_live_<tenant>_<random><check>`. Like an API key it names its tenant, so that the
 * search for it is bound to that one, and its check is a CRC-32, so that a mistyped one is refused without a search.
 */
const TOKEN = /^pca_(?:live|test)_([1-9][0-9]{0,15})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/
const RANDOM_BYTES = 32
/** How much of the random part is shown in lists. */
const SHOWN = 4

export function makeAdminToken(tenantId: TenantId, mode: KeyMode): string {
  return withCheck(`pca_${mode}_${tenantId}_${toBase62(randomBytes(RANDOM_BYTES))}`)
}

/** The tenant that a token names, or null if it can't be a token of this server. */
export function tenantOfAdminToken(token: string): number | null {
  const match = TOKEN.exec(token)
  return match && isChecked(token, TOKEN) ? Number(match[1]) : null
}

export function startOfAdminToken(token: string): string {
  const random = token.lastIndexOf('_') + 1
  return token.slice(0, random + SHOWN)
}

/** The token of an `Authorization: Bearer` header; null: there is none, or it is none of ours. */
export function tokenFromHeader(header: string): string | null {
  return /^Bearer +(pca_[0-9A-Za-z_]{1,100})$/i.exec(header)?.[1] ?? null
}
