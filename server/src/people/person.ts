import type { TenantId } from '../contract/ids.ts'
import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** A person who manages merchants, or runs the installation. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly locale: Locale
  readonly theme: Theme
  /** null: not set yet, so no one can sign in. */
  readonly passwordHash: string | null
  /** Sealed; null: no second factor. */
  readonly totpSecret: Buffer | null
  readonly totpPending: Buffer | null
  readonly totpLastStep: number | null
  readonly recoveryHashes: readonly Buffer[]
  readonly isOperator: boolean
  /** Where to look for memberships; what counts is the membership. */
  readonly tenantIds: readonly TenantId[]
  readonly failedSignIns: number
  readonly failedSignInAt: Instant | null
  readonly createdAt: Instant
}

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]+$/
const EMAIL_MAX = 254

/** As it is kept and compared; null: this is no address. */
export function readEmail(text: string): string | null {
  const email = text.trim().normalize('NFC').toLowerCase()
  return email.length <= EMAIL_MAX && EMAIL.test(email) ? email : null
}

/** Sealed for one person: moved to another's row, it does not open. */
export function totpContext(personId: number): string {
  return `totp of person ${personId}`
}

/** For the audit, which can't be changed: enough to recognise the address, and not the address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
