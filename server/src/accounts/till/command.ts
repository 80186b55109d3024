import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Account, OrderRecords } from '../account.ts'
import type { Customer } from '../customer.ts'
import type { Posting } from '../rules/posting.ts'

/** Names one thing of a tenant on a shelf. */
export interface CollectionKey {
  readonly tenantId: number
  readonly key: string
}

/**
 * A kind of thing that commands look at beside the account: stored orders, used change keys, programs. Loaded
 * and saved for a whole batch at once. What one command changes, the next one of the same batch finds.
 */
export interface Collection<Value> {
  readonly name: string
  /** By `keyText`; what does not exist is left out. */
  load(tx: Tx, keys: readonly CollectionKey[]): Promise<ReadonlyMap<string, Value>>
  /** One set-based statement a table; absent where nothing is ever changed. */
  readonly save?: (tx: Tx, changes: readonly CollectionChange<Value>[]) => Promise<unknown>
}

export interface CollectionChange<Value> {
  readonly tenantId: number
  readonly key: string
  readonly value: Value
  /** Whether it did not exist before this batch. */
  readonly isNew: boolean
}

export interface Load {
  readonly collection: Collection<unknown>
  readonly key: string
}

export function keyText({ tenantId, key }: CollectionKey): string {
  return `${tenantId} ${key}`
}

/** All that a decision may look at. */
export interface Facts {
  /** null: this customer is not known (yet). */
  readonly customer: Customer | null
  /** Settled: nothing in it is due. Not all of its lots need be at hand. */
  readonly account: Account
  /** Of this tenant. undefined: there is none. */
  get<Value>(collection: Collection<Value>, key: string): Value | undefined
  /** What commands of this batch have recorded for an order, and is not saved yet. */
  recordedInBatch(orderId: number): OrderRecords
}

/** What a command changes beside the account, as data. Whatever is left out stays as it is. */
export interface Decision<Result> {
  readonly result: Result
  readonly customer?: Customer
  readonly changes?: readonly {
    readonly collection: Collection<unknown>
    readonly key: string
    readonly value: unknown
  }[]
}

export interface LoadsAfter {
  /** Whether it takes from lots. It saves asking again: what a decision comes to miss is loaded then. */
  readonly lots: boolean
  /** An order whose own lots it takes from. */
  readonly lotsOfOrder?: number
  readonly loads: readonly Load[]
}

export interface Command<Input extends { readonly tenant: Tenant }, Result> {
  readonly name: string
  /** The customer's id in the merchant's store; null: only `resolve` can tell. */
  customerOf(input: Input): string | null
  /** Finds the customers of inputs that do not name theirs; null: there is none. */
  readonly resolve?: (tx: Tx, inputs: readonly Input[]) => Promise<readonly (string | null)[]>
  loads(input: Input): readonly Load[]
  /** What else it needs, now that it can see the first facts. */
  readonly loadsAfter?: (facts: Facts, input: Input, now: Instant) => LoadsAfter
  /** It only settles: a portion of what is due is enough, and the account may still be due. */
  readonly isSettlingOnly?: boolean
  /** How many ids it takes beyond the usual, by what was loaded for it: a return has an origin for each lot. */
  readonly moreIds?: (facts: Facts, input: Input) => number
  /** Pure: what it does to the account, it posts. A refusal is a result like any other, and has posted nothing. */
  decide(facts: Facts, input: Input, posting: Posting): Decision<Result>
}

/** Keeps the types of shelf and item together where a decision lists its changes. */
export function put<Value>(collection: Collection<Value>, key: string, value: Value) {
  return { collection: collection as Collection<unknown>, key, value: value as unknown }
}

export function load<Value>(collection: Collection<Value>, key: string): Load {
  return { collection: collection as Collection<unknown>, key }
}
