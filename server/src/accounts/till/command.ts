import type { OrderId, RecordId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Account, Amount, OrderRecords } from '../account.ts'
import type { Customer } from '../customer.ts'
import type { Posting } from '../rules/posting.ts'
import type { Contacts } from '../rules/terms.ts'
import type { Change, Collection, Load } from './collection.ts'

/** All that a decision may look at. */
export interface Facts {
  /** null: this customer is not known (yet). */
  readonly customer: Customer | null
  /** Settled: nothing in it is due. Not all of its lots need be loaded. */
  readonly account: Account
  /** Of this tenant. undefined: there is none. Throws where no command of the batch has asked for it. */
  get<Key, Value>(collection: Collection<Key, Value>, key: Key): Value | undefined
  /** The same where it may not have been asked for, because it makes no difference then. */
  peek<Key, Value>(collection: Collection<Key, Value>, key: Key): Value | undefined
  /** The same for what few decisions look at: it is loaded when one does, and the decision is made again. */
  need<Key, Value>(collection: Collection<Key, Value>, key: Key): Value | undefined
  /** Whether this input has claimed its customer. */
  readonly isClaimed: boolean
  /** What the `prepare` of this command has returned. */
  readonly prepared?: unknown
  /** What commands of this batch have recorded for an order, and is not saved yet. */
  recordedInBatch(orderId: OrderId): OrderRecords
  /** What has ended of a lot in this batch, and is not saved yet. */
  endedInBatch(lotId: RecordId): Amount
}

/** What a command changes beside the account, as data. Whatever is left out stays as it is. */
export interface Decision<Result> {
  readonly result: Result
  readonly customer?: Customer
  readonly changes?: readonly Change[]
}

/** By which id of the shop's a customer is claimed, and by what it was known. */
export interface Claiming {
  readonly id: string
  readonly matchedBy: 'document' | 'email'
  readonly at: Instant
}

export interface Claimed {
  readonly customer: Customer
  readonly changes: readonly Change[]
}

export interface LoadsAfter {
  /** Whether it takes from lots. It saves asking again: what a decision comes to miss is loaded then. */
  readonly lots: boolean
  /** An order whose own lots it takes from. */
  readonly lotsOfOrder?: OrderId
  readonly loads: readonly Load[]
}

export interface Command<Input extends { readonly tenant: Tenant }, Result> {
  readonly name: string
  /** The customer's id in the merchant's store; null: only `resolve` can tell. */
  customerOf(input: Input): string | null
  /** By what a customer is known who is not there under that id; null: by nothing else. */
  readonly contactsOf?: (input: Input) => Contacts | null
  /** What becomes of a customer whom the shop had not claimed yet, and whom an input names by this id. */
  readonly claim?: (customer: Customer, claiming: Claiming) => Claimed
  /** Finds the customers of inputs that do not name theirs; null: there is none. */
  readonly resolve?: (tx: Tx, inputs: readonly Input[]) => Promise<readonly (string | null)[]>
  /**
   * What it does in the database before its account is locked and read: a merge puts two accounts together. Such a
   * command has a transaction to itself, which is undone where the decision is a refusal. It throws `Unsettled`
   * where something is due: that is settled first, and the command begins again. `moment`: at which it is decided; to
   * be asked when the accounts are locked.
   */
  readonly prepare?: (tx: Tx, input: Input, moment: () => Instant) => Promise<unknown>
  /** What it looks at. */
  loads(input: Input): readonly Load[]
  /** What else it looks at, now that it can see the first facts. */
  readonly loadsAfter?: (facts: Facts, input: Input, now: Instant) => LoadsAfter
  /**
   * It does what falls due at an account's deadline, at that moment. What was due before is not settled yet, and what
   * is due after it not at all: it settles itself, by `Posting.settle`.
   */
  readonly isOfDeadline?: boolean
  /** It gives the rewards that are due, which the till otherwise sees to before it decides a command. */
  readonly givesAwards?: boolean
  /** It only settles: a portion of what is due is enough, and the account may still be due. */
  readonly isSettlingOnly?: boolean
  /**
   * Pure: what it does to the account, it posts. A refusal is a result like any other. It may be called again for the
   * same input, when it came to miss lots, values or ids: then nothing of the first call counts.
   */
  decide(facts: Facts, input: Input, posting: Posting): Decision<Result>
}

/** What is due on this customer's account has to be settled before the command can be prepared. */
export class Unsettled extends Error {
  override readonly name = 'Unsettled'
  /** The id in the merchant's store. */
  readonly customerKey: string

  constructor(customerKey: string) {
    super('something is due on the account')
    this.customerKey = customerKey
  }
}
