import { findAccountsById } from '../../accounts/store/accounts.ts'
import { readCursor, writeCursor } from '../../contract/admin-api/cursor.ts'
import { isId, isMoment, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import type { OrdersListed } from '../../figures/admin-api/orders-schema.ts'
import { rangesOfPeriod } from '../../figures/rules/day-ranges.ts'
import { filterOfBranch, type OrdersCell, type Run, runsOf } from '../../figures/rules/order-cell.ts'
import { figureOfOrders, NO_ORDER_SUMS, type OrderSums, ordersIn } from '../../figures/rules/order-sums.ts'
import { dayOf, type ZoneSpan } from '../../figures/rules/zones.ts'
import {
  readNamedOnRestDays,
  readOrdersByBranch,
  readOrdersByDay,
  readOrdersOfBranch,
} from '../../figures/store/order-sums.ts'
import {
  findLastLookedAt,
  listPlacedOrders,
  type OrderPlace,
  type PlacedOrder,
} from '../../figures/store/placed-orders.ts'
import type { Caller } from '../../people/actor.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type LocalDate, localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findOrdersCounted, presentOrderFigures } from './order-figures.ts'

/** Orders that one page looks at. A page that found fewer than it should may be short. */
const LOOKED_AT_MAX = 20_000
/** Where days are looked at one by one. */
const RUNS_MAX = 60

export interface AskedOrderRecords {
  readonly tenant: Tenant
  readonly now: Instant
  readonly caller: Caller
  readonly spans: readonly ZoneSpan[]
  readonly cell: OrdersCell
  readonly query: Readonly<Record<string, unknown>> & { readonly limit?: number; readonly cursor?: string }
}

export async function orderRecordsOf(tx: Tx, asked: AskedOrderRecords): Promise<OrdersListed | Problem> {
  const below = readPlace(asked.query)
  if (isProblem(below)) return below
  const { tenant, cell } = asked
  const counted = await findOrdersCounted(tx, tenant.id, tenant.clockAheadMs)
  const { today, counting, asOf } = presentOrderFigures(counted, null, asked)
  if (counting) return { today, counting, asOf, items: [], figure: null, nextCursor: null }
  const { sums, shown } = await sumsOf(tx, tenant, cell)
  const { orders, next } = await listFrom(tx, asked, { below, shown })
  const figure = figureOfOrders(sums, cell.which, cell.buyers)
  return {
    today,
    counting,
    asOf,
    items: await present(tx, orders, asked),
    figure: figure && {
      orders: figure.orders,
      sales: figure.sales === null ? null : shortText(figure.sales),
      points: figure.points === null ? null : shortText(figure.points),
    },
    nextCursor: next && writeCursor(asked.query, [next.at, next.id]),
  }
}

function readPlace(query: AskedOrderRecords['query']): OrderPlace | null | Problem {
  const keys = readCursor(query, query.cursor, 2)
  if (keys === null || isProblem(keys)) return keys
  const [at, id] = keys
  return isMoment(at) && isId(id) ? { at, id } : CURSOR_OF_OTHER_LIST
}

/** What the report shows, from its sums; and the branches that it names, where the others are asked for. */
async function sumsOf(
  tx: Tx,
  { id }: Tenant,
  { period, branch: part }: OrdersCell,
): Promise<{ readonly sums: OrderSums; readonly shown: ReadonlySet<string> }> {
  if (part === null) return { sums: ordersIn(await readOrdersByDay(tx, id, period), period), shown: NONE }
  if (part.kind !== 'other') {
    const sums = await readOrdersOfBranch(tx, id, period, part.kind === 'branch' ? part.id : '')
    return { sums: sums ?? NO_ORDER_SUMS, shown: NONE }
  }
  const rows = await readOrdersByBranch(tx, id, period)
  return {
    sums: rows.find(({ kind }) => kind === 'other') ?? NO_ORDER_SUMS,
    shown: new Set(['', ...rows.flatMap(({ kind, branch }) => (kind === 'branch' ? branch : []))]),
  }
}

const NONE: ReadonlySet<string> = new Set()

interface Listing {
  readonly below: OrderPlace | null
  readonly shown: ReadonlySet<string>
}

async function listFrom(tx: Tx, asked: AskedOrderRecords, { below, shown }: Listing) {
  const { tenant, cell, spans, query } = asked
  const limit = rowsOf(query)
  const named = cell.branch ? await readNamedOnRestDays(tx, tenant.id, cell.period) : NONE_NAMED
  const orders: PlacedOrder[] = []
  let left = LOOKED_AT_MAX
  let runs = 0
  for (const { range, filter } of slicesOf(cell, { shown, named, spans })) {
    if (below !== null && below.at < range.from) continue
    const place = below !== null && below.at < range.to ? below : { at: range.to, id: 0 }
    if (left <= 0 || runs === RUNS_MAX) return { orders, next: place }
    runs += 1
    const slice = { range, below: place, lookedAt: left }
    const wanted = { which: cell.which, buyers: cell.buyers, ...filter }
    orders.push(
      ...(await listPlacedOrders(tx, tenant.id, wanted, { ...slice, limit: limit - orders.length })),
    )
    if (orders.length === limit) {
      const last = orders[limit - 2]
      return { orders: orders.slice(0, limit - 1), next: last ? { at: last.placedAt, id: last.id } : null }
    }
    const looked = await findLastLookedAt(tx, tenant.id, slice)
    if (looked?.count === left) return { orders, next: looked.place }
    left -= looked?.count ?? 0
  }
  return { orders, next: null }
}

const NONE_NAMED: ReadonlyMap<LocalDate, ReadonlySet<string>> = new Map()

/** The moments of a period in which orders are looked for, the latest first, and by which branch in each. */
function* slicesOf({ period, branch }: OrdersCell, { shown, named, spans }: SliceBounds) {
  for (const run of runsOf(period, [...named.keys()])) {
    const filter = filterOfBranch(branch, shown, namedIn(run, named))
    if (filter === null) continue
    for (const range of rangesOfPeriod(run, spans).reverse()) yield { range, filter }
  }
}

interface SliceBounds {
  readonly shown: ReadonlySet<string>
  readonly named: ReadonlyMap<LocalDate, ReadonlySet<string>>
  readonly spans: readonly ZoneSpan[]
}

function namedIn({ from, isRest }: Run, named: SliceBounds['named']): ReadonlySet<string> | null {
  return isRest ? (named.get(from) ?? new Set()) : null
}

async function present(
  tx: Tx,
  orders: readonly PlacedOrder[],
  { tenant, caller, spans }: AskedOrderRecords,
): Promise<OrdersListed['items']> {
  const customers = await findAccountsById(
    tx,
    tenant.id,
    orders.map(({ customerId }) => customerId),
  )
  return orders.flatMap((order) => {
    const stored = customers.get(order.customerId)
    if (!stored) return []
    return {
      customer: presentCustomer(stored.customer, caller),
      orderId: order.id,
      originalId: order.originalId,
      placedAt: instantToText(order.placedAt),
      day: localDateToText(dayOf(order.placedAt, spans)),
      sales: shortText(order.sales),
      returned: shortText(order.returned),
      branch: order.branch === '' ? null : { id: order.branch, name: order.branchName },
      isFirst: order.isFirst,
      isOfMember: order.isOfMember,
      hasEarned: order.hasEarned,
      points: shortText(order.points),
    }
  })
}
