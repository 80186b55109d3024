import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { watchLoad } from '../platform/postgres/load.ts'
import { monotonicClock } from '../platform/system-clock.ts'

/** Workers don't make way for each other. */
const WORKERS = '^punchcard work'
const REST_MAX_MS = 1_000
const LANES_BESIDE_OTHERS = 1
const LOOK_FOR_LANE_MS = 20

/** How work that no request waits for makes way for the rest of the database. */
export interface Pace {
  /** How many others are at work. */
  readonly othersAtWork: () => Promise<number>
  /** Rests as long as the work took, once for each of the others, and at most a second. */
  readonly rest: (workedMs: number, others: number) => Promise<void>
}

export function createPace(pool: pg.Pool, signal: AbortSignal): Pace {
  return {
    othersAtWork: watchLoad(pool, WORKERS),
    rest: (workedMs, others) =>
      sleep(Math.min(REST_MAX_MS, workedMs * others), undefined, { signal }).catch(() => {}),
  }
}

/** Runs pages of several jobs: while others are at work one at a time, with a rest after each. */
export class PacedLanes {
  readonly #pace: Pace
  readonly #lanes: number
  #busy = 0

  constructor(pace: Pace, lanes: number) {
    this.#pace = pace
    this.#lanes = lanes
  }

  readonly run = async <T>(page: (others: number) => Promise<T>): Promise<T> => {
    const others = await this.#enter()
    const startedAt = monotonicClock()
    try {
      return await page(others)
    } finally {
      if (others > 0) await this.#pace.rest(monotonicClock() - startedAt, others)
      this.#busy -= 1
    }
  }

  async #enter(): Promise<number> {
    for (;;) {
      const others = await this.#pace.othersAtWork()
      if (this.#busy < (others > 0 ? LANES_BESIDE_OTHERS : this.#lanes)) {
        this.#busy += 1
        return others
      }
      await sleep(LOOK_FOR_LANE_MS)
    }
  }
}
