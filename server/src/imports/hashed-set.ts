import { hash } from 'node:crypto'

/** So many tables, each of which grows by itself: growing needs no second copy of the whole. */
const TABLES = 256
const FIRST_SLOTS = 64
/** Room for so many texts is made at once at most: a file may look as if it had more lines than it has. */
const EXPECTED_MAX = 20_000_000
const FULLEST = 0.8
const GROWTH = 1.2
/** Tables differ a little in how many texts they get, and the last lines may be shorter than the first. */
const ROOM = 1.1
const EMPTY = 0

interface Table {
  low: Uint32Array
  high: Uint8Array | Uint16Array
  taken: number
}

/**
 * Which texts were seen, for files of ten million lines: a text takes 5 or 6 octets of its hash, and some room. Of ten
 * million, two that are unlike look alike once in five files with 5 octets, and once in 1,400 files with 6.
 */
export class HashedSet {
  readonly #octets: 5 | 6
  readonly #tables: Table[]

  /** `expected`: how many texts come. Growing leaves memory behind that is not soon free again. */
  constructor(octets: 5 | 6, expected = 0) {
    this.#octets = octets
    const slots = Math.ceil(Math.min(expected, EXPECTED_MAX) / (TABLES * FULLEST) + 1) * ROOM
    this.#tables = Array.from({ length: TABLES }, () =>
      this.#newTable(Math.max(FIRST_SLOTS, Math.ceil(slots))),
    )
  }

  /** False: it was there. */
  add(octets: Buffer): boolean {
    const table = this.#tables[octets[0] ?? 0]
    if (!table) throw new Error('there is a table for each octet')
    const low = octets.readUInt32LE(1)
    const high = (this.#octets === 5 ? octets.readUInt8(5) : octets.readUInt16LE(5)) || 1
    if (table.taken >= table.low.length * FULLEST) this.#grow(table)
    return put(table, low, high)
  }

  /** Roughly. */
  get bytes(): number {
    return this.#tables.reduce((sum, { low }) => sum + low.length * this.#octets, 0)
  }

  #newTable(slots: number): Table {
    const high = this.#octets === 5 ? new Uint8Array(slots) : new Uint16Array(slots)
    return { low: new Uint32Array(slots), high, taken: 0 }
  }

  #grow(table: Table): void {
    const { low, high } = table
    Object.assign(table, this.#newTable(Math.ceil(low.length * GROWTH)))
    for (let slot = 0; slot < low.length; slot += 1) {
      const one = high[slot] ?? EMPTY
      if (one !== EMPTY) put(table, low[slot] ?? 0, one)
    }
  }
}

function put(table: Table, low: number, high: number): boolean {
  const { low: lows, high: highs } = table
  let slot = low % lows.length
  while (highs[slot] !== EMPTY) {
    if (lows[slot] === low && highs[slot] === high) return false
    slot = slot + 1 === lows.length ? 0 : slot + 1
  }
  lows[slot] = low
  highs[slot] = high
  table.taken += 1
  return true
}

export function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** How often each text was seen. */
export class HashedCounts {
  readonly #seen: HashedSet
  readonly #more = new Map<string, number>()

  constructor(expected = 0) {
    this.#seen = new HashedSet(6, expected)
  }

  /** How many equal ones came before it. */
  add(text: string): number {
    const octets = hashOf(text)
    if (this.#seen.add(octets)) return 0
    const key = octets.toString('latin1', 0, 7)
    const before = this.#more.get(key) ?? 1
    this.#more.set(key, before + 1)
    return before
  }

  get bytes(): number {
    return this.#seen.bytes + this.#more.size * 100
  }
}
