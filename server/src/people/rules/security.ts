import type { Instant } from '../../platform/clock.ts'
import type { TenantSettings } from '../../tenancy/tenant.ts'

const GRACE_MS = 7 * 24 * 60 * 60_000

/**
 * Until when a person may go on without a second factor; null: it is not asked for. People are given a week, so that
 * an owner who switches it on does not shut all members out.
 */
export function secondFactorBy({ security }: TenantSettings): Instant | null {
  if (!security?.requireTwoFactor) return null
  const since = security.requireTwoFactorSince
  return since === undefined ? 0 : Date.parse(since) + GRACE_MS
}
