import type { Clock, Instant } from './clock.ts'

const MINUTE_MS = 60_000
const NAMES_MAX = 10_000

/** Whether it is time to tell something again: at most once a minute for each name. */
export function oncePerMinute(clock: Clock): (name: string | number) => boolean {
  const toldAt = new Map<string | number, Instant>()
  return (name) => {
    const now = clock()
    if (now - (toldAt.get(name) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return false
    if (toldAt.size >= NAMES_MAX) toldAt.clear()
    toldAt.set(name, now)
    return true
  }
}
