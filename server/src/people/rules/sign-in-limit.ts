import type { Instant } from '../../platform/clock.ts'

/* How often a sign-in may fail. It is counted before the password is hashed: a guess costs the one who guesses. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Of an account from one network, one known browser or one session: then that one waits a minute, and after each further
 * failure twice as long, up to an hour.
 */
const FREE_FAILURES = 5
const WAIT_MAX_MS = HOUR_MS
/**
 * Of an account from all networks together: then all of them wait two minutes after each further failure. Many more than
 * one sender has, so that it takes many networks to make the person wait; and slow enough for one who has many.
 */
const FREE_FAILURES_EVERYWHERE = 30
const WAIT_EVERYWHERE_MS = 2 * MINUTE_MS
/** Of a network within an hour: one sender that tries many accounts. */
const FAILURES_OF_NETWORK = 50

export interface SignInLimit {
  readonly failures: number
  /** null: it may be tried. */
  readonly blockedUntil: Instant | null
  /** When all of it is forgotten. */
  readonly forgetAt: Instant
}

export type Counted = { readonly next: SignInLimit } | { readonly retryAfterMs: number }

/** Counts a try of one sender as a failure, until it turns out to be none; or says how long to wait. */
export function countForSender(last: SignInLimit | null, now: Instant): Counted {
  return countUnlessBlocked(last, now, (failures) => (failures < FREE_FAILURES ? null : waitAfter(failures)))
}

/** The same for an account, from all networks. */
export function countForAccount(last: SignInLimit | null, now: Instant): Counted {
  return countUnlessBlocked(last, now, (failures) =>
    failures < FREE_FAILURES_EVERYWHERE ? null : WAIT_EVERYWHERE_MS,
  )
}

function countUnlessBlocked(
  last: SignInLimit | null,
  now: Instant,
  waitOf: (failures: number) => number | null,
): Counted {
  const known = last && last.forgetAt > now ? last : null
  if (known?.blockedUntil != null && known.blockedUntil > now) {
    return { retryAfterMs: known.blockedUntil - now }
  }
  const failures = (known?.failures ?? 0) + 1
  const waitMs = waitOf(failures)
  return {
    next: { failures, blockedUntil: waitMs === null ? null : now + waitMs, forgetAt: now + DAY_MS },
  }
}

function waitAfter(failures: number): number {
  return Math.min(MINUTE_MS * 2 ** (failures - FREE_FAILURES), WAIT_MAX_MS)
}

/** The same for a network, whose hour begins with its first failure. */
export function countForNetwork(last: SignInLimit | null, now: Instant): Counted {
  const known = last && last.forgetAt > now ? last : null
  if (known && known.failures >= FAILURES_OF_NETWORK) return { retryAfterMs: known.forgetAt - now }
  return {
    next: {
      failures: (known?.failures ?? 0) + 1,
      blockedUntil: null,
      forgetAt: known?.forgetAt ?? now + HOUR_MS,
    },
  }
}
