/**
 * So many items, drawn evenly from however many there are: those whose line has the smallest hash. So the same file always
 * gives the same ones, and they are found again by reading it again.
 */
export class Sample<Item> {
  readonly #size: number
  readonly #seed: number
  #kept: { line: number; rank: number; item: Item }[] = []
  /** Where in `kept` the one stands that goes first. */
  #last = 0

  constructor(size: number, seed: number) {
    this.#size = size
    this.#seed = seed
  }

  add(line: number, item: Item): void {
    const one = { line, rank: mixed(line, this.#seed), item }
    if (this.#kept.length < this.#size) {
      this.#kept.push(one)
    } else {
      const last = this.#kept[this.#last]
      if (!last || last.rank <= one.rank) return
      this.#kept[this.#last] = one
    }
    if (this.#kept.length === this.#size) this.#last = indexOfLargest(this.#kept)
  }

  /** In the order of the file. */
  get items(): readonly { readonly line: number; readonly item: Item }[] {
    return this.#kept.toSorted((a, b) => a.line - b.line)
  }
}

function indexOfLargest(kept: readonly { readonly rank: number }[]): number {
  let largest = 0
  for (const [index, { rank }] of kept.entries()) if (rank > (kept[largest]?.rank ?? 0)) largest = index
  return largest
}

/** A number from 0 to 2³² that tells nothing of this one. */
export function mixed(line: number, seed: number): number {
  let hash = Math.imul(line ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16) ^ line, 0x27d4eb2f)
  return (hash ^ (hash >>> 15)) >>> 0
}
