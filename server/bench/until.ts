import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 60_000

/** Looks until the number is reached. Throws once it has not grown for a minute: what raised it has died. */
export async function untilReached(
  wanted: number,
  look: () => Promise<number>,
  everyMs: number,
): Promise<void> {
  let most = Number.NEGATIVE_INFINITY
  let grownAt = performance.now()
  for (;;) {
    const count = await look()
    if (count >= wanted) return
    if (count > most) {
      most = count
      grownAt = performance.now()
    }
    if (performance.now() - grownAt > PATIENCE_MS)
      throw new Error(`still ${count} of ${wanted} after a minute`)
    await sleep(everyMs)
  }
}
