import type { Instant } from '../platform/clock.ts'

export interface Throttle {
  /** How long this one has to wait; 0 when it may try. */
  retryAfterMs(who: string, now: Instant): number
  countFailure(who: string, now: Instant): void
}

const REMEMBERED_MAX = 100_000

/** Allows so many failures in a window of time, then makes the same one wait for the window's end. */
export function createThrottle(limits: { failuresMax: number; windowMs: number }): Throttle {
  const windows = new Map<string, { failures: number; endsAt: Instant }>()

  return {
    retryAfterMs(who, now) {
      const window = windows.get(who)
      if (!window || window.endsAt <= now || window.failures < limits.failuresMax) return 0
      return window.endsAt - now
    },
    countFailure(who, now) {
      const window = windows.get(who)
      if (window && window.endsAt > now) {
        window.failures += 1
        return
      }
      // Forgetting the oldest first keeps memory bounded however many invent tokens.
      windows.delete(who)
      if (windows.size >= REMEMBERED_MAX) {
        const oldest = windows.keys().next().value
        if (oldest !== undefined) windows.delete(oldest)
      }
      windows.set(who, { failures: 1, endsAt: now + limits.windowMs })
    },
  }
}
