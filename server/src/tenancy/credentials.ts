import { createHash, hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TenantId } from '../contract/ids.ts'
import { toBase62 } from '../platform/ids.ts'

/**
 * An API key is a public token and a secret:
 *
 *   pct_live_<tenant>_<random><check>   pcs_live_<random><check>
 *
 * The check is a CRC-32, so that a scanner can tell a real one from a look-alike, and so that we refuse a
 * mistyped one without asking the database. The token names its tenant, so that even the search for a key
 * is bound to one tenant.
 */
export interface Credentials {
  readonly token: string
  readonly secret: string
}

export type KeyMode = 'live' | 'test'

export const TOKEN_BYTES = 12
export const SECRET_BYTES = 32

const TOKEN = /^pct_(?:live|test)_([1-9][0-9]{0,15})_[0-9A-Za-z]{17}([0-9A-Za-z]{6})$/
const SECRET = /^pcs_(?:live|test)_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/

export function makeCredentials(
  tenantId: TenantId,
  mode: KeyMode,
  random: { token: Uint8Array; secret: Uint8Array },
): Credentials {
  return {
    token: withCheck(`pct_${mode}_${tenantId}_${toBase62(random.token)}`),
    secret: withCheck(`pcs_${mode}_${toBase62(random.secret)}`),
  }
}

export function withCheck(text: string): string {
  return text + checkOf(text)
}

function checkOf(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return toBase62(bytes)
}

export function isChecked(text: string, pattern: RegExp): boolean {
  const match = pattern.exec(text)
  return match !== null && checkOf(text.slice(0, -6)) === text.slice(-6)
}

/** The tenant that a token names, or null if it can't be a token of this server. */
export function tenantOfToken(token: string): number | null {
  const match = TOKEN.exec(token)
  return match && isChecked(token, TOKEN) ? Number(match[1]) : null
}

export function isSecret(secret: string): boolean {
  return isChecked(secret, SECRET)
}

/** 256 random bits need no slow hash: there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isSecretOf(secret: string, storedHash: Buffer): boolean {
  // Through text: a digest that comes as a buffer has memory of its own to free, which takes half as long again.
  return timingSafeEqual(Buffer.from(hash('sha256', secret, 'hex'), 'hex'), storedHash)
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i

/** Token and secret of an `Authorization: Basic` header, or null if they can't be from this server. */
export function credentialsFromHeader(header: string | undefined): Credentials | null {
  if (header === undefined || header.length > 500) return null
  const encoded = BASIC.exec(header)?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('latin1')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { token: text.slice(0, colon), secret: text.slice(colon + 1) }
}
