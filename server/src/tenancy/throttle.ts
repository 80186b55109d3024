import { setBounded } from '../platform/bounded-map.ts'
import type { Instant } from '../platform/clock.ts'

const REMEMBERED_MAX = 100_000

/** Allows so many failures per window of time, and then makes the same sender wait for the end of the window. */
export class Throttle {
  readonly #limits: { readonly failuresMax: number; readonly windowMs: number }
  readonly #windows = new Map<string, { failures: number; endsAt: Instant }>()

  constructor(limits: { failuresMax: number; windowMs: number }) {
    this.#limits = limits
  }

  /** How long this sender has to wait; 0 if it may try. */
  retryAfterMs(who: string, now: Instant): number {
    const window = this.#windows.get(who)
    if (!window || window.endsAt <= now || window.failures < this.#limits.failuresMax) return 0
    return window.endsAt - now
  }

  countFailure(who: string, now: Instant): void {
    const window = this.#windows.get(who)
    if (window && window.endsAt > now) window.failures += 1
    else setBounded(this.#windows, who, { failures: 1, endsAt: now + this.#limits.windowMs }, REMEMBERED_MAX)
  }
}

/**
 * So many at once, and so many per second after that. It is taken before the outcome is known, since many try at the
 * same time; and it comes back one by one, so that during a flood from an address that many share, an honest sender
 * still succeeds now and then.
 */
export class Budget {
  readonly #burst: number
  readonly #perSecond: number
  readonly #spent = new Map<string, { amount: number; at: Instant }>()

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst
    this.#perSecond = perSecond
  }

  /** Takes one and answers 0, or answers how many milliseconds this sender has to wait for it. */
  take(who: string, now: Instant): number {
    const amount = this.#spentBy(who, now)
    if (amount + 1 > this.#burst) return ((amount + 1 - this.#burst) / this.#perSecond) * 1_000
    setBounded(this.#spent, who, { amount: amount + 1, at: now }, REMEMBERED_MAX)
    return 0
  }

  giveBack(who: string, now: Instant): void {
    const amount = this.#spentBy(who, now) - 1
    if (amount > 0) this.#spent.set(who, { amount, at: now })
    else this.#spent.delete(who)
  }

  #spentBy(who: string, now: Instant): number {
    const last = this.#spent.get(who)
    return last ? Math.max(0, last.amount - ((now - last.at) / 1_000) * this.#perSecond) : 0
  }
}

/** Runs at most so many of one sender at a time; its others wait in the order in which they came. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>()

  constructor(most: number) {
    this.#most = most
  }

  async run<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(who) ?? { running: 0, waiting: [] }
    this.#lines.set(who, line)
    if (line.running < this.#most) line.running += 1
    // The one that ends leaves its place to the next: the number that runs stays the same.
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) this.#lines.delete(who)
    }
  }
}
