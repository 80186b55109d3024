import type { TenantId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  type Change,
  type Collection,
  type Journal,
  type Load,
  load,
  type TenantKey,
  textOfKey,
} from './collection.ts'

type AnyCollection = Collection<unknown, unknown>

interface Loaded {
  readonly asked: Set<string>
  readonly values: Map<string, unknown>
  readonly stored: Set<string>
  readonly changed: Map<string, TenantKey<unknown>>
}

/** What a decision came to look at, and no command of its batch has asked for. */
export class ValueNotLoaded extends Error {
  override readonly name = 'ValueNotLoaded'
  readonly wanted: Load & { readonly tenantId: TenantId }

  constructor(wanted: Load & { readonly tenantId: TenantId }) {
    super(`not loaded: ${wanted.collection.name}`)
    this.wanted = wanted
  }
}

/** What the commands of one batch have asked for and changed, beside the accounts. */
export class LoadedCollections {
  readonly #collections = new Map<AnyCollection, Loaded>()
  readonly #journals = new Map<Journal<unknown>, { tenantId: TenantId }[]>()

  async load(tx: Tx, loads: readonly (Load & { readonly tenantId: TenantId })[]): Promise<void> {
    const byCollection = Map.groupBy(loads, ({ collection }) => collection)
    await Promise.all([...byCollection].map(([collection, keys]) => this.#load(tx, collection, keys)))
  }

  async #load(tx: Tx, collection: AnyCollection, keys: readonly TenantKey<unknown>[]): Promise<void> {
    const { asked, values, stored } = this.#of(collection)
    const distinct = new Map(keys.map((key) => [textOfKey(collection, key.tenantId, key.key), key]))
    for (const text of distinct.keys()) asked.add(text)
    for (const [text, value] of await collection.load(tx, [...distinct.values()])) {
      values.set(text, value)
      stored.add(text)
    }
  }

  /** Whether the database had it before this batch. */
  isStored({ collection, key }: Load, tenantId: TenantId): boolean {
    return this.#of(collection).stored.has(textOfKey(collection, tenantId, key))
  }

  get<Key, Value>(collection: Collection<Key, Value>, tenantId: TenantId, key: Key): Value | undefined {
    const any = collection as AnyCollection
    const { asked, values } = this.#of(any)
    const text = textOfKey(any, tenantId, key)
    if (!asked.has(text)) throw new Error(`${collection.name} ${text} was not asked for`)
    return values.get(text) as Value | undefined
  }

  peek<Key, Value>(collection: Collection<Key, Value>, tenantId: TenantId, key: Key): Value | undefined {
    const any = collection as AnyCollection
    return this.#of(any).values.get(textOfKey(any, tenantId, key)) as Value | undefined
  }

  /** Nothing of a batch is saved before all is decided, so what is loaded late is as it would have been at first. */
  need<Key, Value>(collection: Collection<Key, Value>, tenantId: TenantId, key: Key): Value | undefined {
    const wanted = load(collection, key)
    const { asked, values } = this.#of(wanted.collection)
    const text = textOfKey(wanted.collection, tenantId, key)
    if (!asked.has(text)) throw new ValueNotLoaded({ ...wanted, tenantId })
    return values.get(text) as Value | undefined
  }

  apply(tenantId: TenantId, changes: readonly Change[]): void {
    for (const change of changes) {
      if ('journal' in change) this.#append(tenantId, change.journal, change.row)
      else this.#put(tenantId, change)
    }
  }

  #put(tenantId: TenantId, { collection, key, value }: Load & { readonly value: unknown }): void {
    const { asked, values, changed } = this.#of(collection)
    const text = textOfKey(collection, tenantId, key)
    asked.add(text)
    values.set(text, value)
    changed.set(text, { tenantId, key })
  }

  #append(tenantId: TenantId, journal: Journal<unknown>, row: unknown): void {
    const rows = this.#journals.get(journal) ?? []
    this.#journals.set(journal, rows)
    rows.push({ ...(row as object), tenantId })
  }

  save(tx: Tx): Promise<unknown>[] {
    return [
      // Which collection a batch met first is chance: by name, two batches never wait for each other's keys.
      ...[...this.#collections]
        .toSorted(([a], [b]) => (a.name < b.name ? -1 : 1))
        .flatMap(([collection, loaded]) => saveCollection(tx, collection, loaded)),
      ...[...this.#journals].map(([journal, rows]) => journal.append(tx, rows as (object & TenantRow)[])),
    ]
  }

  #of(collection: AnyCollection): Loaded {
    let loaded = this.#collections.get(collection)
    if (!loaded) {
      loaded = { asked: new Set(), values: new Map(), stored: new Set(), changed: new Map() }
      this.#collections.set(collection, loaded)
    }
    return loaded
  }
}

type TenantRow = { readonly tenantId: TenantId }

function saveCollection(
  tx: Tx,
  collection: AnyCollection,
  { values, stored, changed }: Loaded,
): Promise<unknown>[] {
  if (changed.size === 0 || collection.save === 'derived') return []
  if (!collection.save) throw new Error(`the collection ${collection.name} is for reading only`)
  // Always in the same order, as with customers.
  const texts = [...changed].toSorted(
    ([a, { tenantId: ofA }], [b, { tenantId: ofB }]) => ofA - ofB || (a < b ? -1 : 1),
  )
  const changes = texts.map(([text, key]) => ({
    ...key,
    value: values.get(text),
    isNew: !stored.has(text),
  }))
  return [collection.save(tx, changes)]
}
