import { Batcher } from '../platform/batcher.ts'
import { setBounded } from '../platform/bounded-map.ts'
import type { DirectoryWatch } from './directory-watch.ts'

/**
 * One batch at a time: senders that invent names share one connection of the directory; the other one is for the
 * question whether the directory has changed.
 */
const LOOK_UP = { lanes: 1, batchMax: 100, waitingMax: 2_000 }

export interface KnownOptions<Wanted, Value> {
  readonly watch: DirectoryWatch
  /** By which it is remembered. */
  readonly nameOf: (wanted: Wanted) => string
  /** Those who ask take turns by it: a flood of one delays only itself. */
  readonly groupOf: (wanted: Wanted) => string
  /** In the order in which they are wanted; null: there is no such thing. */
  readonly readAll: (wanted: readonly Wanted[]) => Promise<readonly (Value | null)[]>
  readonly max: number
  readonly unknownMax: number
}

interface Entry<Value> {
  readonly value: Value
  /** Of the directory, when it was read; under any other generation it has to be read again. */
  readonly generation: number
}

/** Things of the directory that are read once and then trusted for as long as it is known to be unchanged. */
export class Known<Wanted, Value> {
  readonly #options: KnownOptions<Wanted, Value>
  readonly #batcher: Batcher<Wanted, Entry<Value> | null>
  readonly #entries = new Map<string, Entry<Value>>()
  /** Names that do not exist, with the generation in which they were looked for. */
  readonly #unknown = new Map<string, number>()
  readonly #loading = new Map<string, Promise<Value | null>>()

  constructor(options: KnownOptions<Wanted, Value>) {
    this.#options = options
    this.#batcher = new Batcher({
      ...LOOK_UP,
      groupOf: options.groupOf,
      run: (wanted) => this.#readAll(wanted),
    })
  }

  /** null: there is no such thing. undefined: that is not known, or not known for certain any more. */
  trusted(name: string): Value | null | undefined {
    const { watch } = this.#options
    if (!watch.isTrusted) return undefined
    const entry = this.#entries.get(name)
    if (entry?.generation === watch.generation) return entry.value
    return this.#unknown.get(name) === watch.generation ? null : undefined
  }

  /** As it was read last, however long ago. */
  last(name: string): Value | undefined {
    return this.#entries.get(name)?.value
  }

  /** Asks the directory, unless its answer is known. */
  async find(wanted: Wanted): Promise<Value | null> {
    const { watch, nameOf } = this.#options
    if (!watch.isTrusted) await watch.confirm()
    const name = nameOf(wanted)
    const known = this.trusted(name)
    if (known !== undefined) return known
    let found = this.#loading.get(name)
    if (!found) {
      found = this.#load(name, wanted).finally(() => this.#loading.delete(name))
      this.#loading.set(name, found)
    }
    return found
  }

  async #load(name: string, wanted: Wanted): Promise<Value | null> {
    const { watch, max, unknownMax } = this.#options
    const before = watch.generation
    const entry = await this.#batcher.call(wanted)
    if (entry) {
      setBounded(this.#entries, name, entry, max)
      return entry.value
    }
    this.#entries.delete(name)
    setBounded(this.#unknown, name, before, unknownMax)
    return null
  }

  async #readAll(wanted: readonly Wanted[]): Promise<(Entry<Value> | null)[]> {
    const { watch, readAll } = this.#options
    const { generation } = watch
    const found = await readAll(wanted)
    // What was read before a change that is known by now is good for this request, which began before the change; its
    // generation keeps it from serving any later request.
    return found.map((value) => (value === null ? null : { value, generation }))
  }
}
