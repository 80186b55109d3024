import type { OrderId, TenantId } from '../../contract/ids.ts'
import { isRefusal } from '../../contract/refusal.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { areAwardsDue, endedOfLot, isDeadlineOver, isInDebt, mayBeDue, recordsOfOrder } from '../account.ts'
import type { Customer } from '../customer.ts'
import { type InactivityTerms, inactivityTerms } from '../rules/inactivity.ts'
import { NotLoaded } from '../rules/loaded.ts'
import { Posting } from '../rules/posting.ts'
import { settle } from '../rules/settle.ts'
import { type Contacts, knownBy } from '../rules/terms.ts'
import type { AccountKey, LockedAccounts, StoredAccount } from '../store/accounts.ts'
import { type IdBlocks, OutOfIds } from '../store/id-blocks.ts'
import { lotsIn } from '../store/lots.ts'
import { saveAccounts } from '../store/writer.ts'
import {
  type AccountDraft,
  addEntries,
  loadFirstLots,
  loadWanted,
  newDraft,
  wouldLoadMany,
} from './account-draft.ts'
import { claimBy } from './claim.ts'
import { keyText, type Load, type TenantKey } from './collection.ts'
import type { Command, Facts } from './command.ts'
import { LoadedCollections, ValueNotLoaded } from './loaded-collections.ts'

/** A command with its input. */
export interface Call {
  readonly command: Command<{ readonly tenant: Tenant }, unknown>
  readonly input: { readonly tenant: Tenant }
  /** Rewards that were due have been given by now, or could not be: it is decided whatever is due. */
  readonly isAfterAwards?: boolean
}

export interface BatchOptions {
  /** How many of an account's lots are loaded at first: as many as most have. */
  readonly portion: number
  /** Where one account needs more lots than this, the others do not wait for it. */
  readonly lotsMax: number
  /** The batch is one call of one account: it is settled one portion per transaction. */
  readonly isAlone: boolean
  /** Whether rewards that are due are given before a command is decided. */
  readonly givesAwards: boolean
  /** Accounts that were set aside before: their commands follow them. */
  readonly setAside: ReadonlySet<string>
}

/**
 * `aside`: the command was not decided and is to be run again. It is the key of its account, or null where that is not
 * known. What was settled by then is saved. `isHeavy`: because it needs many lots; otherwise
 * another transaction holds what it needs, or it follows a command that was set aside before.
 */
export type BatchOutcome =
  | Result
  | { readonly error: unknown }
  | { readonly aside: string | null; readonly isHeavy: boolean }
  /** Not decided either: what is reserved on this customer's account has to be released first. */
  | { readonly deadlineOf: string }
  /** Nor this: rewards of this customer are to be given first. */
  | { readonly awardsOf: string }

/** `awardsDueOf`: the command has made rewards due for this customer; they are given when it is saved. */
export interface Result {
  readonly result: unknown
  readonly awardsDueOf?: string
}

/** `heavy`: it needs many lots. `unsaved`: it needs that what the batch has made of the account is saved first. */
type Decided =
  | Result
  | { readonly error: unknown }
  | { readonly deadlineOf: string }
  | { readonly awardsOf: string }
  | 'heavy'
  | 'unsaved'

/** The working state of one batch: everything loaded, decided one call after the other, then saved. */
export class Batch {
  readonly #calls: readonly Call[]
  /** Of each call, by the id in the merchant's store; null: of none. */
  readonly #customers: readonly (string | null)[]
  readonly #options: BatchOptions
  readonly #firstLoads: readonly (readonly Load[])[]
  readonly #drafts = new Map<string, AccountDraft>()
  #collections = new LoadedCollections()
  readonly #aside: Set<string>
  /** Former ids by which accounts were asked for, with the keys that these have now. */
  #aliases: LockedAccounts['aliases']
  /** Commands that name a customer by a contact that is not known yet. */
  readonly #unrecognised: { tenantId: TenantId; accountKey: string; contacts: Contacts }[] = []
  readonly #prepared: unknown
  /** Of the merchants whose points end when nothing happens. */
  readonly #inactivity = new Map<TenantId, InactivityTerms>()

  /** `prepared`: what its one command has prepared, where that does. */
  constructor(
    calls: readonly Call[],
    customers: readonly (string | null)[],
    options: BatchOptions,
    prepared?: unknown,
  ) {
    this.#calls = calls
    this.#customers = customers
    this.#options = options
    this.#aside = new Set(options.setAside)
    this.#prepared = prepared
    for (const { input } of calls) {
      const terms = inactivityTerms(input.tenant)
      if (terms) this.#inactivity.set(input.tenant.id, terms)
    }
    this.#firstLoads = calls.map(({ command, input }) => command.loads(input))
  }

  /** null: it is about no account, or none that is known. */
  accountKeyOf(index: number): string | null {
    const customer = this.#customers[index] ?? null
    const call = this.#calls[index]
    if (customer === null || !call) return null
    const named = keyText({ tenantId: call.input.tenant.id, key: customer })
    return this.#aliases?.get(named) ?? named
  }

  /** The accounts to be locked, each once. */
  get accountKeys(): AccountKey[] {
    const keys = new Map<string, AccountKey>()
    for (const [index, { command, input }] of this.#calls.entries()) {
      const key = this.#customers[index] ?? null
      const text = this.accountKeyOf(index)
      if (key === null || text === null || this.#options.setAside.has(text)) continue
      const contacts = command.contactsOf?.(input) ?? keys.get(text)?.contacts
      keys.set(text, { tenantId: input.tenant.id, key, ...(contacts && { contacts }) })
    }
    return [...keys.values()]
  }

  /** The first round: what the calls ask for by their inputs alone. */
  loadFirst(tx: Tx): Promise<void> {
    return this.#collections.load(
      tx,
      this.#calls.flatMap(({ input }, index) => this.#loadsOf(index, input.tenant.id)),
    )
  }

  /** What was loaded before an account was locked may be old by now. */
  loadFirstAgain(tx: Tx): Promise<void> {
    this.#collections = new LoadedCollections()
    return this.loadFirst(tx)
  }

  #loadsOf(index: number, tenantId: TenantId): (Load & { tenantId: TenantId })[] {
    return (this.#firstLoads[index] ?? []).map((load) => ({ ...load, tenantId }))
  }

  addAccounts({ accounts, aliases }: LockedAccounts): void {
    this.#aliases = aliases
    for (const [key, stored] of accounts) {
      if (stored === 'busy') this.#aside.add(key)
      else this.#drafts.set(key, newDraft(stored, this.#options.portion, this.#termsOf(stored)))
    }
    for (const [index, { command, input }] of this.#calls.entries()) {
      const contacts = command.contactsOf?.(input)
      const accountKey = contacts ? this.accountKeyOf(index) : null
      if (!contacts || accountKey === null || this.#drafts.has(accountKey)) continue
      this.#unrecognised.push({ tenantId: input.tenant.id, accountKey, contacts })
    }
  }

  #termsOf({ customer }: StoredAccount): InactivityTerms | null {
    return this.#inactivity.get(customer.tenantId) ?? null
  }

  /** Customers that were not found, although their command names something stored that belongs to a customer. */
  missingAccountsOfStoredValues(): TenantKey<string>[] {
    return this.#calls.flatMap(({ input }, index) => {
      const key = this.#customers[index] ?? null
      const accountKey = this.accountKeyOf(index)
      if (key === null || accountKey === null) return []
      if (this.#drafts.has(accountKey) || this.#aside.has(accountKey)) return []
      const tenantId = input.tenant.id
      const loads = this.#firstLoads[index] ?? []
      const isStored = loads.some(
        (load) => load.collection.save && this.#collections.isStored(load, tenantId),
      )
      return isStored ? [{ tenantId, key }] : []
    })
  }

  /** Whether a customer who was just found by something of theirs is not there under that id any more. */
  get hasLostCustomers(): boolean {
    return this.#calls.some(({ command, input }, index) => {
      if (command.customerOf(input) !== null) return false
      const accountKey = this.accountKeyOf(index)
      return accountKey !== null && !this.#drafts.has(accountKey) && !this.#aside.has(accountKey)
    })
  }

  /** The second round, for the few that need it: lots, and whatever the first facts made necessary. */
  async loadMore(tx: Tx, clockOf: TenantClock): Promise<void> {
    const loads: (Load & { tenantId: TenantId })[] = []
    const withLots = new Map<AccountDraft, Set<OrderId>>()
    for (const [index, call] of this.#calls.entries()) {
      const accountKey = this.accountKeyOf(index)
      if (accountKey !== null && this.#aside.has(accountKey)) continue
      const { command, input } = call
      const draft = accountKey === null ? undefined : this.#drafts.get(accountKey)
      const facts = this.#factsFor(call, draft ?? newDraft(null, this.#options.portion))
      const now = clockOf(input.tenant)
      const more = command.loadsAfter?.(facts, input, now)
      for (const load of more?.loads ?? []) loads.push({ ...load, tenantId: input.tenant.id })
      const { account } = facts
      if (!draft || !(more?.lots || isInDebt(account) || mayBeDue(account, now))) continue
      const orders = withLots.get(draft) ?? new Set()
      if (more?.lotsOfOrder !== undefined) orders.add(more.lotsOfOrder)
      withLots.set(draft, orders)
    }
    const asks = [...withLots].map(([draft, orders]) => ({ draft, orderIds: [...orders] }))
    await Promise.all([
      loads.length > 0 ? this.#collections.load(tx, loads) : undefined,
      asks.length > 0 ? loadFirstLots(lotsIn(tx), asks, this.#options.portion) : undefined,
    ])
  }

  async decideAll(tx: Tx, clockOf: TenantClock, ids: IdBlocks): Promise<BatchOutcome[]> {
    const outcomes: BatchOutcome[] = []
    for (const [index, call] of this.#calls.entries()) {
      const accountKey = this.accountKeyOf(index)
      // The commands of a customer keep their order.
      if (accountKey !== null && this.#aside.has(accountKey)) {
        outcomes.push({ aside: accountKey, isHeavy: false })
        continue
      }
      const draft = this.#draftOf(accountKey, call.input.tenant)
      const outcome = await this.#decide(tx, call, draft, clockOf(call.input.tenant), ids)
      if (typeof outcome !== 'string') outcomes.push(outcome)
      else {
        if (accountKey !== null) this.#aside.add(accountKey)
        outcomes.push({ aside: accountKey, isHeavy: outcome === 'heavy' })
      }
    }
    return outcomes
  }

  /** A decision that comes to miss lots, values or ids is made again when they are there. */
  async #decide(tx: Tx, call: Call, draft: AccountDraft, now: Instant, ids: IdBlocks): Promise<Decided> {
    for (;;) {
      try {
        return this.#decideOnce(call, draft, now, ids)
      } catch (error) {
        if (error instanceof OutOfIds) await ids.takeMore(tx)
        else if (error instanceof ValueNotLoaded) await this.#collections.load(tx, [error.wanted])
        // Anything else is a mistake of ours in one decision: it has changed nothing, and the others go on.
        else if (!(error instanceof NotLoaded)) return { error }
        else if (this.#wouldKeepOthersWaiting(draft, error)) return 'heavy'
        else await loadWanted(lotsIn(tx), draft, error.wanted)
      }
    }
  }

  #wouldKeepOthersWaiting(draft: AccountDraft, { wanted }: NotLoaded): boolean {
    const { isAlone, lotsMax } = this.#options
    return !isAlone && wouldLoadMany(draft, wanted, lotsMax)
  }

  #decideOnce(call: Call, draft: AccountDraft, now: Instant, ids: IdBlocks): Decided {
    this.#claim(call, draft, now)
    // It begins with one event for all that has come; what has fallen due since it was prepared comes after that.
    if (call.command.prepare) return this.#decideAt(call, draft, now, ids)
    if (call.command.isOfDeadline) return this.#decideAt(call, draft, deadlineOf(draft, now), ids)
    if (isDeadlineOver(draft.account, now)) return { deadlineOf: draft.customer?.originalId ?? '' }
    if (this.#awaitsAwards(call, draft, now)) return { awardsOf: draft.customer?.originalId ?? '' }
    const isDue = settleDraft(draft, now, ids)
    // Alone there is one call, so these are what was settled just now.
    const isProgress = draft.entries.length > 0
    if (isDue && !(call.command.isSettlingOnly && isProgress)) {
      if (this.#options.isAlone && isProgress) return 'heavy'
      throw new NotLoaded({ kind: 'due' })
    }
    return this.#decideAt(call, draft, now, ids)
  }

  #claim({ command, input }: Call, draft: AccountDraft, now: Instant): void {
    const claimed = claimBy(command, input, draft.customer, now)
    if (!claimed) return
    this.#keepCustomer(draft, claimed.customer)
    this.#collections.apply(input.tenant.id, claimed.changes)
    draft.claimedBy = input
  }

  #awaitsAwards({ command, isAfterAwards }: Call, { account }: AccountDraft, now: Instant): boolean {
    if (!this.#options.givesAwards || command.givesAwards) return false
    // After they were given once it goes on without them, but for those that a command before it in this batch has made.
    if (isAfterAwards && !account.hasNewAwards) return false
    return areAwardsDue(account, now)
  }

  #decideAt(call: Call, draft: AccountDraft, now: Instant, ids: IdBlocks): Decided {
    const posting = new Posting(draft.account, now, ids)
    const decision = call.command.decide(this.#factsFor(call, draft), call.input, posting)
    if (isRefusal(decision.result) && posting.entries.length > 0) {
      throw new Error(`${call.command.name} has posted something and refused it`)
    }
    if (decision.customer) {
      if (isNamedTwice(draft, decision.customer)) return 'unsaved'
      this.#keepCustomer(draft, decision.customer)
    }
    draft.account = posting.account
    addEntries(draft, posting.entries)
    for (const [id, explanation] of posting.explanations) draft.explanations.set(id, explanation)
    this.#collections.apply(call.input.tenant.id, decision.changes ?? [])
    const { customer, account } = draft
    const isDue = account.hasNewAwards && areAwardsDue(account, now)
    return { result: decision.result, ...(isDue && customer && { awardsDueOf: customer.originalId }) }
  }

  /** Commands of the batch that name a customer by the id it has just got wait until that is saved. */
  #keepCustomer(draft: AccountDraft, customer: Customer): void {
    const { tenantId, originalId } = customer
    if (draft.customer !== null && draft.customer.originalId !== originalId) {
      this.#aside.add(keyText({ tenantId, key: originalId }))
      // Nor do commands mean it any more that name by its old id one who was erased, or whose claim was taken back: they
      // look again.
      if (customer.erasedAt !== null || customer.isUnclaimed)
        this.#aside.add(keyText({ tenantId, key: draft.customer.originalId }))
    }
    draft.customer = customer
    this.#letOthersRecognise(draft, customer)
  }

  /** Who is known by the contacts of a customer that this batch makes or changes is looked for again, when it is saved. */
  #letOthersRecognise(draft: AccountDraft, { tenantId, profile, isUnclaimed }: Customer): void {
    for (const other of this.#unrecognised) {
      if (other.tenantId !== tenantId || this.#drafts.get(other.accountKey)?.customer) continue
      if (this.#drafts.get(other.accountKey) === draft) continue
      if (other.contacts.isClaim && !isUnclaimed) continue
      if (knownBy(other.contacts, profile) !== null) this.#aside.add(other.accountKey)
    }
  }

  #factsFor({ input }: Call, draft: AccountDraft): Facts {
    const tenantId = input.tenant.id
    return {
      customer: draft.customer,
      account: draft.account,
      get: (collection, key) => this.#collections.get(collection, tenantId, key),
      peek: (collection, key) => this.#collections.peek(collection, tenantId, key),
      need: (collection, key) => this.#collections.need(collection, tenantId, key),
      isClaimed: draft.claimedBy === input,
      prepared: this.#prepared,
      recordedInBatch: (orderId) => recordsOfOrder(draft.entries, orderId),
      endedInBatch: (lotId) => endedOfLot(draft.entries, lotId),
    }
  }

  /** A new customer is made by the first command, and found by the next ones of the batch. */
  #draftOf(accountKey: string | null, tenant: Tenant): AccountDraft {
    const known = accountKey === null ? undefined : this.#drafts.get(accountKey)
    if (known) return known
    const draft = newDraft(null, this.#options.portion, inactivityTerms(tenant))
    if (accountKey !== null) this.#drafts.set(accountKey, draft)
    return draft
  }

  /** The writes, sent together. */
  async save(tx: Tx, ids: IdBlocks): Promise<Promise<unknown>[]> {
    const accounts = [...this.#drafts.values()].filter(isOfCustomer)
    return [...(await saveAccounts(tx, accounts, ids)), ...this.#collections.save(tx)]
  }
}

/** Not so where a command has made no customer. */
function isOfCustomer(draft: AccountDraft): draft is AccountDraft & { readonly customer: Customer } {
  return draft.customer !== null
}

/** The moment of a deadline that is over; else the present one. */
function deadlineOf({ account }: AccountDraft, now: Instant): Instant {
  return isDeadlineOver(account, now) ? (account.reservedUntil ?? now) : now
}

/**
 * An id that a customer has for a part of a batch is never saved as its id, so no other transaction that makes a customer
 * with that id would notice. Each change of an id therefore starts from one that is saved.
 */
function isNamedTwice({ before, customer }: AccountDraft, next: Customer): boolean {
  if (customer === null || customer.originalId === next.originalId) return false
  return before?.customer.originalId !== customer.originalId
}

/** Returns whether anything is left that is due: it is not loaded then. */
function settleDraft(draft: AccountDraft, now: Instant, ids: IdBlocks): boolean {
  const settled = settle(draft.account, now, ids)
  draft.account = settled.account
  addEntries(draft, settled.entries)
  return mayBeDue(draft.account, now)
}
