import type { Redis } from 'ioredis'
import { setBounded } from '../platform/bounded-map.ts'
import type { Clock, Instant } from '../platform/clock.ts'

/** Counts requests under names, in windows of a second unless they say otherwise. */
export interface RequestCounts {
  /** How many there were in this window under each of the names, this one included. */
  count(
    names: readonly string[],
    windowsMs?: readonly number[],
  ): readonly number[] | Promise<readonly number[]>
}

export const WINDOW_MS = 1_000
const NAMES_MAX = 10_000

/** Counts in this process alone. */
export function countInProcess(clock: Clock, namesMax: number = NAMES_MAX): RequestCounts {
  const windows = new Map<string, { count: number; endsAt: Instant }>()
  return {
    count(names, windowsMs) {
      const now = clock()
      return names.map((name, index) => {
        let window = windows.get(name)
        if (!window || window.endsAt <= now) {
          window = { count: 0, endsAt: now + (windowsMs?.[index] ?? WINDOW_MS) }
          setBounded(windows, name, window, namesMax)
        }
        window.count += 1
        return window.count
      })
    },
  }
}

const COUNT_SCRIPT = `
local counts = {}
for index, name in ipairs(KEYS) do
  counts[index] = redis.call('INCR', name)
  if counts[index] == 1 then redis.call('PEXPIRE', name, ARGV[index]) end
end
return counts`

/** How often a Redis that failed is asked whether it is there again. */
const PROBE_EVERY_MS = 1_000

/**
 * Counts in Redis for all processes together. One that does not answer in time is left alone until it has answered a
 * probe: otherwise each request would wait for its time-out. Until then the counts without Redis hold, so that a
 * merchant's flood stays limited.
 */
export function countInRedis(redis: Redis, ownCounts: RequestCounts): RequestCounts {
  let isBroken = false

  async function probe(): Promise<void> {
    try {
      await redis.ping()
      isBroken = false
    } catch {
      setTimeout(() => void probe(), PROBE_EVERY_MS).unref()
    }
  }

  function breakOff(): void {
    if (isBroken) return
    isBroken = true
    setTimeout(() => void probe(), PROBE_EVERY_MS).unref()
  }

  return {
    async count(names, windowsMs) {
      if (isBroken) return ownCounts.count(names, windowsMs)
      try {
        const keys = names.map((name) => `punchcard-rate-${name}`)
        const windows = names.map((_, index) => windowsMs?.[index] ?? WINDOW_MS)
        return (await redis.eval(COUNT_SCRIPT, keys.length, ...keys, ...windows)) as number[]
      } catch {
        breakOff()
        return ownCounts.count(names, windowsMs)
      }
    },
  }
}
