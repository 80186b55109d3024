import { hashOf } from '../hashed-set.ts'
import { mixed } from './sample.ts'

/** Of one customer, the first ones: what becomes of a balance is told by all lines before. */
const LINES_OF_ONE = 5

interface Drawn<Item> {
  readonly rank: number
  readonly lines: { readonly line: number; readonly item: Item }[]
}

/**
 * Lines of so many customers, drawn evenly from however many there are: those whose names have the smallest hashes, so
 * that one who is drawn was drawn with the first line, and the same file always gives the same ones. A line that names no
 * customer stands for itself.
 */
export class SampledLines<Item> {
  readonly #size: number
  readonly #seed: number
  readonly #drawn = new Map<string, Drawn<Item>>()
  #largest = { name: '', rank: 0 }

  constructor(size: number, seed: number) {
    this.#size = size
    this.#seed = seed
  }

  add(customer: string | null, line: number, item: Item): void {
    const name = customer ?? `line ${line}`
    const known = this.#drawn.get(name)
    if (known) {
      if (known.lines.length < LINES_OF_ONE) known.lines.push({ line, item })
      return
    }
    const rank = mixed(customer === null ? line : hashOf(name).readUInt32LE(0), this.#seed)
    if (this.#drawn.size >= this.#size) {
      if (rank >= this.#largest.rank) return
      this.#drawn.delete(this.#largest.name)
    }
    this.#drawn.set(name, { rank, lines: [{ line, item }] })
    if (this.#drawn.size >= this.#size) this.#largest = this.#findLargest()
  }

  /** At most as many lines as customers, in the order of the file; those of a customer from the first on. */
  get items(): readonly { readonly line: number; readonly item: Item }[] {
    const inOrder = [...this.#drawn.values()].toSorted((a, b) => a.rank - b.rank)
    return inOrder
      .flatMap(({ lines }) => lines)
      .slice(0, this.#size)
      .toSorted((a, b) => a.line - b.line)
  }

  #findLargest(): { name: string; rank: number } {
    let largest = { name: '', rank: -1 }
    for (const [name, { rank }] of this.#drawn) if (rank > largest.rank) largest = { name, rank }
    return largest
  }
}
