import type { Instant } from '../../platform/clock.ts'

/** How far a job was at a moment. */
export interface Sample {
  readonly at: Instant
  readonly done: number
}

export const LOOK_BACK_MS = 60_000
/** Two looks within less say nothing about a rate. */
const SPAN_MIN_MS = 500

export interface Pace {
  readonly perSecond: number
  /** null: the total is not known, or nothing moves. */
  readonly secondsLeft: number | null
}

/** From the oldest look within the last minute to the newest; null: it can't be told yet. */
export function paceOf(samples: readonly Sample[], total: number | null, now: Instant): Pace | null {
  const recent = samples.filter(({ at }) => at >= now - LOOK_BACK_MS && at <= now)
  const [first] = recent
  const last = recent.at(-1)
  if (!first || !last || last.at - first.at < SPAN_MIN_MS || last.done < first.done) return null
  const perSecond = Math.round(((last.done - first.done) * 1_000) / (last.at - first.at))
  const isKnown = total !== null && perSecond > 0
  return { perSecond, secondsLeft: isKnown ? Math.ceil(Math.max(0, total - last.done) / perSecond) : null }
}
