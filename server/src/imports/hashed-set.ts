import { hash } from 'node:crypto'

/** So many tables, each of which grows by itself: growing needs no second copy of the whole. */
const TABLES = 256
const FIRST_SLOTS = 64
/** Room for so many texts is made at once at most: a file may look as if it had more lines than it has. */
const EXPECTED_MAX = 20_000_000
const FULLEST = 0.9
const GROWTH = 1.2
/** Tables differ a little in how many texts they get, and the last lines may be shorter than the first. */
const ROOM = 1.03
/** Of a slot. In others: how far behind its place a text lies, and one more. */
const EMPTY = 0
/** What would lie farther away is kept beside the tables: one text of thousands. */
const FARTHEST = 254
/** Of the 32 bits of a hash that say where a text belongs in its table. */
const PLACES = 2 ** 32
const LOW = 2 ** 32

interface Table {
  readonly distances: Uint8Array
  readonly low: Uint32Array
  readonly high: Uint8Array | null
  /** What lies too far from its place. */
  readonly far: Set<string>
  taken: number
}

/** By what a text is known in its table. */
interface Print {
  readonly place: number
  readonly rest: number
}

/**
 * Which texts were seen, for files of ten million lines. Where a text lies tells the first bits of its hash, so a slot
 * keeps only the others, and a text takes 5 or 6 octets and some room. Of ten million texts, two that are unlike look
 * alike once in a thousand files with 5 octets, and once in 250,000 files with 6; of a tenth of them, ten times more
 * rarely.
 */
export class HashedSet {
  readonly #octets: 5 | 6
  /** How many values the bits of a hash take that are not about its place. */
  readonly #rests: number
  readonly #tables: Table[]

  /** `expected`: how many texts come. Growing leaves memory behind that is not soon free again. */
  constructor(octets: 5 | 6, expected = 0) {
    this.#octets = octets
    const wanted = (Math.min(expected, EXPECTED_MAX) / (TABLES * FULLEST)) * ROOM
    const slots = Math.max(FIRST_SLOTS, Math.ceil(wanted))
    this.#rests = Math.floor((octets === 5 ? LOW : LOW * 256) / placesOf(slots))
    this.#tables = Array.from({ length: TABLES }, () => this.#newTable(slots, new Set()))
  }

  /** False: it was there. `octets`: at least twelve of its hash. */
  add(octets: Buffer): boolean {
    const number = octets.readUInt8(0)
    let table = this.#tables[number]
    if (!table) throw new Error('there is a table for each octet')
    if (table.taken >= table.low.length * FULLEST) {
      table = this.#grown(table)
      this.#tables[number] = table
    }
    const rest = octets.readUIntLE(5, 6) % this.#rests
    return this.#put(table, { place: octets.readUInt32LE(1), rest })
  }

  /** Roughly. */
  get bytes(): number {
    return this.#tables.reduce((sum, { low, far }) => sum + low.length * this.#octets + far.size * 100, 0)
  }

  #newTable(slots: number, far: Set<string>): Table {
    return {
      far,
      distances: new Uint8Array(slots),
      low: new Uint32Array(slots),
      high: this.#octets === 5 ? null : new Uint8Array(slots),
      taken: 0,
    }
  }

  #put(table: Table, { place, rest }: Print): boolean {
    const { distances, low, high, far } = table
    const slots = low.length
    const home = Math.floor((place * slots) / PLACES)
    const kept = (place - firstOf(home, slots)) * this.#rests + rest
    const keptHigh = Math.floor(kept / LOW)
    const keptLow = kept - keptHigh * LOW
    let slot = home
    let distance = 1
    for (; distance <= FARTHEST && distances[slot] !== EMPTY; distance += 1) {
      const isSame = distances[slot] === distance && low[slot] === keptLow
      if (isSame && (!high || high[slot] === keptHigh)) return false
      slot = slot + 1 === slots ? 0 : slot + 1
    }
    // Before the table grew there may have been no slot.
    if (far.size > 0 && far.has(`${place} ${rest}`)) return false
    if (distance > FARTHEST) far.add(`${place} ${rest}`)
    else {
      distances[slot] = distance
      low[slot] = keptLow
      if (high) high[slot] = keptHigh
      table.taken += 1
    }
    return true
  }

  #grown({ distances, low, high, far }: Table): Table {
    const slots = low.length
    const grown = this.#newTable(Math.ceil(slots * GROWTH), far)
    for (let slot = 0; slot < slots; slot += 1) {
      const distance = distances[slot] ?? EMPTY
      if (distance === EMPTY) continue
      const home = (slot - (distance - 1) + slots) % slots
      const kept = (high?.[slot] ?? 0) * LOW + (low[slot] ?? 0)
      const rest = kept % this.#rests
      this.#put(grown, { place: firstOf(home, slots) + (kept - rest) / this.#rests, rest })
    }
    return grown
  }
}

/** The first of the hashes that belong to a slot. */
function firstOf(slot: number, slots: number): number {
  return Math.ceil((slot * PLACES) / slots)
}

/** How many hashes belong to one slot, at most. */
function placesOf(slots: number): number {
  return Math.ceil(PLACES / slots) + 1
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
    const key = octets.toString('latin1', 0, 11)
    const before = this.#more.get(key) ?? 1
    this.#more.set(key, before + 1)
    return before
  }

  get bytes(): number {
    return this.#seen.bytes + this.#more.size * 100
  }
}
