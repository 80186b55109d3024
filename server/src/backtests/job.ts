/** The job that tries a program out on past orders. */
import { findAccountsById } from '../accounts/store/accounts.ts'
import { type Collection, keyText, textOfKey } from '../accounts/till/collection.ts'
import { catalogPlaces } from '../catalog/collections.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { isReadable } from '../earning/format.ts'
import { hasLimits, periodsOf } from '../earning/limits.ts'
import type { Program } from '../earning/program.ts'
import { parseProgram } from '../earning/program-schema.ts'
import { defineJob, type Page, type PageBudget } from '../jobs/define.ts'
import type { ExportPlace } from '../jobs/export.ts'
import { countPlacedOrders, findPlacedOrders } from '../orders/collections/placed-orders.ts'
import type { PlaceOf } from '../orders/rules/product-places.ts'
import { setBounded } from '../platform/bounded-map.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { knownLocalDate, type LocalDate, localDate, startOfDay } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { tierProgress } from '../tiers/collections/progress.ts'
import { findTiers } from '../tiers/collections/tiers.ts'
import { graceDaysOf } from '../tiers/promote.ts'
import { longestWindowStart, NO_DAYS } from '../tiers/rules/progress.ts'
import { checkOrders, type EarnedOrder, isEarned } from './check-orders.ts'
import { programsOfOrders } from './programs-of-orders.ts'
import { type BacktestInput, type BacktestResult, type CheckSum, NOTHING_CHECKED } from './result.ts'
import { asksTodaysCatalog } from './rules/candidate-facts.ts'
import {
  type ChangeOfCustomer,
  NO_CHANGES,
  readChanges,
  type StoredChanges,
  withCustomers,
  withTiers,
  writeChanges,
} from './rules/changes.ts'
import { countsPoints, replayTier, withMorePoints } from './rules/replay-tiers.ts'
import { firstRooms } from './rules/rooms.ts'
import { NO_TOTALS, readTotals, type StoredTotals, writeTotals } from './rules/totals.ts'
import { type CustomerSum, NEW_CUSTOMER, walk } from './rules/walk.ts'
import { findBacktest, saveResult } from './store/backtests.ts'
import { countOrdersBefore, findTakenBefore } from './store/before.ts'
import {
  deleteCustomerSums,
  findCustomerSums,
  type OfBacktest,
  readCustomerSums,
  saveCustomerSums,
} from './store/customer-sums.ts'

/** How long a result can be looked at. */
const RESULT_DAYS = 90
/** More are not counted beforehand: how far the job is then shows without how far it goes. */
const COUNTED_MAX = 100_000

/** What an earlier run has left is deleted first. */
interface Clearing {
  readonly phase: 'clearing'
}

interface Orders {
  readonly phase: 'orders'
  readonly after: ExportPlace
  readonly total: number | null
  readonly done: number
  readonly totals: StoredTotals
  readonly check: CheckSum
  readonly versions: readonly number[]
}

interface Customers extends Omit<Orders, 'phase' | 'after'> {
  readonly phase: 'customers'
  readonly after: CustomerId
  readonly changes: StoredChanges
}

/** The result is saved, and what it was made of is deleted. */
interface Tidying {
  readonly phase: 'tidying'
  readonly done: number
  readonly summary: BacktestSummary
}

type Checkpoint = Clearing | Orders | Customers | Tidying

/** As the list of jobs shows it. */
export interface BacktestSummary {
  readonly orders: number
  readonly points: readonly [live: string, candidate: string]
}

type Step = Page<Checkpoint, BacktestSummary>

export const BACKTEST_JOB = defineJob<BacktestInput, Checkpoint, BacktestSummary>({
  kind: 'backtest',
  permission: 'backtests.run',
  onMove: 'restart',
  onErase: 'nothing',
  isReadOnly: true,
  resultDays: RESULT_DAYS,
  async step(tx, input, checkpoint, budget) {
    switch (checkpoint?.phase) {
      case undefined:
      case 'clearing':
        return clear(tx, input, budget)
      case 'orders':
        return walkOrders(tx, input, checkpoint, budget)
      case 'customers':
        return compareCustomers(tx, input, checkpoint, budget)
      case 'tidying':
        return tidy(tx, checkpoint, budget)
    }
  },
  async discard(tx, { tenantId, id }) {
    await deleteSome(tx, { tenantId, jobId: id })
  },
})

/** Deleted rows per page. */
const ROWS_AT_ONCE = 5_000

interface Range {
  readonly from: Instant
  /** Exclusive. */
  readonly until: Instant
}

function rangeOf({ from, to }: Pick<BacktestInput, 'from' | 'to'>, timeZone: string): Range {
  return {
    from: startOfDay(knownLocalDate(from), timeZone),
    until: startOfDay(knownLocalDate(to) + 1, timeZone),
  }
}

async function clear(tx: Tx, input: BacktestInput, { tenant, job }: PageBudget): Promise<Step> {
  const of = { tenantId: tenant.id, jobId: job.id }
  const left = await readCustomerSums(tx, of, { after: 0, limit: 1 })
  if (left.size > 0) {
    return {
      ...{ checkpoint: { phase: 'clearing' }, done: 0, finished: false },
      write: (tx) => deleteSome(tx, of),
    }
  }
  const { from, until } = rangeOf(input, tenant.timeZone)
  const counted = await countPlacedOrders(tx, tenant.id, { from, until, limit: COUNTED_MAX })
  const total = counted < COUNTED_MAX ? counted : null
  const checkpoint: Orders = {
    phase: 'orders',
    after: { at: instantToText(from), id: -1 },
    total,
    done: 0,
    totals: writeTotals(NO_TOTALS),
    check: NOTHING_CHECKED,
    versions: [],
  }
  return { checkpoint, done: 0, total, finished: false }
}

async function walkOrders(tx: Tx, input: BacktestInput, from: Orders, budget: PageBudget): Promise<Step> {
  const { tenant, job, rows: limit } = budget
  const range = rangeOf(input, tenant.timeZone)
  const { orders, next } = await findPlacedOrders(tx, tenant.id, {
    after: from.after,
    until: range.until,
    limit,
  })
  const earned = orders.filter(isEarned)
  const of = { tenantId: tenant.id, jobId: job.id }
  const [candidate, programOf, tiers] = await Promise.all([
    candidateOf(tx, tenant.id, job.id),
    programsOfOrders(tx, tenant.id, earned),
    findTiers(tx, tenant),
  ])
  const ids = [...new Set(earned.map(({ customerId }) => customerId))]
  const known = await findCustomerSums(tx, of, ids)
  const customers = await withNewCustomers(tx, tenant, { ids, known, earned, candidate, from: range.from })
  const placeOf = await placesToday(tx, tenant, { earned, candidate, programOf })
  const walked = walk(readTotals(from.totals), earned, {
    ...{ candidate, programOf, placeOf, customers, timeZone: tenant.timeZone },
    keepsDays: countsPoints(tiers),
  })
  const check = await checkOrders(tx, tenant.id, { earned, programOf }, from.check)
  const done = from.done + orders.length
  const common = {
    ...{ done, total: from.total, totals: writeTotals(walked.totals), check },
    versions: [...new Set([...from.versions, ...earned.map((order) => order.earned.programVersion)])],
  }
  const checkpoint: Checkpoint = next
    ? { ...common, phase: 'orders', after: next }
    : { ...common, phase: 'customers', after: 0, changes: writeChanges(NO_CHANGES) }
  return {
    ...{ checkpoint, done, finished: false },
    write: (tx) => saveCustomerSums(tx, of, walked.customers),
  }
}

/** Parsing a large program takes longer than a page. It never changes, so it is kept while its job runs. */
const candidates = new Map<string, Program>()
const CANDIDATES_MAX = 16

async function candidateOf(tx: Tx, tenantId: TenantId, jobId: number): Promise<Program> {
  const key = `${tenantId} ${jobId}`
  const kept = candidates.get(key)
  if (kept) return kept
  const stored = await findBacktest(tx, tenantId, jobId)
  if (!stored) throw new Error(`backtest ${jobId} has no program`)
  const program = parseProgram({ ...stored.program, version: 0 })
  setBounded(candidates, key, program, CANDIDATES_MAX)
  return program
}

interface Meeting {
  readonly ids: readonly CustomerId[]
  readonly known: ReadonlyMap<CustomerId, CustomerSum>
  readonly earned: readonly EarnedOrder[]
  readonly candidate: Program
  readonly from: Instant
}

/** With those whose first order this is, and what they had before the range as far as the candidate asks. */
async function withNewCustomers(
  tx: Tx,
  { id: tenantId, timeZone }: Tenant,
  { ids, known, earned, candidate, from }: Meeting,
): Promise<Map<CustomerId, CustomerSum>> {
  const customerIds = ids.filter((id) => !known.has(id))
  const isLimited = hasLimits(candidate)
  const { asksNumber } = candidate.index
  const [taken, counts] = await Promise.all([
    isLimited && customerIds.length > 0
      ? findTakenBefore(tx, tenantId, { customerIds, from, periods: periodsOf(from, timeZone) })
      : null,
    asksNumber && customerIds.length > 0 ? countOrdersBefore(tx, tenantId, { customerIds, from }) : null,
  ])
  const firstOrders = new Map(earned.toReversed().map((order) => [order.customerId, order]))
  const met = customerIds.map((id): [CustomerId, CustomerSum] => [
    id,
    {
      ...NEW_CUSTOMER,
      firstTierId: firstOrders.get(id)?.earned.tierId ?? null,
      orders: counts?.get(id) ?? 0,
      rooms: firstRooms(candidate, taken?.get(id) ?? []),
    },
  ])
  return new Map([...known, ...met])
}

interface InCatalog {
  readonly earned: readonly EarnedOrder[]
  readonly candidate: Program
  readonly programOf: (version: number) => Program
}

/** Of products of orders that do not know where they stood, as far as the candidate asks. */
async function placesToday(
  tx: Tx,
  { id: tenantId, timeZone }: Tenant,
  { earned, candidate, programOf }: InCatalog,
): Promise<PlaceOf> {
  const asking = earned.filter((order) => {
    const live = programOf(order.earned.programVersion)
    return isReadable(live) && asksTodaysCatalog({ order, earned: order.earned, live, candidate, timeZone })
  })
  const ids = new Set(asking.flatMap(({ details }) => details.products.map(({ originalId }) => originalId)))
  if (ids.size === 0) return () => undefined
  const found = await catalogPlaces.load(
    tx,
    [...ids].map((key) => ({ tenantId, key })),
  )
  return (key) => found.get(keyText({ tenantId, key }))
}

async function compareCustomers(
  tx: Tx,
  input: BacktestInput,
  from: Customers,
  budget: PageBudget,
): Promise<Step> {
  const { tenant, job, rows: limit } = budget
  const of = { tenantId: tenant.id, jobId: job.id }
  const sums = await readCustomerSums(tx, of, { after: from.after, limit })
  const compared = [...sums].map(([customerId, { live, candidate }]): ChangeOfCustomer => {
    return { customerId, points: { live, candidate } }
  })
  const before = readChanges(from.changes)
  const changes = withCustomers(before, compared)
  const tiers = withTiers(before.tiers, await tiersOfBoth(tx, input, budget, sums))
  const { done, total, totals, check, versions } = from
  const stored = writeChanges({ ...changes, tiers })
  if (sums.size === limit) {
    const after = compared.at(-1)?.customerId ?? from.after
    return { checkpoint: { ...from, after, changes: stored }, done, finished: false }
  }
  const result: BacktestResult = { totals, customers: stored, check, versions }
  const summary = { orders: totals.orders, points: totals.points }
  return {
    ...{ checkpoint: { phase: 'tidying', done, summary }, done, total: total ?? done, finished: false },
    write: (tx) => saveResult(tx, tenant.id, job.id, result),
  }
}

/** The tiers of those whom the candidate gives other points: it moves no others. */
async function tiersOfBoth(
  tx: Tx,
  input: BacktestInput,
  { tenant, now }: PageBudget,
  sums: ReadonlyMap<CustomerId, CustomerSum>,
) {
  const tiers = await findTiers(tx, tenant)
  const differing = [...sums].filter(([, { days }]) => days.size > 0)
  if (differing.length === 0) return []
  const firstDay = knownLocalDate(input.from)
  const since = longestWindowStart(tiers, firstDay - graceDaysOf(tenant))
  const [stored, kept] = await Promise.all([
    findAccountsById(
      tx,
      tenant.id,
      differing.map(([id]) => id),
    ),
    progressOf(tx, tenant, { ids: differing.map(([id]) => id), since }),
  ])
  return differing.flatMap(([id, sum]) => {
    const customer = stored.get(id)?.customer
    if (!customer || customer.erasedAt !== null) return []
    const days = kept(id)
    const common = {
      ...{ tiers, customer, firstTierId: sum.firstTierId, firstDay, now },
      today: localDate(now, tenant.timeZone),
      timeZone: tenant.timeZone,
      graceDays: graceDaysOf(tenant),
    }
    const more = [...sum.days].map(([day, points]) => ({ day, points }))
    return [
      {
        live: replayTier({ ...common, days }),
        candidate: replayTier({ ...common, days: withMorePoints(days, more) }),
      },
    ]
  })
}

async function progressOf(
  tx: Tx,
  { id: tenantId, timeZone }: Tenant,
  { ids, since }: { readonly ids: readonly CustomerId[]; readonly since: LocalDate },
) {
  const keyOf = (customerId: CustomerId) => ({ customerId, since, timeZone })
  const found = await tierProgress.load(
    tx,
    ids.map((id) => ({ tenantId, key: keyOf(id) })),
  )
  const collection = tierProgress as Collection<unknown, unknown>
  return (id: CustomerId) => found.get(textOfKey(collection, tenantId, keyOf(id)))?.days ?? NO_DAYS
}

async function tidy(tx: Tx, from: Tidying, { tenant, job }: PageBudget): Promise<Step> {
  const of = { tenantId: tenant.id, jobId: job.id }
  const left = await readCustomerSums(tx, of, { after: 0, limit: 1 })
  if (left.size === 0) return { checkpoint: from, done: from.done, finished: true, result: from.summary }
  return { checkpoint: from, done: from.done, finished: false, write: (tx) => deleteSome(tx, of) }
}

async function deleteSome(tx: Tx, of: OfBacktest): Promise<void> {
  await deleteCustomerSums(tx, of, ROWS_AT_ONCE)
}
