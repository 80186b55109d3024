import { setBounded } from '../platform/bounded-map.ts'
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
      if (window && window.endsAt > now) window.failures += 1
      else setBounded(windows, who, { failures: 1, endsAt: now + limits.windowMs }, REMEMBERED_MAX)
    },
  }
}

export interface Budget {
  /** Takes one, or says how long this one has to wait for it; 0 when it was taken. */
  take(who: string, now: Instant): number
  giveBack(who: string, now: Instant): void
}

/**
 * So many at once and so many a second after that. It is taken before the outcome is known, since many try at the same
 * time; and it comes back drop by drop, so that among a flood from an address that many share somebody honest gets a
 * turn every now and then.
 */
export function createBudget(limits: { burst: number; perSecond: number }): Budget {
  const { burst, perSecond } = limits
  const spent = new Map<string, { amount: number; at: Instant }>()

  function spentBy(who: string, now: Instant): number {
    const last = spent.get(who)
    return last ? Math.max(0, last.amount - ((now - last.at) / 1_000) * perSecond) : 0
  }

  return {
    take(who, now) {
      const amount = spentBy(who, now)
      if (amount + 1 > burst) return ((amount + 1 - burst) / perSecond) * 1_000
      setBounded(spent, who, { amount: amount + 1, at: now }, REMEMBERED_MAX)
      return 0
    },
    giveBack(who, now) {
      const amount = spentBy(who, now) - 1
      if (amount > 0) spent.set(who, { amount, at: now })
      else spent.delete(who)
    },
  }
}

export interface Turns {
  /** Runs the work of this one, after whoever came before it where too many are under way. */
  take<Result>(who: string, work: () => Promise<Result>): Promise<Result>
}

/** At most so many of one at a time; the others wait in the order in which they came. */
export function createTurns(most: number): Turns {
  const lines = new Map<string, { underWay: number; readonly waiting: (() => void)[] }>()
  return {
    async take(who, work) {
      const line = lines.get(who) ?? { underWay: 0, waiting: [] }
      lines.set(who, line)
      if (line.underWay < most) line.underWay += 1
      // Whoever ends leaves its place to the next: the number under way stays as it is.
      else await new Promise<void>((resolve) => line.waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = line.waiting.shift()
        if (next) next()
        else line.underWay -= 1
        if (line.underWay === 0) lines.delete(who)
      }
    },
  }
}
