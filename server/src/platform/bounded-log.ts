import type { Clock, Instant } from './clock.ts'
import type { Logger } from './log.ts'

const LINES_PER_SECOND = 20

/**
 * Logs events that any sender can cause as often as it likes: so many lines per second, and then one that says how many
 * were left out. No sender may fill a disk from outside.
 */
export function createBoundedLog(log: Logger, clock: Clock): (fields: object, message: string) => void {
  let endsAt: Instant = Number.NEGATIVE_INFINITY
  let lines = 0
  let leftOut = 0
  return (fields, message) => {
    const now = clock()
    if (now >= endsAt) {
      if (leftOut > 0) log.info({ leftOut }, 'further security events of the last seconds were left out')
      endsAt = now + 1_000
      lines = 0
      leftOut = 0
    }
    lines += 1
    if (lines <= LINES_PER_SECOND) log.info(fields, message)
    else leftOut += 1
  }
}
