import { type Batcher, createBatcher } from '../../platform/batcher.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { isRace, isUnavailable } from '../../platform/postgres/failures.ts'
import { type Tenant, type TenantClock, tenantClock } from '../../tenancy/tenant.ts'
import { isInDebt, mayBeDue } from '../account.ts'
import { lockAccounts } from '../store/accounts.ts'
import { takeIds } from '../store/id-blocks.ts'
import { type BatchOptions, type BatchOutcome, type Call, createBatch } from './batch.ts'
import type { CollectionKey, Command, Load } from './command.ts'

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
  readonly onBatch?: (size: number, waitedMs: number) => void
  /** How to lock a batch's accounts. Those that it leaves out are, for their commands, not there. */
  readonly lock?: typeof lockAccounts
  /** How many of an account's lots are loaded at first. */
  readonly portion?: number
}

/** Two: while Node decides one batch, PostgreSQL saves the other. More only made them wait for each other. */
const LANES = 2
/** Measured beforehand: above about 100 a batch brings nothing. */
const BATCH_MAX = 100
const WAITING_MAX = 5_000
/** A race for a key or a deadlock is over at the next try: then the other's rows are there to be seen. */
const RACE_RETRIES = 3

/** More lots than most customers have; read in the time of a few. */
const PORTION = 64
/** A portion and the next: an account that needs more is set aside. */
const LOTS_MAX = 300
/** So many lots are settled in one transaction of an account that was set aside: about 20 ms. */
const PORTION_ALONE = 256

type Outcome = { readonly result: unknown } | { readonly error: unknown }

export function createTill(options: TillOptions): Till {
  const portion = options.portion ?? PORTION
  const setAside: ReadonlySet<string> = new Set()
  const beside = { portion, lotsMax: LOTS_MAX, isAlone: false, setAside }
  const alone = { ...beside, portion: Math.max(portion, PORTION_ALONE), lotsMax: Infinity, isAlone: true }
  // One transaction at a time, and tenants take turns: an account with 100,000 lots to settle delays itself.
  const sideLane: Batcher<Call, BatchOutcome> = createBatcher({
    lanes: 1,
    batchMax: 1,
    waitingMax: options.waitingMax ?? WAITING_MAX,
    groupOf: ({ input }) => input.tenant.id,
    run: (calls) => runSplitting(options, calls, alone),
  })

  /** One after the other, each as often as it takes. */
  async function runAside(call: Call, after: Promise<unknown>): Promise<Outcome> {
    await after
    try {
      for (;;) {
        const outcome = await sideLane.call(call)
        if (!('aside' in outcome)) return outcome
      }
    } catch (error) {
      return { error }
    }
  }

  const batcher: Batcher<Call, Outcome> = createBatcher({
    lanes: options.lanes ?? LANES,
    batchMax: options.batchMax ?? BATCH_MAX,
    waitingMax: options.waitingMax ?? WAITING_MAX,
    groupOf: ({ input }) => input.tenant.id,
    // Two batches must not wait for the same account, and its commands keep their order.
    exclusiveOf: ({ command, input }) => {
      const customer = command.customerOf(input)
      return customer === null ? null : `${input.tenant.id} ${customer}`
    },
    async run(calls) {
      const outcomes = await runSplitting(options, calls, beside)
      const last = new Map<string, Promise<Outcome>>()
      return outcomes.map((outcome, index) => {
        const call = calls[index]
        if (!('aside' in outcome) || !call) return outcome as Outcome
        const later = runAside(call, last.get(outcome.aside) ?? Promise.resolve())
        last.set(outcome.aside, later)
        return later
      })
    },
    ...(options.onBatch ? { onBatch: options.onBatch } : {}),
  })
  return {
    async run<Input extends { readonly tenant: Tenant }, Result>(
      command: Command<Input, Result>,
      input: Input,
    ) {
      const outcome = await batcher.call({ command: command as unknown as Call['command'], input })
      if ('error' in outcome) throw outcome.error
      return outcome.result as Result
    },
    get waiting() {
      return batcher.waiting + sideLane.waiting
    },
  }
}

/** An unexpected failure must not take others along: halves, until the one that fails stands alone. */
async function runSplitting(
  options: TillOptions,
  calls: readonly Call[],
  batching: BatchOptions,
): Promise<BatchOutcome[]> {
  try {
    return await runRetrying(options, calls, batching)
  } catch (error) {
    // Who comes again after a lost connection finds its command done or not done: no use in trying others.
    if (calls.length === 1 || isUnavailable(error)) return calls.map(() => ({ error }))
    const middle = calls.length >> 1
    const first = await runSplitting(options, calls.slice(0, middle), batching)
    // Whoever was set aside in the first half is not overtaken by the second.
    const setAside = new Set(batching.setAside)
    for (const outcome of first) if ('aside' in outcome) setAside.add(outcome.aside)
    const second = await runSplitting(options, calls.slice(middle), { ...batching, setAside })
    return [...first, ...second]
  }
}

async function runRetrying(
  options: TillOptions,
  calls: readonly Call[],
  batching: BatchOptions,
): Promise<BatchOutcome[]> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await runOnce(options, calls, batching)
    } catch (error) {
      if (!(isRace(error) || error instanceof StaleReadError) || retries === RACE_RETRIES) throw error
    }
  }
}

/** What was read does not fit together, because another process committed between two of our statements. */
class StaleReadError extends Error {
  override readonly name = 'StaleReadError'
}

function runOnce(
  options: TillOptions,
  calls: readonly Call[],
  batching: BatchOptions,
): Promise<BatchOutcome[]> {
  const { database, clock, lock = lockAccounts } = options
  const tenants = [...new Set(calls.map(({ input }) => input.tenant.id))]
  return database.transactionOfBatch(tenants, async (tx) => {
    const customers = await resolveCustomers(tx, calls)
    const batch = createBatch(calls, customers, batching)
    const [accounts, ids] = await Promise.all([
      lock(tx, batch.accountKeys),
      takeIds(tx, batch.idsNeeded()),
      batch.load(tx, batch.loads),
    ])
    batch.addAccounts(accounts)
    await refuseStaleReads(tx, batch)
    // One moment for all: what is not due when the lots are loaded must not become so before they are needed.
    const now = clock()
    const clockOf = tenantClock(() => now)
    await loadMore(tx, batch, clockOf)
    await ids.ensure(tx, batch.idsNeeded())
    const outcomes = await batch.decideAll(tx, clockOf, ids)
    return { result: outcomes, writes: batch.save(tx, ids) }
  })
}

async function resolveCustomers(tx: Tx, calls: readonly Call[]): Promise<(string | null)[]> {
  const customers = calls.map(({ command, input }) => command.customerOf(input))
  const unresolved = Map.groupBy(
    calls.flatMap(({ command }, index) => (customers[index] === null && command.resolve ? [index] : [])),
    (index) => calls[index]?.command,
  )
  await Promise.all(
    [...unresolved].map(async ([command, indexes]) => {
      const inputs = indexes.flatMap((index) => calls[index]?.input ?? [])
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
  const doubtful = batch.missingAccountsOfStoredValues()
  if (doubtful.length === 0) return
  const found = await lockAccounts(tx, doubtful)
  if (found.size > 0) throw new StaleReadError(`${[...found.keys()]} came while the batch was loaded`)
}

/** The second round, for the few that need it: lots, and whatever the first facts made necessary. */
async function loadMore(tx: Tx, batch: ReturnType<typeof createBatch>, clockOf: TenantClock): Promise<void> {
  const loads: (Load & CollectionKey)[] = []
  const withLots = new Map<string, number[]>()
  for (const { call, facts, accountKey } of batch.first()) {
    const now = clockOf(call.input.tenant)
    const more = call.command.loadsAfter?.(facts, call.input, now)
    for (const load of more?.loads ?? []) loads.push({ ...load, tenantId: call.input.tenant.id })
    const { account } = facts
    if (accountKey === null || !(more?.lots || isInDebt(account) || mayBeDue(account, now))) continue
    const orders = withLots.get(accountKey) ?? []
    if (more?.lotsOfOrder !== undefined) orders.push(more.lotsOfOrder)
    withLots.set(accountKey, orders)
  }
  await Promise.all([
    loads.length > 0 ? batch.load(tx, loads) : undefined,
    withLots.size > 0 ? batch.loadLots(tx, withLots) : undefined,
  ])
}
