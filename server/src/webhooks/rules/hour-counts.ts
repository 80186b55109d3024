import type { Instant } from '../../platform/clock.ts'

const HOUR_MS = 3_600_000
/** Each is √2 times as wide as the one before: from 1 ms to 16 s, which no attempt exceeds. */
const BUCKETS = 28

/** What was sent to an endpoint in one hour. */
export interface HourCount {
  readonly hour: Instant
  /** All attempts. */
  readonly sent: number
  /** Those that were not received. */
  readonly failed: number
  /** How long the received ones took. */
  readonly buckets: readonly number[]
}

/** Counts attempts until they are saved. */
export class HourCounts {
  readonly #hours = new Map<Instant, { sent: number; failed: number; buckets: number[] }>()

  add(at: Instant, durationMs: number, isReceived: boolean): void {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS
    let count = this.#hours.get(hour)
    if (!count) {
      count = { sent: 0, failed: 0, buckets: new Array<number>(BUCKETS).fill(0) }
      this.#hours.set(hour, count)
    }
    count.sent += 1
    if (!isReceived) count.failed += 1
    else {
      const bucket = bucketOf(durationMs)
      count.buckets[bucket] = (count.buckets[bucket] ?? 0) + 1
    }
  }

  /** What is to be saved. Counting goes on beside it. */
  pending(): HourCount[] {
    return [...this.#hours].map(([hour, count]) => ({ hour, ...count, buckets: [...count.buckets] }))
  }

  saved(counts: readonly HourCount[]): void {
    for (const { hour, sent, failed, buckets } of counts) {
      const count = this.#hours.get(hour)
      if (!count) continue
      count.sent -= sent
      count.failed -= failed
      for (const [index, saved] of buckets.entries())
        count.buckets[index] = (count.buckets[index] ?? 0) - saved
      if (count.sent === 0) this.#hours.delete(hour)
    }
  }
}

function bucketOf(durationMs: number): number {
  return Math.min(BUCKETS - 1, Math.floor(2 * Math.log2(Math.max(1, durationMs))))
}

/** What all of these hours come to. */
export interface HoursTotal {
  readonly sent: number
  readonly failed: number
  /** Milliseconds within which half of the received attempts were answered; null: none was received. */
  readonly p50Ms: number | null
  readonly p95Ms: number | null
}

export function totalOf(hours: readonly HourCount[]): HoursTotal {
  const sum = (read: (hour: HourCount) => number): number => hours.reduce((all, hour) => all + read(hour), 0)
  const buckets = Array.from({ length: BUCKETS }, (_, index) => sum((hour) => hour.buckets[index] ?? 0))
  return {
    sent: sum(({ sent }) => sent),
    failed: sum(({ failed }) => failed),
    p50Ms: quantileOf(buckets, 0.5),
    p95Ms: quantileOf(buckets, 0.95),
  }
}

/** Exact to the width of a bucket; within it, as if the durations were spread evenly on a logarithmic scale. */
function quantileOf(buckets: readonly number[], share: number): number | null {
  const all = buckets.reduce((total, count) => total + count, 0)
  if (all === 0) return null
  let before = 0
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && before + count >= share * all) {
      const within = (share * all - before) / count
      return Math.round(2 ** ((index + within) / 2))
    }
    before += count
  }
  return null
}
