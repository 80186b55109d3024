import { type Batcher, createBatcher } from '../platform/batcher.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { isRace, isUnavailable } from '../platform/postgres/failures.ts'
import { type Tenant, type TenantClock, tenantClock } from '../tenancy/tenant.ts'
import { isInDebt, mayBeDue } from './account.ts'
import { createBatch, type Item } from './batch.ts'
import type { Command, Need, ShelfKey } from './command.ts'
import { takeIds } from './id-blocks.ts'
import { loadLiveRecords, lockAccounts } from './store.ts'

/**
 * Runs the commands that change accounts, many in one transaction: while one batch is in the database,
 * arriving commands queue, and what has queued is the next batch. One commit then carries many commands, and
 * an answer is sent only after the commit that holds its effect.
 */
export interface Till {
  run<Input extends { readonly tenant: Tenant }, Result>(
    command: Command<Input, Result>,
    input: Input,
  ): Promise<Result>
  readonly waiting: number
}

export interface TillOptions {
  readonly database: Database
  readonly clock: Clock
  readonly lanes?: number
  readonly batchMax?: number
  readonly waitingMax?: number
  readonly onBatch?: (size: number) => void
  /** How to lock a batch's accounts. Those that it leaves out are, for their commands, not there. */
  readonly lock?: typeof lockAccounts
}

/** Two: while Node decides one batch, PostgreSQL saves the other. More only made them wait for each other. */
const LANES = 2
/** Measured beforehand: above about 100 a batch brings nothing. */
const BATCH_MAX = 100
const WAITING_MAX = 5_000
/** A race for a key or a deadlock is over at the next try: then the other's rows are there to be seen. */
const RACE_RETRIES = 3

type Outcome = { readonly result: unknown } | { readonly error: unknown }

export function createTill(options: TillOptions): Till {
  const batcher: Batcher<Item, Outcome> = createBatcher({
    lanes: options.lanes ?? LANES,
    batchMax: options.batchMax ?? BATCH_MAX,
    waitingMax: options.waitingMax ?? WAITING_MAX,
    groupOf: ({ input }) => input.tenant.id,
    // Two batches must not wait for the same account, and its commands keep their order.
    exclusiveOf: ({ command, input }) => {
      const customer = command.customerOf(input)
      return customer === null ? null : `${input.tenant.id} ${customer}`
    },
    run: (items) => runSplitting(options, items),
    ...(options.onBatch ? { onBatch: options.onBatch } : {}),
  })
  return {
    async run<Input extends { readonly tenant: Tenant }, Result>(
      command: Command<Input, Result>,
      input: Input,
    ) {
      const outcome = await batcher.call({ command: command as unknown as Item['command'], input })
      if ('error' in outcome) throw outcome.error
      return outcome.result as Result
    },
    get waiting() {
      return batcher.waiting
    },
  }
}

/** An unexpected failure must not take others along: halves, until the one that fails stands alone. */
async function runSplitting(options: TillOptions, items: readonly Item[]): Promise<Outcome[]> {
  try {
    return await runRetrying(options, items)
  } catch (error) {
    // Who comes again after a lost connection finds its command done or not done: no use in trying others.
    if (items.length === 1 || isUnavailable(error)) return items.map(() => ({ error }))
    const middle = items.length >> 1
    const first = await runSplitting(options, items.slice(0, middle))
    return [...first, ...(await runSplitting(options, items.slice(middle)))]
  }
}

async function runRetrying(options: TillOptions, items: readonly Item[]): Promise<Outcome[]> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await runOnce(options, items)
    } catch (error) {
      if (!(isRace(error) || error instanceof StaleReadError) || retries === RACE_RETRIES) throw error
    }
  }
}

/** What was read does not fit together, because another process committed between two of our statements. */
class StaleReadError extends Error {
  override readonly name = 'StaleReadError'
}

function runOnce(options: TillOptions, items: readonly Item[]): Promise<Outcome[]> {
  const { database, clock, lock = lockAccounts } = options
  const tenants = [...new Set(items.map(({ input }) => input.tenant.id))]
  return database.transactionOfBatch(tenants, async (tx) => {
    const customers = await resolveCustomers(tx, items)
    const batch = createBatch(items, customers)
    const [accounts, ids] = await Promise.all([
      lock(tx, batch.accountKeys),
      takeIds(tx, batch.idsNeeded()),
      batch.load(tx, batch.needs),
    ])
    batch.addAccounts(accounts)
    await refuseStaleReads(tx, batch)
    // One moment for all: what is not due when the lots are loaded must not become so before they are needed.
    const now = clock()
    const clockOf = tenantClock(() => now)
    await loadMore(tx, batch, clockOf)
    await ids.ensure(tx, batch.idsNeeded())
    const outcomes = batch.decideAll(clockOf, ids)
    return { result: outcomes, writes: batch.save(tx, ids) }
  })
}

async function resolveCustomers(tx: Tx, items: readonly Item[]): Promise<(string | null)[]> {
  const customers = items.map(({ command, input }) => command.customerOf(input))
  const unresolved = Map.groupBy(
    items.flatMap(({ command }, index) => (customers[index] === null && command.resolve ? [index] : [])),
    (index) => items[index]?.command,
  )
  await Promise.all(
    [...unresolved].map(async ([command, indexes]) => {
      const inputs = indexes.flatMap((index) => items[index]?.input ?? [])
      const found = (await command?.resolve?.(tx, inputs)) ?? []
      indexes.forEach((index, position) => {
        customers[index] = found[position] ?? null
      })
    }),
  )
  return customers
}

/**
 * A customer who is not there can't be locked: if another process saves it with its first order just after we
 * looked, we find the order without its customer and would take it for somebody else's.
 */
async function refuseStaleReads(tx: Tx, batch: ReturnType<typeof createBatch>): Promise<void> {
  const doubtful = batch.missingAccountsOfStoredItems()
  if (doubtful.length === 0) return
  const found = await lockAccounts(tx, doubtful)
  if (found.size > 0) throw new StaleReadError(`${[...found.keys()]} came while the batch was loaded`)
}

/** The second round, for the few that need it: lots, and whatever the first facts made necessary. */
async function loadMore(tx: Tx, batch: ReturnType<typeof createBatch>, clockOf: TenantClock): Promise<void> {
  const needs: (Need & ShelfKey)[] = []
  const withLots = new Set(batch.accountsOfSharedItems())
  for (const { item, facts, accountKey } of batch.first()) {
    const now = clockOf(item.input.tenant)
    const more = item.command.needsMore?.(facts, item.input, now)
    for (const need of more?.needs ?? []) needs.push({ ...need, tenantId: item.input.tenant.id })
    const { account } = facts
    if (accountKey !== null && (more?.lots || isInDebt(account) || mayBeDue(account, now)))
      withLots.add(accountKey)
  }
  const customers = batch.storedCustomers(withLots)
  await Promise.all([
    needs.length > 0 ? batch.load(tx, needs) : undefined,
    customers.length > 0
      ? loadLiveRecords(tx, customers).then((records) => batch.addLots(records))
      : undefined,
  ])
}
