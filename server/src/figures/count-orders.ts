import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import type { LocalDate } from '../platform/zone.ts'
import { changeOf, countOrdersOf, NO_ORDERS } from './rules/customer-months.ts'
import { rangesOfDay } from './rules/day-ranges.ts'
import { type Buyer, daysToCount, periodFiguresOf, REPEAT_DAYS } from './rules/period-figures.ts'
import { dayOf, type ZoneSpan } from './rules/zones.ts'
import {
  countCohorts,
  findCompletedOrders,
  findCustomerOrders,
  findMergedInto,
  findNextCustomers,
  findTouched,
  saveCustomers,
  type TouchedCustomer,
  takeTouched,
  touchCustomers,
  touchCustomersSince,
  touchMerged,
} from './store/customer-months.ts'
import {
  countOrdersOfDay,
  findAllDays,
  findDueDays,
  LAST_DAY,
  markDays,
  markDaysWithoutPoints,
  saveDay,
} from './store/order-days.ts'
import {
  ALL_COUNTED,
  beginOrderFigures,
  findOrderFigures,
  lockOrderFigures,
  type OrderFigures,
  updateOrderFigures,
} from './store/order-figures.ts'
import {
  deletePeriodFigures,
  findCountedDays,
  type PlaceOfOrder,
  readBuyers,
  savePeriodFigures,
} from './store/period-figures.ts'

const CUSTOMERS_AT_ONCE = 200
const DAYS_AT_ONCE = 20
const ORDERS_OF_SLICE = 200_000

/** The merchant whose orders are counted, and how its days are. */
export interface CountingOrders {
  readonly database: Database
  readonly tenantId: TenantId
  readonly spans: readonly ZoneSpan[]
  /** By the merchant's clock. */
  readonly now: Instant
  /** Today changes with every order: it is counted when its turn comes. */
  readonly isTodayDue: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Counts again what changed: customers, then days, then what is counted when a day is over. Any number of workers may do
 * it at the same time: what one of them takes, no other one has. false: there is more to do at once.
 */
export async function countOrders(counting: CountingOrders): Promise<boolean> {
  const { database, tenantId, spans, now, isTodayDue } = counting
  const figures = await database.read([tenantId], (tx) => findOrderFigures(tx, tenantId))
  if (!figures?.areDaysMarked) {
    await beginCount(counting)
    return false
  }
  if (isOfOldZone(figures, spans)) await markDaysOfNewZone(counting)
  if (await countCustomers(counting, figures)) return false
  const today = dayOf(now, spans)
  const isDone = await countDays(counting, isTodayDue ? LAST_DAY : today - 1)
  if (!isDone) return false
  await finishCount(counting, isTodayDue)
  await countPeriods(counting, today - 1)
  return true
}

async function beginCount({ database, tenantId }: CountingOrders): Promise<void> {
  await database.transaction([tenantId], async (tx) => {
    if (!(await lockOrderFigures(tx, tenantId))) await beginOrderFigures(tx, tenantId)
    const figures = await lockOrderFigures(tx, tenantId)
    if (!figures || figures.areDaysMarked) return
    await markDays(tx, tenantId, await findAllDays(tx, tenantId))
    await updateOrderFigures(tx, tenantId, { ...figures, areDaysMarked: true })
  })
}

/**
 * Days keep the zone in which they were counted, but not those that lay ahead: orders that were placed on a day to come
 * are on another one where the zone has changed since.
 */
export async function findDaysOfNewZone(
  tx: Tx,
  tenantId: TenantId,
  figures: OrderFigures,
  spans: readonly ZoneSpan[],
): Promise<LocalDate[]> {
  if (!isOfOldZone(figures, spans)) return []
  return findAllDays(tx, tenantId, dayOf(spans.at(-1)?.since ?? 0, spans) - 1)
}

function isOfOldZone({ countedAt }: OrderFigures, spans: readonly ZoneSpan[]): boolean {
  return spans.length > 1 && countedAt !== null && countedAt < (spans.at(-1)?.since ?? 0)
}

/** Once for each change of the zone: then it counts as known. */
async function markDaysOfNewZone({ database, tenantId, spans }: CountingOrders): Promise<void> {
  const since = spans.at(-1)?.since ?? 0
  await database.transaction([tenantId], async (tx) => {
    const figures = await lockOrderFigures(tx, tenantId)
    const days = figures ? await findDaysOfNewZone(tx, tenantId, figures, spans) : []
    if (!figures || days.length === 0) return
    await markDays(tx, tenantId, days)
    await touchCustomersSince(tx, tenantId, since)
    await updateOrderFigures(tx, tenantId, { ...figures, countedAt: since })
  })
}

/** A page of those whose orders changed, then one of all. false: there are none. */
async function countCustomers(counting: CountingOrders, figures: OrderFigures): Promise<boolean> {
  const { database, tenantId } = counting
  const found = await database.read([tenantId], async (tx) => {
    const touched = await findTouched(tx, tenantId, CUSTOMERS_AT_ONCE)
    if (touched.length > 0 || figures.countedTo === ALL_COUNTED) return touched
    return findNextCustomers(tx, tenantId, figures.countedTo, CUSTOMERS_AT_ONCE)
  })
  const isOfAll = found.every(({ mark }) => mark === null) && figures.countedTo !== ALL_COUNTED
  if (found.length === 0 && !isOfAll) return false
  await countPage(counting, found, isOfAll ? figures : null)
  return true
}

/** `all`: the page is the next one of all customers, and is counted if that is still so. */
async function countPage(
  { database, tenantId, spans }: CountingOrders,
  found: readonly TouchedCustomer[],
  all: OrderFigures | null,
): Promise<void> {
  const ids = found.map(({ customerId }) => customerId)
  await database.transaction([tenantId], async (tx) => {
    // Cohorts are counted in all at the end: nothing is added to them meanwhile.
    const figures = await lockOrderFigures(tx, tenantId)
    if (!figures) return
    // Read behind the lock: another worker may have counted what changed since, and its mark would be gone.
    const orders = await findCompletedOrders(tx, tenantId, ids)
    const mine = all ? takeNext(all, figures, ids) : await takeTouched(tx, tenantId, found)
    const known = await findCustomerOrders(tx, tenantId, [...mine])
    const changes = [...mine].map((id) =>
      changeOf(id, known.get(id) ?? NO_ORDERS, countOrdersOf(orders.get(id) ?? [], spans)),
    )
    await saveCustomers(tx, tenantId, changes)
    await markDays(
      tx,
      tenantId,
      changes.flatMap(({ days }) => days),
    )
    await passOn(tx, tenantId, all ? [] : [...mine])
    if (all && mine.size === ids.length) await advance(tx, tenantId, figures, ids)
  })
}

function takeNext(read: OrderFigures, locked: OrderFigures, ids: readonly CustomerId[]): Set<CustomerId> {
  return new Set(read.countedTo === locked.countedTo && locked.areDaysMarked ? ids : [])
}

/** Orders of who was merged since are the other customer's. */
async function passOn(tx: Tx, tenantId: TenantId, ids: readonly CustomerId[]): Promise<void> {
  if (ids.length > 0) await touchCustomers(tx, tenantId, await findMergedInto(tx, tenantId, ids))
}

async function advance(
  tx: Tx,
  tenantId: TenantId,
  figures: OrderFigures,
  ids: readonly CustomerId[],
): Promise<void> {
  const isLast = ids.length < CUSTOMERS_AT_ONCE
  if (isLast) await countCohorts(tx, tenantId)
  const countedTo = isLast ? ALL_COUNTED : (ids.at(-1) ?? figures.countedTo)
  await updateOrderFigures(tx, tenantId, { ...figures, countedTo })
}

/** true: none that may be counted now is left. */
async function countDays(
  { database, tenantId, spans, signal }: CountingOrders,
  until: LocalDate,
): Promise<boolean> {
  const due = await database.read([tenantId], (tx) =>
    findDueDays(tx, tenantId, { until, limit: DAYS_AT_ONCE }),
  )
  for (const one of due) {
    if (signal?.aborted) return false
    const ranges = rangesOfDay(one.day, spans)
    const counted = await database.read([tenantId], (tx) => countOrdersOfDay(tx, tenantId, one.day, ranges))
    await database.transaction([tenantId], (tx) => saveDay(tx, tenantId, one, counted))
  }
  if (due.length === DAYS_AT_ONCE) return false
  return (await database.transaction([tenantId], (tx) => markDaysWithoutPoints(tx, tenantId))) === 0
}

/** All that had changed when this began is counted. */
async function finishCount(
  { database, tenantId, now }: CountingOrders,
  isAllCounted: boolean,
): Promise<void> {
  if (!isAllCounted) return
  await database.transaction([tenantId], async (tx) => {
    await touchMerged(tx, tenantId)
    const figures = await lockOrderFigures(tx, tenantId)
    if (figures?.countedTo !== ALL_COUNTED) return
    await updateOrderFigures(tx, tenantId, { ...figures, isComplete: true, countedAt: now })
  })
}

/** What is counted once for each day, when that is over: customers who bought in the days that end with it. */
async function countPeriods(counting: CountingOrders, yesterday: LocalDate): Promise<void> {
  const { database, tenantId, now, signal } = counting
  const wanted = daysToCount(yesterday)
  const counted = await database.read([tenantId], (tx) => findCountedDays(tx, tenantId, wanted))
  for (const day of wanted.filter((one) => !counted.has(one))) {
    if (signal?.aborted) return
    const figures = periodFiguresOf(day, await findBuyers(counting, day))
    await database.transaction([tenantId], (tx) => savePeriodFigures(tx, tenantId, figures, now))
  }
}

/** Read in slices, each in a transaction of its own: a year may have many orders. */
async function findBuyers(
  { database, tenantId, spans }: CountingOrders,
  day: LocalDate,
): Promise<Iterable<Buyer>> {
  const [first] = rangesOfDay(day - REPEAT_DAYS + 1, spans)
  const last = rangesOfDay(day, spans).at(-1)
  if (!first || !last) return []
  const buyers = new Map<CustomerId, Buyer>()
  let after: PlaceOfOrder | null = { at: first.from - 1, id: Number.MAX_SAFE_INTEGER }
  while (after) {
    const place: PlaceOfOrder = after
    const slice = await database.read([tenantId], (tx) =>
      readBuyers(tx, tenantId, { after: place, until: last.to, limit: ORDERS_OF_SLICE }),
    )
    for (const { customerId, isMember, orders, lastAt } of slice.buyers) {
      const before = buyers.get(customerId)
      buyers.set(customerId, {
        ...{ customerId, isMember },
        orders: (before?.orders ?? 0) + orders,
        lastDay: dayOf(lastAt, spans),
      })
    }
    after = slice.reached
  }
  return buyers.values()
}

/** Of a merchant whose days come from elsewhere: those that were counted here while it had nothing are not kept. */
export function forgetPeriods(tx: Tx, tenantId: TenantId): Promise<void> {
  return deletePeriodFigures(tx, tenantId)
}
