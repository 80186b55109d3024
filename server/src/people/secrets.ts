import { randomBytes } from 'node:crypto'
import type { TenantId } from '../contract/ids.ts'
import { toBase62 } from '../platform/ids.ts'
import { hashSecret } from '../tenancy/credentials.ts'
import { toBase32 } from './totp.ts'

/* Random secrets. Of all of them only the hash is kept: 256 bits, or 80 of a recovery code, need no slow one. */

const SECRET_BYTES = 32
const RECOVERY_BYTES = 10
const RECOVERY_COUNT = 10

/** 256 bits as 43 letters and digits: for cookies and links. */
export function makeSecret(): string {
  return toBase62(randomBytes(SECRET_BYTES))
}

export function isSecretText(text: string): boolean {
  return /^[0-9A-Za-z]{43}$/.test(text)
}

/** As API keys are hashed. */
export const hashOf = hashSecret

/** Ten codes like `K3QF-7ZLA-…`, for the day on which the phone is lost. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_COUNT }, () =>
    (toBase32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  )
}

/** One that can be read out and typed: 80 bits. */
export function makePassword(): string {
  return (toBase32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-')
}

/** As it may be typed: without the dashes, in small letters, with what looks like another character. */
export function hashOfRecoveryCode(typed: string): Buffer {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('0', 'O').replaceAll('1', 'I')
  return hashOf(plain)
}

/** A link says which merchant invites: the search for it is bound to that tenant. */
export function makeInvitationToken(tenantId: TenantId): string {
  return `${tenantId}-${makeSecret()}`
}

export function tenantOfInvitation(token: string): number | null {
  const found = /^([1-9]\d{0,15})-[0-9A-Za-z]{43}$/.exec(token)
  const id = Number(found?.[1])
  return found && Number.isSafeInteger(id) ? id : null
}
