/** Movements as lots: what is left of each credit after everything that was used since. */

import type { Instant } from '../platform/clock.ts'
import { type Decimal, minimum, ZERO } from '../platform/decimal.ts'
import { UnreadableFile } from './reading/format.ts'

/** They are held in memory until the last one is known. */
const LOG_LINES_MAX = 1_000_000

interface Movement {
  readonly line: number
  readonly at: Instant
  readonly points: Decimal
}

/** Logs are written in any order, newest first as often as not, so nothing is known before all movements are. */
export class LogLots {
  readonly #byCustomer = new Map<string, Movement[]>()
  #lines = 0

  add(customer: string, movement: Movement): void {
    this.#lines += 1
    if (this.#lines > LOG_LINES_MAX)
      throw new UnreadableFile('log-too-long', { lines: String(LOG_LINES_MAX) })
    const known = this.#byCustomer.get(customer)
    if (known) known.push(movement)
    else this.#byCustomer.set(customer, [movement])
  }

  /** By line, what is left of it. A customer who used more than there was owes the rest on the line of the last use. */
  left(): ReadonlyMap<number, Decimal> {
    const left = new Map<number, Decimal>()
    for (const [customer, movements] of this.#byCustomer) {
      for (const { line, points } of leftOf(movements)) left.set(line, points)
      this.#byCustomer.delete(customer)
    }
    return left
  }
}

function leftOf(movements: readonly Movement[]): { line: number; points: Decimal }[] {
  const inOrder = movements.toSorted((a, b) => a.at - b.at || a.line - b.line)
  const lots: { line: number; points: Decimal }[] = []
  let owed = ZERO
  let lastUse = 0
  let first = 0
  for (const { line, points } of inOrder) {
    if (points > ZERO) {
      lots.push({ line, points })
    } else if (points < ZERO) {
      owed -= points
      lastUse = line
    }
    for (let lot = lots[first]; lot && owed > ZERO; lot = lots[first]) {
      const used = minimum(owed, lot.points)
      lot.points -= used
      owed -= used
      if (lot.points > ZERO) break
      first += 1
    }
  }
  const open = lots.filter(({ points }) => points > ZERO)
  return owed > ZERO ? [...open, { line: lastUse, points: -owed }] : open
}
