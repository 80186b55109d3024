import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import { openOctets, sealOctets } from '../platform/sealing.ts'
import type { StorefrontKey } from './store/storefront.ts'

/** `pc1`: a token of a customer. `pl1`: a link, which is exchanged for one. Neither can stand in for the other. */
export type TokenKind = 'pc1' | 'pl1'

/** In place of the API key: a person of the merchant made it. */
export const BY_PERSON = 0

/** What a token says, to this server alone. */
export interface CustomerToken {
  /** The customer's number, or the shop's id of one whom only the shop knows. */
  readonly subject: CustomerId | string
  /** See contract/token-scope.ts. */
  readonly scopes: number
  /** The API key that it was made with, or `BY_PERSON`. */
  readonly keyId: number
  /** By the real clock, in whole seconds, as `expiresAt`. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** A token as far as it can be read without its key. */
export interface SealedToken {
  readonly kind: TokenKind
  readonly tenantId: TenantId
  readonly keyNumber: number
  readonly prefix: string
  readonly sealed: Buffer
}

/** An id of a shop may have 250 characters of several bytes. */
const TOKEN_LENGTH_MAX = 2_048
const SHAPE = /^((pc1|pl1)\.([1-9]\d{0,14})\.([1-9]\d{0,8})\.)([A-Za-z0-9_-]{40,})$/

export function sealToken(
  kind: TokenKind,
  tenantId: TenantId,
  key: StorefrontKey,
  { subject, scopes, keyId, issuedAt, expiresAt }: CustomerToken,
): string {
  const prefix = `${kind}.${tenantId}.${key.number}.`
  const payload = JSON.stringify([subject, scopes, keyId, issuedAt, expiresAt])
  return prefix + sealOctets(key.secret, Buffer.from(payload), prefix).toString('base64url')
}

/** null: it is no token of this kind. */
export function readToken(kind: TokenKind, text: string): SealedToken | null {
  if (text.length > TOKEN_LENGTH_MAX) return null
  const [, prefix = '', found, tenantId, keyNumber, sealed = ''] = SHAPE.exec(text) ?? []
  if (found !== kind) return null
  const octets = Buffer.from(sealed, 'base64url')
  // The last character has bits that mean nothing: there is one way to write a token.
  if (octets.toString('base64url') !== sealed) return null
  return { kind, tenantId: Number(tenantId), keyNumber: Number(keyNumber), prefix, sealed: octets }
}

/** null: this key did not seal it, or it was changed. */
export function openToken(key: StorefrontKey, { prefix, sealed }: SealedToken): CustomerToken | null {
  const payload = openOctets(key.secret, sealed, prefix)
  if (!payload) return null
  const [subject, scopes, keyId, issuedAt, expiresAt] = JSON.parse(payload.toString()) as [
    CustomerId | string,
    number,
    number,
    number,
    number,
  ]
  return { subject, scopes, keyId, issuedAt, expiresAt }
}

/** How long a key that was replaced opens tokens, and links. */
const OF_RETIRED_MS: Readonly<Record<TokenKind, number>> = { pc1: 3_600_000, pl1: 7 * 24 * 3_600_000 }
/** Every process knows a new key by then. */
const KNOWN_EVERYWHERE_MS = 5_000

export function opensTokens({ retiredAt, endsAt }: StorefrontKey, kind: TokenKind, now: Instant): boolean {
  if (retiredAt === null) return true
  return now < retiredAt + OF_RETIRED_MS[kind] && (endsAt === null || now < endsAt)
}

/** With which one of these a token is sealed, newest first: one that every process knows. null: there is none. */
export function keyToSeal(keys: readonly StorefrontKey[], now: Instant): StorefrontKey | null {
  const good = keys.filter((key) => opensTokens(key, 'pc1', now))
  return good.find(({ createdAt }) => createdAt <= now - KNOWN_EVERYWHERE_MS) ?? good.at(-1) ?? null
}

/** What a token is to say, and for how long from now on. */
export interface NewToken extends Pick<CustomerToken, 'subject' | 'scopes' | 'keyId'> {
  readonly expiresInSeconds: number
}

/** Seals with the key that is in use; null: none of them can be opened here. */
export function sealNew(
  kind: TokenKind,
  {
    tenantId,
    keys,
    now,
  }: { readonly tenantId: TenantId; readonly keys: readonly StorefrontKey[]; readonly now: Instant },
  { subject, scopes, keyId, expiresInSeconds }: NewToken,
): { readonly text: string; readonly token: CustomerToken } | null {
  const key = keyToSeal(keys, now)
  if (!key) return null
  const issuedAt = Math.floor(now / 1_000)
  const token = { subject, scopes, keyId, issuedAt, expiresAt: issuedAt + expiresInSeconds }
  return { text: sealToken(kind, tenantId, key, token), token }
}
