import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant, TenantClock } from '../tenancy/tenant.ts'
import {
  type Account,
  type Entry,
  NEW_ACCOUNT,
  type RecordIds,
  sumOfOrder,
  type UpdateEntry,
} from './account.ts'
import {
  type Command,
  type Decision,
  type Facts,
  keyText,
  type Need,
  type Shelf,
  type ShelfKey,
} from './command.ts'
import type { Customer } from './customer.ts'
import { withDueMoment } from './lots.ts'
import { settle } from './settle.ts'
import type { CustomerRef, LiveRecords, StoredAccount } from './store.ts'
import { saveAccounts } from './writer.ts'

export interface Item {
  readonly command: Command<{ readonly tenant: Tenant }, unknown>
  readonly input: { readonly tenant: Tenant }
}

/** One account at the till: as it was stored, and as the batch has made it so far. */
interface Desk {
  readonly before: StoredAccount | null
  customer: Customer | null
  loaded: Account
  account: Account
  readonly entries: (Entry | UpdateEntry)[]
  readonly explanations: Map<number, object>
}

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
export function createBatch(items: readonly Item[], customers: readonly (string | null)[]) {
  const desks = new Map<string, Desk>()
  const shelves = new Map<Shelf<unknown>, ShelfState>()
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
      desk = newDesk(null)
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
      recordedInBatch: (orderId) => sumOfOrder(desk.entries, orderId),
    }
  }

  function firstFacts(item: Item, index: number): Facts {
    const accountKey = accountKeyOf(index)
    return factsFor(item, (accountKey === null ? undefined : desks.get(accountKey)) ?? newDesk(null))
  }

  function apply(item: Item, desk: Desk, decision: Decision<unknown>): void {
    const tenantId = item.input.tenant.id
    if (decision.customer) desk.customer = decision.customer
    if (decision.account) desk.account = decision.account
    if (decision.entries) desk.entries.push(...decision.entries)
    for (const [id, explanation] of decision.explanations ?? []) desk.explanations.set(id, explanation)
    for (const { shelf, key, item: changed } of decision.items ?? []) {
      const state = stateOf(shelf)
      state.items.set(keyText({ tenantId, key }), changed)
      state.changed.set(keyText({ tenantId, key }), { tenantId, key })
    }
  }

  function decideOne(item: Item, accountKey: string | null, now: Instant, ids: RecordIds): unknown {
    const desk = accountKey === null ? newDesk(null) : deskOf(accountKey)
    const settled = settle(desk.account, now, ids)
    desk.account = settled.account
    // Not all as arguments of one call: there may be more than a call can take.
    for (const entry of settled.entries) desk.entries.push(entry)
    const decision = item.command.decide(factsFor(item, desk), item.input, now, ids)
    apply(item, desk, decision)
    return decision.result
  }

  return {
    accountKeys: distinctAccountKeys(items, customers),
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

    addAccounts(accounts: ReadonlyMap<string, StoredAccount>): void {
      for (const [key, stored] of accounts) desks.set(key, newDesk(stored))
    },

    /** Each item with the facts as they were loaded, before anything is decided. */
    *first() {
      for (const [index, item] of items.entries()) {
        yield { item, accountKey: accountKeyOf(index), facts: firstFacts(item, index) }
      }
    },

    /** Customers who are not there, although something that belongs to customers is, under a key of their command. */
    missingAccountsOfStoredItems(): ShelfKey[] {
      return items.flatMap(({ input }, index) => {
        const customer = customers[index] ?? null
        if (customer === null || desks.has(accountKeyOf(index) ?? '')) return []
        const needs = needsOfItems[index] ?? []
        const isStored = needs.some(
          (need) => need.shelf.save && stateOf(need.shelf).stored.has(keyText(need)),
        )
        return isStored ? [{ tenantId: input.tenant.id, key: customer }] : []
      })
    },

    /**
     * Accounts with several commands for one thing, such as one order: what the first makes of it may have the
     * second take something back, and nothing that is loaded tells so beforehand.
     */
    accountsOfSharedItems(): string[] {
      const firstUsers = new Map<string, number>()
      const indexes: number[] = []
      for (const [index, needs] of needsOfItems.entries()) {
        for (const need of needs) {
          if (!need.shelf.save) continue
          const name = `${need.shelf.name} ${keyText(need)}`
          const first = firstUsers.get(name)
          if (first === undefined) firstUsers.set(name, index)
          else indexes.push(first, index)
        }
      }
      return indexes.map(accountKeyOf).filter((key) => key !== null)
    },

    storedCustomers(accountKeys: ReadonlySet<string>): CustomerRef[] {
      return [...accountKeys].flatMap((key) => {
        const stored = desks.get(key)?.before
        return stored ? [{ tenantId: stored.customer.tenantId, id: stored.customer.id }] : []
      })
    },

    addLots(records: ReadonlyMap<string, LiveRecords>): void {
      for (const desk of desks.values()) {
        if (!desk.before) continue
        const { tenantId, id } = desk.before.customer
        const live = records.get(keyText({ tenantId, key: String(id) }))
        if (!live) continue
        const { lots, debts } = live
        // Early due moments of the row are corrected by what the lots say.
        desk.loaded = withDueMoment({ ...desk.account, lots, debts, areLotsLoaded: true })
        desk.account = desk.loaded
      }
    },

    idsNeeded(): number {
      const loaded = [...desks.values()].reduce(
        (count, { account }) => count + account.lots.length + account.debts.length,
        0,
      )
      let more = 0
      for (const [index, item] of items.entries()) {
        const { command, input } = item
        if (command.moreIds) more += command.moreIds(firstFacts(item, index), input)
      }
      return items.length * IDS_PER_COMMAND + loaded * IDS_PER_LOT_OR_DEBT + more
    },

    decideAll(clockOf: TenantClock, ids: RecordIds): ({ result: unknown } | { error: unknown })[] {
      return items.map((item, index) => {
        try {
          return { result: decideOne(item, accountKeyOf(index), clockOf(item.input.tenant), ids) }
        } catch (error) {
          // A mistake of ours in one decision: it has changed nothing, and the others go on.
          return { error }
        }
      })
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

function newDesk(before: StoredAccount | null): Desk {
  const account = before?.account ?? NEW_ACCOUNT
  return {
    before,
    customer: before?.customer ?? null,
    loaded: account,
    account,
    entries: [],
    explanations: new Map(),
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
