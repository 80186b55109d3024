import { isRefusal } from '../../contract/refusal.ts'
import { Batcher, type BatchTrace } from '../../platform/batcher.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { isLockTimeout, isRace, isUnavailable } from '../../platform/postgres/failures.ts'
import { type Tenant, type TenantClock, tenantClock } from '../../tenancy/tenant.ts'
import { type AccountKey, type LockedAccounts, lockAccounts, lockFreeAccounts } from '../store/accounts.ts'
import { IdBlocks } from '../store/id-blocks.ts'
import { AwardGiver, type Awards } from './awards.ts'
import { Batch, type BatchOptions, type BatchOutcome, type Call } from './batch.ts'
import { keyText } from './collection.ts'
import { type Command, Unsettled } from './command.ts'
import { settleOnly } from './settle-only.ts'
import { HeldUpError, type Outcome, SideLane } from './side-lane.ts'

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
  readonly database: Pick<Database, 'transactionOfBatch'>
  readonly clock: Clock
  readonly lanes?: number
  readonly batchMax?: number
  readonly waitingMax?: number
  readonly onBatch?: (size: number, waitedMs: number) => void
  readonly onBatchDone?: (tookMs: number) => void
  readonly trace?: BatchTrace | undefined
  /** How to lock a batch's accounts. Those that it leaves out are, for their commands, not there. */
  readonly lock?: Lock
  /** How many of an account's lots are loaded at first. */
  readonly portion?: number
  /** Releases what is reserved on an account whose deadline is over: the till runs it before any other command. */
  readonly atDeadline?: DeadlineCommand
  /** Gives the rewards of a customer that are due: the till does it before any other command, and after one that made them due. */
  readonly awards?: Awards
  /** Where both are done, if not here: a till that undoes all it does would find the same deadline again. */
  readonly releaseIn?: (tenant: Tenant) => Till
}

/** What falls due on accounts. */
export type DueWork = Required<Pick<TillOptions, 'atDeadline' | 'awards'>>

export type DeadlineCommand = Command<{ readonly tenant: Tenant; readonly customerKey: string }, unknown>

type Lock = (tx: Tx, keys: readonly AccountKey[]) => Promise<LockedAccounts>

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

/**
 * How long a batch waits for what customers share, such as the count of a reward with a limit, or for a key that
 * another process is just saving. Usually that is held for some 10 ms.
 */
const PATIENCE_MS = 250
/** The same where it is known that something is held up, for each try. In the side lane also for the account. */
const PATIENCE_ASIDE_MS = 50
/** Of a command that has a transaction to itself. */
const PATIENCE_ALONE_MS = 2_000
/** The lock timeout while bisecting for the blocked call. */
const PATIENCE_SPLITTING_MS = 20

/** Normally one; more only if another reservation expired meanwhile. */
const RELEASES_MAX = 3

interface Batching extends BatchOptions {
  readonly lock: Lock
  readonly patienceMs: number
}

export function createTill(options: TillOptions): Till {
  const { portion = PORTION, waitingMax = WAITING_MAX, lock = lockFreeAccounts } = options
  const givesAwards = options.awards !== undefined || options.releaseIn !== undefined
  const beside = { portion, lotsMax: LOTS_MAX, isAlone: false, givesAwards, lock, patienceMs: PATIENCE_MS }
  const alone = { ...beside, portion: Math.max(portion, PORTION_ALONE), lotsMax: Infinity, isAlone: true }

  const sideLane = new SideLane({
    waitingMax,
    run: (calls, { isHeavy, waits }) =>
      runSplitting(options, calls, {
        ...(isHeavy ? alone : beside),
        lock: waits ? (options.lock ?? lockAccounts) : lock,
        patienceMs: PATIENCE_ASIDE_MS,
        setAside: new Set(),
      }),
  })

  const batcher: Batcher<Call, Outcome> = new Batcher({
    lanes: options.lanes ?? LANES,
    batchMax: options.batchMax ?? BATCH_MAX,
    waitingMax,
    groupOf: ({ input }) => input.tenant.id,
    // Two batches must not wait for the same account, and its commands keep their order.
    exclusiveOf: accountNamedBy,
    async run(calls) {
      const outcomes = await runSplitting(options, calls, { ...beside, setAside: sideLane.accounts() })
      return goOnAside(sideLane, calls, outcomes)
    },
    ...observing(options),
  })

  /** Commands that prepare something have a transaction each. They are rare, and none waits for them. */
  const aloneLane: Batcher<Call, Outcome> = new Batcher({
    lanes: 1,
    batchMax: 1,
    waitingMax,
    groupOf: ({ input }) => input.tenant.id,
    async run(calls) {
      const waiting = { lock: options.lock ?? lockAccounts, patienceMs: PATIENCE_ALONE_MS }
      const outcomes = await runSplitting(options, calls, { ...alone, ...waiting, setAside: new Set() })
      return outcomes.map((outcome) =>
        'aside' in outcome ? { error: new HeldUpError('another transaction holds the account') } : outcome,
      )
    },
  })

  async function release(tenant: Tenant, customerKey: string, releases: number): Promise<void> {
    const { atDeadline: command, releaseIn } = options
    if (!command || releases >= RELEASES_MAX) {
      throw new Error(`what is reserved for customer ${customerKey} could not be released`)
    }
    const input = { tenant, customerKey }
    if (releaseIn) {
      await releaseIn(tenant).run(command, input)
      return
    }
    const outcome = await batcher.call({ command: command as unknown as Call['command'], input })
    if ('error' in outcome) throw outcome.error
  }

  const awards = new AwardGiver(givingOf(options), (call) => batcher.call(call))

  const till: Till = {
    async run<Input extends { readonly tenant: Tenant }, Answer>(
      command: Command<Input, Answer>,
      input: Input,
    ) {
      let call: Call = { command: command as unknown as Call['command'], input }
      for (let releases = 0; ; releases += 1) {
        const outcome = await (command.prepare ? aloneLane : batcher).call(call)
        if ('error' in outcome) {
          const { error } = outcome
          if (!(error instanceof Unsettled) || releases >= RELEASES_MAX) throw error
          // In earnest also where all else is undone: it would be due again.
          await (options.releaseIn?.(input.tenant) ?? till).run(settleOnly, {
            ...input,
            key: error.customerKey,
          })
          continue
        }
        if ('result' in outcome) {
          awards.giveSoon(outcome, input)
          return outcome.result as Answer
        }
        if ('awardsOf' in outcome) {
          await awards.give(input.tenant, outcome.awardsOf)
          call = { ...call, isAfterAwards: true }
          continue
        }
        await release(input.tenant, outcome.deadlineOf, releases)
      }
    },
    get waiting() {
      return batcher.waiting + aloneLane.waiting + sideLane.waiting
    },
  }
  return till
}

function givingOf({ awards, releaseIn }: TillOptions) {
  return {
    ...(awards && { awards }),
    // The other till gives what is due before any command.
    ...(releaseIn && {
      elsewhere: (tenant: Tenant, key: string) => releaseIn(tenant).run(settleOnly, { tenant, key }),
    }),
  }
}

function observing({ onBatch, onBatchDone, trace }: TillOptions) {
  return { ...(onBatch ? { onBatch } : {}), ...(onBatchDone ? { onBatchDone } : {}), trace }
}

/** null: it does not say whose it is. */
function accountNamedBy({ command, input }: Call): string | null {
  const customer = command.customerOf(input)
  return customer === null ? null : keyText({ tenantId: input.tenant.id, key: customer })
}

/** Answers now, or later for what was set aside: those of one account together. */
function goOnAside(
  sideLane: SideLane,
  calls: readonly Call[],
  outcomes: readonly BatchOutcome[],
): (Outcome | Promise<Outcome>)[] {
  const answers: (Outcome | Promise<Outcome>)[] = []
  const asideOf = new Map<string | number, { account: string | null; isHeavy: boolean; indexes: number[] }>()
  for (const [index, outcome] of outcomes.entries()) {
    if (!('aside' in outcome)) {
      answers[index] = outcome
      continue
    }
    const group = asideOf.get(outcome.aside ?? index)
    if (group) group.indexes.push(index)
    else
      asideOf.set(outcome.aside ?? index, {
        account: outcome.aside,
        isHeavy: outcome.isHeavy,
        indexes: [index],
      })
  }
  for (const { account, isHeavy, indexes } of asideOf.values()) {
    const later = sideLane.run(
      account,
      indexes.flatMap((index) => calls[index] ?? []),
      isHeavy,
    )
    for (const [position, index] of indexes.entries()) answers[index] = later[position] as Promise<Outcome>
  }
  return answers
}

/**
 * An unexpected failure must not take others along, nor must one that waits too long for a lock: halves, until the
 * one that fails stands alone.
 */
async function runSplitting(
  options: TillOptions,
  calls: readonly Call[],
  batching: Batching,
): Promise<BatchOutcome[]> {
  try {
    return await runRetrying(options, calls, batching)
  } catch (error) {
    const isHeldUp = isLockTimeout(error)
    // After a lost connection the outcome is unknown, and the others would fail too. Sent again, a command counts once.
    if (calls.length === 1 || (isUnavailable(error) && !isHeldUp)) return calls.map(() => ({ error }))
    const { patienceMs } = batching
    const half = { ...batching, patienceMs: isHeldUp ? PATIENCE_SPLITTING_MS : patienceMs }
    const middle = calls.length >> 1
    const first = await runSplitting(options, calls.slice(0, middle), half)
    // What was set aside in the first half is not overtaken by the second.
    const setAside = new Set(batching.setAside)
    for (const outcome of first) if ('aside' in outcome && outcome.aside !== null) setAside.add(outcome.aside)
    const second = await runSplitting(options, calls.slice(middle), { ...half, setAside })
    return [...first, ...second]
  }
}

async function runRetrying(
  options: TillOptions,
  calls: readonly Call[],
  batching: Batching,
): Promise<BatchOutcome[]> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await runOnce(options, calls, batching)
    } catch (error) {
      if (!(isRace(error) || error instanceof StaleReadError) || retries === RACE_RETRIES) throw error
    }
  }
}

/**
 * What was read does not fit together, because another process committed between two of our statements. The batch is
 * run again.
 */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError'
}

async function runOnce(
  { database, clock }: TillOptions,
  calls: readonly Call[],
  batching: Batching,
): Promise<BatchOutcome[]> {
  const tenants = [...new Set(calls.map(({ input }) => input.tenant.id))]
  let accountOf = (index: number): string | null => (calls[index] ? accountNamedBy(calls[index]) : null)
  let hasAccounts = false
  const isPreparing = calls[0]?.command.prepare !== undefined
  const work = async (tx: Tx) => {
    // One moment for all of it, taken when the accounts are locked.
    let moment: Instant | undefined
    const atMoment = (): Instant => {
      moment ??= clock()
      return moment
    }
    const prepared = isPreparing ? await prepare(tx, calls, tenantClock(atMoment)) : undefined
    const customers = await resolveCustomers(tx, calls)
    const batch = new Batch(calls, customers, batching, prepared)
    accountOf = (index) => batch.accountKeyOf(index)
    const locking = batching.lock(tx, batch.accountKeys).then((accounts) => {
      hasAccounts = true
      return accounts
    })
    const [accounts, ids] = await Promise.all([locking, IdBlocks.take(tx), batch.loadFirst(tx)])
    batch.addAccounts(accounts)
    // An account that is asked for by a former id is locked after the others, when the rest is loaded already.
    if (accounts.aliases) await batch.loadFirstAgain(tx)
    await refuseStaleReads(tx, batch)
    // One moment for all: what is not due when the lots are loaded must not become so before they are needed.
    const clockOf = tenantClock(atMoment)
    atMoment()
    await batch.loadMore(tx, clockOf)
    const outcomes = await batch.decideAll(tx, clockOf, ids)
    if (isPreparing && !outcomes.every(isDone)) throw new ConfigRefusal(outcomes)
    return { result: outcomes, writes: await batch.save(tx, ids) }
  }
  try {
    return await database.transactionOfBatch(tenants, work, batching.patienceMs)
  } catch (error) {
    if (error instanceof ConfigRefusal) return [...error.outcomes]
    // In the side lane, later commands of the customer would wait behind it.
    if (isLockTimeout(error) && hasAccounts && calls.length === 1 && calls[0]?.command.givesAwards) {
      return [{ error: new HeldUpError('another transaction holds what a reward needs') }]
    }
    // All of these wait for their accounts, or the one command for something else. They go on doing so elsewhere.
    if (isLockTimeout(error) && (!hasAccounts || calls.length === 1)) {
      return calls.map((_, index) => ({ aside: accountOf(index), isHeavy: false }))
    }
    throw error
  }
}

/** Such a command is alone. */
function prepare(tx: Tx, [call]: readonly Call[], clockOf: TenantClock): Promise<unknown> | undefined {
  return call?.command.prepare?.(tx, call.input, () => clockOf(call.input.tenant))
}

/** Undoes what a command has prepared that was then not done. */
class ConfigRefusal extends Error {
  override readonly name = 'ConfigRefusal'
  readonly outcomes: readonly BatchOutcome[]
  constructor(outcomes: readonly BatchOutcome[]) {
    super('what was prepared is undone')
    this.outcomes = outcomes
  }
}

function isDone(outcome: BatchOutcome): boolean {
  return 'result' in outcome && !isRefusal(outcome.result)
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
 * looked, we find the order without its customer and would take it for another customer's. And a customer who is found
 * by an order or a coupon may be erased before it is locked: then what was loaded is what it was before.
 */
async function refuseStaleReads(tx: Tx, batch: Batch): Promise<void> {
  if (batch.hasLostCustomers) throw new StaleReadError('a customer got another id while the batch was loaded')
  const doubtful = batch.missingAccountsOfStoredValues()
  if (doubtful.length === 0) return
  const { accounts } = await lockFreeAccounts(tx, doubtful)
  if (accounts.size > 0) throw new StaleReadError(`${[...accounts.keys()]} came while the batch was loaded`)
}
