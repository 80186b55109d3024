import type { Instant } from '../../platform/clock.ts'

/**
 * Whether an endpoint is asked at all. After some different events have failed one after the other, it is the
 * endpoint that is wrong and not the events: then one attempt at a time goes out, at growing distances, and
 * nothing more is read for it, until one is received.
 */
export interface Breaker {
  /** The events that have failed since the last success, as far as they have to be told apart. */
  readonly failedEvents: readonly number[]
  /** How many probes have failed in a row; null: closed. */
  readonly failedProbes: number | null
  /** Nothing is sent before. */
  readonly pausedUntil: Instant
}

export const CLOSED: Breaker = { failedEvents: [], failedProbes: null, pausedUntil: 0 }
/** Where an endpoint was failing when it was last seen: one attempt at once, the others after it. */
export const PROBING: Breaker = { failedEvents: [], failedProbes: 0, pausedUntil: 0 }

const FAILED_EVENTS_MAX = 5
/** The distance of probes doubles up to this many times the first: with the usual plan, from 5 s to 5 minutes. */
const PROBE_GROWTH_MAX = 60

export function isOpen({ failedProbes }: Breaker): boolean {
  return failedProbes !== null
}

/** How many attempts may be under way at this moment. */
export function allowance(breaker: Breaker, concurrency: number, now: Instant): number {
  if (now < breaker.pausedUntil) return 0
  return isOpen(breaker) ? 1 : concurrency
}

export function afterSuccess(breaker: Breaker): Breaker {
  return breaker.failedEvents.length === 0 && !isOpen(breaker) && breaker.pausedUntil === 0 ? breaker : CLOSED
}

export interface Failure {
  readonly eventId: number
  /** When the endpoint wants to be asked again, if it said so. */
  readonly retryAt: Instant | null
}

/** `probeMs`: from opening to the first probe. `random` from 0 to 1. */
export function afterFailure(
  breaker: Breaker,
  { eventId, retryAt }: Failure,
  probeMs: number,
  now: Instant,
  random: number,
): Breaker {
  const failedEvents = breaker.failedEvents.includes(eventId)
    ? breaker.failedEvents
    : [...breaker.failedEvents, eventId].slice(-FAILED_EVENTS_MAX)
  const asked = Math.max(breaker.pausedUntil, retryAt ?? 0)
  if (!isOpen(breaker) && failedEvents.length < FAILED_EVENTS_MAX) {
    return { failedEvents, failedProbes: null, pausedUntil: asked }
  }
  // What was under way when it opened is no probe.
  if (now < breaker.pausedUntil && isOpen(breaker)) return { ...breaker, failedEvents, pausedUntil: asked }
  const failedProbes = (breaker.failedProbes ?? -1) + 1
  const distance = probeMs * Math.min(PROBE_GROWTH_MAX, 2 ** failedProbes)
  const pausedUntil = Math.max(asked, Math.round(now + distance * (0.8 + 0.4 * random)))
  return { failedEvents, failedProbes, pausedUntil }
}
