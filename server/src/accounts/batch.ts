import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant, TenantClock } from '../tenancy/tenant.ts'
import { mayBeDue, type RecordIds, recordsOfOrder } from './account.ts'
import { NotAtHand } from './at-hand.ts'
import {
  type Command,
  type Decision,
  type Facts,
  keyText,
  type Need,
  type Shelf,
  type ShelfKey,
} from './command.ts'
import { countLotsAndDebts, type Desk, loadFirstLots, loadWanted, newDesk, wouldLoadMany } from './desk.ts'
import type { IdBlocks } from './id-blocks.ts'
import { lotsIn } from './lot-store.ts'
import { settle } from './settle.ts'
import type { LockedAccounts } from './store.ts'
import { saveAccounts } from './writer.ts'

export interface Item {
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

interface ShelfState {
  readonly items: Map<string, unknown>
  readonly stored: Set<string>
  readonly changed: Map<string, ShelfKey>
}

/**
 * A command makes at most so many records, customers and orders. Beyond that, a lot or a debt takes a record
 * when it expires, and an origin for the use or the payment that ends it, in each of the two measures.
 */
const IDS_PER_COMMAND = 16
const IDS_PER_LOT_OR_DEBT = 4

/** The working state of one batch: everything loaded, decided one after the other, then saved. */
export function createBatch(
  items: readonly Item[],
  customers: readonly (string | null)[],
  { portion, lotsMax, isAlone, setAside }: BatchOptions,
) {
  const desks = new Map<string, Desk>()
  const nobody = newDesk(null, portion)
  const shelves = new Map<Shelf<unknown>, ShelfState>()
  const aside = new Set(setAside)
  const needsOfItems = items.map(({ command, input }) =>
    command.needs(input).map((need) => ({ ...need, tenantId: input.tenant.id })),
  )

  const accountKeyOf = (index: number): string | null => {
    const customer = customers[index] ?? null
    const item = items[index]
    return customer === null || !item ? null : keyText({ tenantId: item.input.tenant.id, key: customer })
  }

  function deskOf(accountKey: string): Desk {
    let desk = desks.get(accountKey)
    if (!desk) {
      desk = newDesk(null, portion)
      desks.set(accountKey, desk)
    }
    return desk
  }

  function stateOf(shelf: Shelf<unknown>): ShelfState {
    let state = shelves.get(shelf)
    if (!state) {
      state = { items: new Map(), stored: new Set(), changed: new Map() }
      shelves.set(shelf, state)
    }
    return state
  }

  function factsFor(item: Item, desk: Desk): Facts {
    const tenantId = item.input.tenant.id
    return {
      customer: desk.customer,
      account: desk.account,
      get: <T>(shelf: Shelf<T>, key: string) =>
        stateOf(shelf as Shelf<unknown>).items.get(keyText({ tenantId, key })) as T | undefined,
      recordedInBatch: (orderId) => recordsOfOrder(desk.entries, orderId),
    }
  }

  function firstFacts(item: Item, index: number): Facts {
    const accountKey = accountKeyOf(index)
    return factsFor(item, (accountKey === null ? undefined : desks.get(accountKey)) ?? nobody)
  }

  /** Not all as arguments of one call: there may be more than a call can take. */
  function addEntries(desk: Desk, entries: Readonly<Desk['entries']>): void {
    for (const entry of entries) desk.entries.push(entry)
  }

  function apply(item: Item, desk: Desk, decision: Decision<unknown>): void {
    const tenantId = item.input.tenant.id
    if (decision.customer) desk.customer = decision.customer
    if (decision.account) desk.account = decision.account
    addEntries(desk, decision.entries ?? [])
    for (const [id, explanation] of decision.explanations ?? []) desk.explanations.set(id, explanation)
    for (const { shelf, key, item: changed } of decision.items ?? []) {
      const state = stateOf(shelf)
      state.items.set(keyText({ tenantId, key }), changed)
      state.changed.set(keyText({ tenantId, key }), { tenantId, key })
    }
  }

  /** Returns whether anything is left that is due: it is not at hand then. */
  function settleDesk(desk: Desk, now: Instant, ids: RecordIds): boolean {
    const settled = settle(desk.account, now, ids)
    desk.account = settled.account
    addEntries(desk, settled.entries)
    return mayBeDue(desk.account, now)
  }

  function decideOne(item: Item, desk: Desk, now: Instant, ids: RecordIds): { result: unknown } | 'aside' {
    const isProgress = (): boolean => desk.entries.length > 0
    if (settleDesk(desk, now, ids) && !(item.command.isSettlingOnly && isProgress())) {
      if (isAlone && isProgress()) return 'aside'
      throw new NotAtHand({ kind: 'due' })
    }
    const decision = item.command.decide(factsFor(item, desk), item.input, now, ids)
    apply(item, desk, decision)
    return { result: decision.result }
  }

  function tryOne(
    item: Item,
    desk: Desk,
    now: Instant,
    ids: RecordIds,
  ): { result: unknown } | { error: unknown } | 'aside' | NotAtHand {
    try {
      return decideOne(item, desk, now, ids)
    } catch (error) {
      // Anything else is a mistake of ours in one decision: it has changed nothing, and the others go on.
      return error instanceof NotAtHand ? error : { error }
    }
  }

  function idsNeeded(): number {
    let lotsAndDebts = 0
    for (const desk of desks.values()) lotsAndDebts += countLotsAndDebts(desk)
    let more = 0
    for (const [index, item] of items.entries()) {
      const { command, input } = item
      if (command.moreIds) more += command.moreIds(firstFacts(item, index), input)
    }
    return items.length * IDS_PER_COMMAND + lotsAndDebts * IDS_PER_LOT_OR_DEBT + more
  }

  return {
    accountKeyOf,
    accountKeys: distinctAccountKeys(items, customers).filter((key) => !setAside.has(keyText(key))),
    needs: needsOfItems.flat(),

    async load(tx: Tx, needs: readonly (Need & ShelfKey)[]): Promise<void> {
      const byShelf = Map.groupBy(needs, ({ shelf }) => shelf)
      await Promise.all(
        [...byShelf].map(async ([shelf, keys]) => {
          const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()]
          const state = stateOf(shelf)
          for (const [key, item] of await shelf.load(tx, distinct)) {
            state.items.set(key, item)
            state.stored.add(key)
          }
        }),
      )
    },

    addAccounts(accounts: LockedAccounts): void {
      for (const [key, stored] of accounts) {
        if (stored === 'busy') aside.add(key)
        else desks.set(key, newDesk(stored, portion))
      }
    },

    /** Each item that is not set aside, with the facts as they were loaded, before anything is decided. */
    *first() {
      for (const [index, item] of items.entries()) {
        const accountKey = accountKeyOf(index)
        if (accountKey !== null && aside.has(accountKey)) continue
        yield { item, accountKey, facts: firstFacts(item, index) }
      }
    },

    /** Customers who are not there, although something that belongs to customers is, under a key of their command. */
    missingAccountsOfStoredItems(): ShelfKey[] {
      return items.flatMap(({ input }, index) => {
        const customer = customers[index] ?? null
        const accountKey = accountKeyOf(index) ?? ''
        if (customer === null || desks.has(accountKey) || aside.has(accountKey)) return []
        const needs = needsOfItems[index] ?? []
        const isStored = needs.some(
          (need) => need.shelf.save && stateOf(need.shelf).stored.has(keyText(need)),
        )
        return isStored ? [{ tenantId: input.tenant.id, key: customer }] : []
      })
    },

    /** The first lots of these accounts, with all of the orders named. */
    async loadLots(tx: Tx, wanted: ReadonlyMap<string, readonly number[]>): Promise<void> {
      const asks = [...wanted].flatMap(([accountKey, orderIds]) => {
        const desk = desks.get(accountKey)
        return desk ? [{ desk, orderIds }] : []
      })
      await loadFirstLots(lotsIn(tx), asks, portion)
    },

    idsNeeded,

    async decideAll(tx: Tx, clockOf: TenantClock, ids: IdBlocks): Promise<BatchOutcome[]> {
      const outcomes: BatchOutcome[] = []
      for (const [index, item] of items.entries()) {
        const accountKey = accountKeyOf(index)
        // The commands of a customer keep their order.
        if (accountKey !== null && aside.has(accountKey)) {
          outcomes.push({ aside: accountKey, isHeavy: false })
          continue
        }
        const desk = accountKey === null ? newDesk(null, portion) : deskOf(accountKey)
        const now = clockOf(item.input.tenant)
        let outcome = tryOne(item, desk, now, ids)
        while (outcome instanceof NotAtHand) {
          if (!isAlone && wouldLoadMany(desk, outcome.wanted, lotsMax)) {
            outcome = 'aside'
            break
          }
          await loadWanted(lotsIn(tx), desk, outcome.wanted)
          await ids.ensure(tx, idsNeeded())
          outcome = tryOne(item, desk, now, ids)
        }
        if (outcome === 'aside' && accountKey !== null) aside.add(accountKey)
        outcomes.push(outcome === 'aside' ? { aside: accountKey, isHeavy: true } : outcome)
      }
      return outcomes
    },

    save(tx: Tx, ids: RecordIds): Promise<unknown>[] {
      const accounts = [...desks.values()].flatMap(({ customer, ...desk }) =>
        customer ? [{ ...desk, customer }] : [],
      )
      return [
        ...saveAccounts(tx, accounts, ids),
        // Which shelf a batch met first is chance: by name, two batches never wait for each other's keys.
        ...[...shelves]
          .toSorted(([a], [b]) => (a.name < b.name ? -1 : 1))
          .flatMap(([shelf, state]) => saveShelf(tx, shelf, state)),
      ]
    },
  }
}

function distinctAccountKeys(items: readonly Item[], customers: readonly (string | null)[]): ShelfKey[] {
  const keys = new Map<string, ShelfKey>()
  items.forEach(({ input }, index) => {
    const customer = customers[index]
    if (customer === null || customer === undefined) return
    const key = { tenantId: input.tenant.id, key: customer }
    keys.set(keyText(key), key)
  })
  return [...keys.values()]
}

function saveShelf(
  tx: Tx,
  shelf: Shelf<unknown>,
  { items, stored, changed }: ShelfState,
): Promise<unknown>[] {
  if (changed.size === 0) return []
  if (!shelf.save) throw new Error(`the shelf ${shelf.name} is for reading only`)
  const changes = [...changed].map(([text, key]) => ({
    ...key,
    item: items.get(text),
    isNew: !stored.has(text),
  }))
  // As with customers: in one order for everybody.
  changes.sort((a, b) => a.tenantId - b.tenantId || (a.key < b.key ? -1 : 1))
  return [shelf.save(tx, changes)]
}
