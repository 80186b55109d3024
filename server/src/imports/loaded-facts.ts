import { type Collection, type Load, textOfKey } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Tx } from '../platform/postgres/database.ts'

/** What decisions look at, loaded for a page of lines and for no account. */
export class LoadedFacts implements Pick<Facts, 'get' | 'peek'> {
  readonly #tenantId: TenantId
  readonly #found = new Map<string, Map<string, unknown>>()

  constructor(tenantId: TenantId) {
    this.#tenantId = tenantId
  }

  async load(tx: Tx, loads: readonly Load[]): Promise<void> {
    const tenantId = this.#tenantId
    for (const [collection, asked] of Map.groupBy(loads, (one) => one.collection)) {
      const keys = new Map(asked.map(({ key }) => [textOfKey(collection, tenantId, key), { tenantId, key }]))
      const found = await collection.load(tx, [...keys.values()])
      const known = this.#found.get(collection.name) ?? new Map<string, unknown>()
      for (const [text, value] of found) known.set(text, value)
      this.#found.set(collection.name, known)
    }
  }

  get<Key, Value>(collection: Collection<Key, Value>, key: Key): Value | undefined {
    return this.peek(collection, key)
  }

  peek<Key, Value>(collection: Collection<Key, Value>, key: Key): Value | undefined {
    const text = textOfKey(collection as Collection<unknown, unknown>, this.#tenantId, key)
    return this.#found.get(collection.name)?.get(text) as Value | undefined
  }
}
