import { type Account, inactivityEnd } from '../../accounts/account.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'

export interface ExpiringPoints {
  readonly points: Decimal
  readonly when: Instant
}

export interface Expiring {
  /** What expires when, each lot at its own end, soonest first. */
  readonly points: readonly ExpiringPoints[]
  /** From this moment on there may be more that is not listed; null: that is all. */
  readonly cutAt: Instant | null
}

export const NOTHING_EXPIRES: Expiring = { points: [], cutAt: null }

/**
 * What will expire and when, if nothing happens: at the end that inactivity has, all that has no earlier end of its own.
 * That is not told where there may be earlier ends that are not listed.
 */
export function expiringOf(account: Account, { points, cutAt }: Expiring): readonly ExpiringPoints[] {
  const end = inactivityEnd(account)
  if (end === null || account.balance.points <= ZERO) return points
  const before = points.filter(({ when }) => when < end)
  if (cutAt !== null && cutAt < end) return before
  const left = before.reduce((sum, one) => sum - one.points, account.balance.points)
  return left > ZERO ? [...before, { points: left, when: end }] : before
}
