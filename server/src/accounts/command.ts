import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Account, Entry, OrderRecords, RecordIds, UpdateEntry } from './account.ts'
import type { Customer } from './customer.ts'

/** Names one thing of a tenant on a shelf. */
export interface ShelfKey {
  readonly tenantId: number
  readonly key: string
}

/**
 * A kind of thing that commands look at beside the account: stored orders, used change keys, programs. Loaded
 * and saved for a whole batch at once. What one command changes, the next one of the same batch finds.
 */
export interface Shelf<Item> {
  readonly name: string
  /** By `keyText`; what does not exist is left out. */
  load(tx: Tx, keys: readonly ShelfKey[]): Promise<ReadonlyMap<string, Item>>
  /** One set-based statement a table; absent where nothing is ever changed. */
  readonly save?: (tx: Tx, changes: readonly ShelfChange<Item>[]) => Promise<unknown>
}

export interface ShelfChange<Item> {
  readonly tenantId: number
  readonly key: string
  readonly item: Item
  /** Whether it did not exist before this batch. */
  readonly isNew: boolean
}

export interface Need {
  readonly shelf: Shelf<unknown>
  readonly key: string
}

export function keyText({ tenantId, key }: ShelfKey): string {
  return `${tenantId} ${key}`
}

/** All that a decision may look at. */
export interface Facts {
  /** null: this customer is not known (yet). */
  readonly customer: Customer | null
  /** Settled: nothing in it is due. Not all of its lots need be at hand. */
  readonly account: Account
  /** Of this tenant. undefined: there is none. */
  get<Item>(shelf: Shelf<Item>, key: string): Item | undefined
  /** What commands of this batch have recorded for an order, and is not saved yet. */
  recordedInBatch(orderId: number): OrderRecords
}

/** What a command changes, as data. Whatever is left out stays as it is. */
export interface Decision<Result> {
  readonly result: Result
  readonly customer?: Customer
  readonly account?: Account
  readonly entries?: readonly (Entry | UpdateEntry)[]
  /** Why a record has its points, by record id. */
  readonly explanations?: ReadonlyMap<number, object>
  readonly items?: readonly { readonly shelf: Shelf<unknown>; readonly key: string; readonly item: unknown }[]
}

export interface More {
  /** Whether it takes from lots. It saves asking again: what a decision comes to miss is loaded then. */
  readonly lots: boolean
  /** An order whose own lots it takes from. */
  readonly lotsOfOrder?: number
  readonly needs: readonly Need[]
}

export interface Command<Input extends { readonly tenant: Tenant }, Result> {
  readonly name: string
  /** The customer's id in the merchant's store; null: only `resolve` can tell. */
  customerOf(input: Input): string | null
  /** Finds the customers of inputs that do not name theirs; null: there is none. */
  readonly resolve?: (tx: Tx, inputs: readonly Input[]) => Promise<readonly (string | null)[]>
  needs(input: Input): readonly Need[]
  /** What else it needs, now that it can see the first facts. */
  readonly needsMore?: (facts: Facts, input: Input, now: Instant) => More
  /** It only settles: a portion of what is due is enough, and the account may still be due. */
  readonly isSettlingOnly?: boolean
  /** How many ids it takes beyond the usual, by what was loaded for it: a return has an origin for each lot. */
  readonly moreIds?: (facts: Facts, input: Input) => number
  /** Pure. A refusal for a business reason is a result like any other. */
  decide(facts: Facts, input: Input, now: Instant, ids: RecordIds): Decision<Result>
}

/** Keeps the types of shelf and item together where a decision lists its changes. */
export function put<Item>(shelf: Shelf<Item>, key: string, item: Item) {
  return { shelf: shelf as Shelf<unknown>, key, item: item as unknown }
}

export function need<Item>(shelf: Shelf<Item>, key: string): Need {
  return { shelf: shelf as Shelf<unknown>, key }
}
