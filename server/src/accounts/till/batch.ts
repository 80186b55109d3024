import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { mayBeDue, type RecordIds, recordsOfOrder } from '../account.ts'
import { NotLoaded } from '../rules/loaded.ts'
import { Posting } from '../rules/posting.ts'
import { settle } from '../rules/settle.ts'
import type { LockedAccounts } from '../store/accounts.ts'
import type { IdBlocks } from '../store/id-blocks.ts'
import { lotsIn } from '../store/lots.ts'
import { saveAccounts } from '../store/writer.ts'
import {
  type AccountDraft,
  countLotsAndDebts,
  loadFirstLots,
  loadWanted,
  newDraft,
  wouldLoadMany,
} from './account-draft.ts'
import {
  type Collection,
  type CollectionKey,
  type Command,
  type Decision,
  type Facts,
  keyText,
  type Load,
} from './command.ts'

export interface Call {
  readonly command: Command<{ readonly tenant: Tenant }, unknown>
  readonly input: { readonly tenant: Tenant }
}

export interface BatchOptions {
  /** How many of an account's lots are loaded at first: as many as most have. */
  readonly portion: number
  /** Where one account needs more lots than this, the others do not wait for it. */
  readonly lotsMax: number
  /** Whether there are no others: then it is settled one portion in a transaction. */
  readonly isAlone: boolean
  /** Accounts that were set aside before: their commands follow them. */
  readonly setAside: ReadonlySet<string>
}

/**
 * `aside`: nothing was decided for this account any more (null: for whatever it is that the command is about), and
 * the command is to be run again. What was settled by then is saved. `isHeavy`: because it needs many lots; otherwise
 * another transaction holds what it needs, or it follows a command that was set aside before.
 */
export type BatchOutcome =
  | { readonly result: unknown }
  | { readonly error: unknown }
  | { readonly aside: string | null; readonly isHeavy: boolean }

interface CollectionState {
  readonly values: Map<string, unknown>
  readonly stored: Set<string>
  readonly changed: Map<string, CollectionKey>
}

/**
 * A command makes at most so many records, customers and orders. Beyond that, a lot or a debt takes a record
 * when it expires, and an origin for the use or the payment that ends it, in each of the two measures.
 */
const IDS_PER_COMMAND = 16
const IDS_PER_LOT_OR_DEBT = 4

/** The working state of one batch: everything loaded, decided one after the other, then saved. */
export function createBatch(
  calls: readonly Call[],
  customers: readonly (string | null)[],
  { portion, lotsMax, isAlone, setAside }: BatchOptions,
) {
  const drafts = new Map<string, AccountDraft>()
  const nobody = newDraft(null, portion)
  const collections = new Map<Collection<unknown>, CollectionState>()
  const aside = new Set(setAside)
  const loadsOfCalls = calls.map(({ command, input }) =>
    command.loads(input).map((load) => ({ ...load, tenantId: input.tenant.id })),
  )

  const accountKeyOf = (index: number): string | null => {
    const customer = customers[index] ?? null
    const call = calls[index]
    return customer === null || !call ? null : keyText({ tenantId: call.input.tenant.id, key: customer })
  }

  function draftOf(accountKey: string): AccountDraft {
    let draft = drafts.get(accountKey)
    if (!draft) {
      draft = newDraft(null, portion)
      drafts.set(accountKey, draft)
    }
    return draft
  }

  function stateOf(collection: Collection<unknown>): CollectionState {
    let state = collections.get(collection)
    if (!state) {
      state = { values: new Map(), stored: new Set(), changed: new Map() }
      collections.set(collection, state)
    }
    return state
  }

  function factsFor(call: Call, draft: AccountDraft): Facts {
    const tenantId = call.input.tenant.id
    return {
      customer: draft.customer,
      account: draft.account,
      get: <T>(collection: Collection<T>, key: string) =>
        stateOf(collection as Collection<unknown>).values.get(keyText({ tenantId, key })) as T | undefined,
      recordedInBatch: (orderId) => recordsOfOrder(draft.entries, orderId),
    }
  }

  function firstFacts(call: Call, index: number): Facts {
    const accountKey = accountKeyOf(index)
    return factsFor(call, (accountKey === null ? undefined : drafts.get(accountKey)) ?? nobody)
  }

  /** Not all as arguments of one call: there may be more than a call can take. */
  function addEntries(draft: AccountDraft, entries: Readonly<AccountDraft['entries']>): void {
    for (const entry of entries) draft.entries.push(entry)
  }

  function apply(call: Call, draft: AccountDraft, decision: Decision<unknown>, posting: Posting): void {
    const tenantId = call.input.tenant.id
    if (decision.customer) draft.customer = decision.customer
    draft.account = posting.account
    addEntries(draft, posting.entries)
    for (const [id, explanation] of posting.explanations) draft.explanations.set(id, explanation)
    for (const { collection, key, value: changed } of decision.changes ?? []) {
      const state = stateOf(collection)
      state.values.set(keyText({ tenantId, key }), changed)
      state.changed.set(keyText({ tenantId, key }), { tenantId, key })
    }
  }

  /** Returns whether anything is left that is due: it is not at hand then. */
  function settleDraft(draft: AccountDraft, now: Instant, ids: RecordIds): boolean {
    const settled = settle(draft.account, now, ids)
    draft.account = settled.account
    addEntries(draft, settled.entries)
    return mayBeDue(draft.account, now)
  }

  function decideOne(
    call: Call,
    draft: AccountDraft,
    now: Instant,
    ids: RecordIds,
  ): { result: unknown } | 'aside' {
    const isProgress = (): boolean => draft.entries.length > 0
    if (settleDraft(draft, now, ids) && !(call.command.isSettlingOnly && isProgress())) {
      if (isAlone && isProgress()) return 'aside'
      throw new NotLoaded({ kind: 'due' })
    }
    const posting = new Posting(draft.account, now, ids)
    const decision = call.command.decide(factsFor(call, draft), call.input, posting)
    apply(call, draft, decision, posting)
    return { result: decision.result }
  }

  function tryOne(
    call: Call,
    draft: AccountDraft,
    now: Instant,
    ids: RecordIds,
  ): { result: unknown } | { error: unknown } | 'aside' | NotLoaded {
    try {
      return decideOne(call, draft, now, ids)
    } catch (error) {
      // Anything else is a mistake of ours in one decision: it has changed nothing, and the others go on.
      return error instanceof NotLoaded ? error : { error }
    }
  }

  function idsNeeded(): number {
    let lotsAndDebts = 0
    for (const draft of drafts.values()) lotsAndDebts += countLotsAndDebts(draft)
    let more = 0
    for (const [index, call] of calls.entries()) {
      const { command, input } = call
      if (command.moreIds) more += command.moreIds(firstFacts(call, index), input)
    }
    return calls.length * IDS_PER_COMMAND + lotsAndDebts * IDS_PER_LOT_OR_DEBT + more
  }

  return {
    accountKeyOf,
    accountKeys: distinctAccountKeys(calls, customers).filter((key) => !setAside.has(keyText(key))),
    loads: loadsOfCalls.flat(),

    async load(tx: Tx, loads: readonly (Load & CollectionKey)[]): Promise<void> {
      const byCollection = Map.groupBy(loads, ({ collection }) => collection)
      await Promise.all(
        [...byCollection].map(async ([collection, keys]) => {
          const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()]
          const state = stateOf(collection)
          for (const [key, value] of await collection.load(tx, distinct)) {
            state.values.set(key, value)
            state.stored.add(key)
          }
        }),
      )
    },

    addAccounts(accounts: LockedAccounts): void {
      for (const [key, stored] of accounts) {
        if (stored === 'busy') aside.add(key)
        else drafts.set(key, newDraft(stored, portion))
      }
    },

    /** Each item that is not set aside, with the facts as they were loaded, before anything is decided. */
    *first() {
      for (const [index, call] of calls.entries()) {
        const accountKey = accountKeyOf(index)
        if (accountKey !== null && aside.has(accountKey)) continue
        yield { call, accountKey, facts: firstFacts(call, index) }
      }
    },

    /** Customers who are not there, although something that belongs to customers is, under a key of their command. */
    missingAccountsOfStoredValues(): CollectionKey[] {
      return calls.flatMap(({ input }, index) => {
        const customer = customers[index] ?? null
        const accountKey = accountKeyOf(index) ?? ''
        if (customer === null || drafts.has(accountKey) || aside.has(accountKey)) return []
        const loads = loadsOfCalls[index] ?? []
        const isStored = loads.some(
          (load) => load.collection.save && stateOf(load.collection).stored.has(keyText(load)),
        )
        return isStored ? [{ tenantId: input.tenant.id, key: customer }] : []
      })
    },

    /** The first lots of these accounts, with all of the orders named. */
    async loadLots(tx: Tx, wanted: ReadonlyMap<string, readonly number[]>): Promise<void> {
      const asks = [...wanted].flatMap(([accountKey, orderIds]) => {
        const draft = drafts.get(accountKey)
        return draft ? [{ draft, orderIds }] : []
      })
      await loadFirstLots(lotsIn(tx), asks, portion)
    },

    idsNeeded,

    async decideAll(tx: Tx, clockOf: TenantClock, ids: IdBlocks): Promise<BatchOutcome[]> {
      const outcomes: BatchOutcome[] = []
      for (const [index, call] of calls.entries()) {
        const accountKey = accountKeyOf(index)
        // The commands of a customer keep their order.
        if (accountKey !== null && aside.has(accountKey)) {
          outcomes.push({ aside: accountKey, isHeavy: false })
          continue
        }
        const draft = accountKey === null ? newDraft(null, portion) : draftOf(accountKey)
        const now = clockOf(call.input.tenant)
        let outcome = tryOne(call, draft, now, ids)
        while (outcome instanceof NotLoaded) {
          if (!isAlone && wouldLoadMany(draft, outcome.wanted, lotsMax)) {
            outcome = 'aside'
            break
          }
          await loadWanted(lotsIn(tx), draft, outcome.wanted)
          await ids.ensure(tx, idsNeeded())
          outcome = tryOne(call, draft, now, ids)
        }
        if (outcome === 'aside' && accountKey !== null) aside.add(accountKey)
        outcomes.push(outcome === 'aside' ? { aside: accountKey, isHeavy: true } : outcome)
      }
      return outcomes
    },

    save(tx: Tx, ids: RecordIds): Promise<unknown>[] {
      const accounts = [...drafts.values()].flatMap(({ customer, ...draft }) =>
        customer ? [{ ...draft, customer }] : [],
      )
      return [
        ...saveAccounts(tx, accounts, ids),
        // Which shelf a batch met first is chance: by name, two batches never wait for each other's keys.
        ...[...collections]
          .toSorted(([a], [b]) => (a.name < b.name ? -1 : 1))
          .flatMap(([collection, state]) => saveCollection(tx, collection, state)),
      ]
    },
  }
}

function distinctAccountKeys(calls: readonly Call[], customers: readonly (string | null)[]): CollectionKey[] {
  const keys = new Map<string, CollectionKey>()
  calls.forEach(({ input }, index) => {
    const customer = customers[index]
    if (customer === null || customer === undefined) return
    const key = { tenantId: input.tenant.id, key: customer }
    keys.set(keyText(key), key)
  })
  return [...keys.values()]
}

function saveCollection(
  tx: Tx,
  collection: Collection<unknown>,
  { values, stored, changed }: CollectionState,
): Promise<unknown>[] {
  if (changed.size === 0) return []
  if (!collection.save) throw new Error(`the collection ${collection.name} is for reading only`)
  const changes = [...changed].map(([text, key]) => ({
    ...key,
    value: values.get(text),
    isNew: !stored.has(text),
  }))
  // As with customers: in one order for everybody.
  changes.sort((a, b) => a.tenantId - b.tenantId || (a.key < b.key ? -1 : 1))
  return [collection.save(tx, changes)]
}
