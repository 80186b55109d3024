import type { Instant } from '../../platform/clock.ts'

/** What a merchant asks of the people who manage it. */
export interface SecuritySettings {
  readonly requireTwoFactor?: boolean
  /** When that was switched on. */
  readonly requireTwoFactorSince?: string
  /** After how long without a request a session ends; null: the usual time. */
  readonly idleMinutes?: number | null
  /** Networks from which the merchant can be managed; empty: from everywhere. */
  readonly allowedAddresses?: readonly string[]
}

const GRACE_MS = 7 * 24 * 60 * 60_000

/**
 * Until when a person may go on without a second factor; null: it is not asked for. People are given a week, so that
 * an owner who switches it on does not shut everybody out.
 */
export function secondFactorBy(security: SecuritySettings | undefined): Instant | null {
  if (!security?.requireTwoFactor) return null
  const since = security.requireTwoFactorSince
  return since === undefined ? 0 : Date.parse(since) + GRACE_MS
}
