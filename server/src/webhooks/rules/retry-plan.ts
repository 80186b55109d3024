import type { Instant } from '../../platform/clock.ts'

/** Seconds from each failed attempt to the next: about three days, then the event is parked. */
export const RETRY_SECONDS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
const RETRY_AFTER_MAX_MS = 86_400_000
/** Up to a fifth later, so that what failed together is not sent again together. Never earlier. */
const JITTER = 0.2

/** What became of an attempt. */
export type Outcome =
  | { readonly kind: 'received'; readonly status: number }
  | { readonly kind: 'gone'; readonly status: number }
  | {
      readonly kind: 'failed'
      /** null: there was no answer. */
      readonly status: number | null
      /** When the endpoint wants to be asked again, if it said so. */
      readonly retryAt: Instant | null
    }

export function outcomeOf(status: number, retryAfter: string | undefined, now: Instant): Outcome {
  if (status >= 200 && status < 300) return { kind: 'received', status }
  if (status === 410) return { kind: 'gone', status }
  return { kind: 'failed', status, retryAt: readRetryAfter(retryAfter, now) }
}

/** Seconds or a date, at most a day ahead; null where it is neither or is over. */
function readRetryAfter(text: string | undefined, now: Instant): Instant | null {
  if (text === undefined) return null
  const at = /^\d{1,9}$/.test(text.trim()) ? now + Number(text) * 1_000 : Date.parse(text)
  return Number.isFinite(at) && at > now ? Math.min(at, now + RETRY_AFTER_MAX_MS) : null
}

/** When to try again after so many failed attempts; null: never by itself. `random` from 0 to 1. */
export function nextAttemptAt(
  plan: readonly number[],
  attempts: number,
  retryAt: Instant | null,
  now: Instant,
  random: number,
): Instant | null {
  const seconds = plan[attempts - 1]
  if (seconds === undefined) return null
  return Math.max(Math.round(now + seconds * 1_000 * (1 + JITTER * random)), retryAt ?? 0)
}
