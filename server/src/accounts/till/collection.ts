import type { TenantId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** Names one thing of a tenant. */
export interface TenantKey<Key> {
  readonly tenantId: TenantId
  readonly key: Key
}

/** The same text for the same key of the same tenant. */
export function keyText({ tenantId, key }: TenantKey<string | number>): string {
  return `${tenantId} ${key}`
}

/**
 * A kind of thing that commands look at beside the account: stored orders, used change keys, programs. Loaded and
 * saved for a whole batch at once. What one command changes, the next one of the same batch finds.
 */
export interface Collection<Key, Value> {
  readonly name: string
  /** The same text for the same key. Keys that are texts or numbers need none. */
  readonly textOf?: (key: Key) => string
  /** By `keyText`; what does not exist is left out. */
  load(tx: Tx, keys: readonly TenantKey<Key>[]): Promise<ReadonlyMap<string, Value>>
  /**
   * One set-based statement per table. `derived`: a change is only for the next command of the batch to find, because
   * what it is derived from is saved itself. Absent where nothing is ever changed.
   */
  readonly save?: Save<Key, Value> | 'derived'
}

export interface Changed<Key, Value> extends TenantKey<Key> {
  readonly value: Value
  /** Whether it did not exist before this batch. */
  readonly isNew: boolean
}

type Save<Key, Value> = (tx: Tx, changes: readonly Changed<Key, Value>[]) => Promise<unknown>

/** Things that are new in one statement, those that have changed in another. */
export function saveBy<Key, Value>(insert: Save<Key, Value>, update: Save<Key, Value>): Save<Key, Value> {
  return (tx, changes) => {
    const made = changes.filter(({ isNew }) => isNew)
    const changed = changes.filter(({ isNew }) => !isNew)
    return Promise.all([insert(tx, made), update(tx, changed)])
  }
}

/** Rows that commands write and none of them reads. */
export interface Journal<Row> {
  readonly name: string
  append(tx: Tx, rows: readonly (Row & { readonly tenantId: TenantId })[]): Promise<unknown>
}

/** What a command asks for. */
export interface Load {
  readonly collection: Collection<unknown, unknown>
  readonly key: unknown
}

export function load<Key, Value>(collection: Collection<Key, Value>, key: Key): Load {
  return { collection: collection as Collection<unknown, unknown>, key }
}

/** What a command changes. */
export type Change =
  | (Load & { readonly value: unknown })
  | { readonly journal: Journal<unknown>; readonly row: unknown }

/** Keeps the types of collection, key and value together where a decision lists its changes. */
export function put<Key, Value>(collection: Collection<Key, Value>, key: Key, value: Value): Change {
  return { ...load(collection, key), value }
}

export function append<Row>(journal: Journal<Row>, row: Row): Change {
  return { journal: journal as Journal<unknown>, row }
}

export function textOfKey(
  { textOf }: Collection<unknown, unknown>,
  tenantId: TenantId,
  key: unknown,
): string {
  return keyText({ tenantId, key: textOf ? textOf(key) : (key as string | number) })
}

/** One thing, outside of a batch. */
export async function loadOne<Key, Value>(
  tx: Tx,
  collection: Collection<Key, Value>,
  { tenantId, key }: TenantKey<Key>,
): Promise<Value | undefined> {
  const found = await collection.load(tx, [{ tenantId, key }])
  return found.get(textOfKey(collection as Collection<unknown, unknown>, tenantId, key))
}
