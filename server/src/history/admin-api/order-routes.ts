import type { SettledReads } from '../../accounts/settled-reads.ts'
import { keyText } from '../../accounts/till/collection.ts'
import type { CursorKeys } from '../../contract/admin-api/cursor.ts'
import { pageBefore, pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { seesPersons } from '../../customers/admin-api/present.ts'
import { shortText } from '../../earning/explanation.ts'
import { ORDER_STATE, type Order } from '../../orders/order.ts'
import type { AdminApi, Answered, Call } from '../../people/admin-api/api.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { redemptions } from '../../rewards/collections/redemptions.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { loadExplainedOrder } from '../load-explained-order.ts'
import { loadOrderList } from '../load-order-list.ts'
import { findNames } from '../store/history.ts'
import {
  findByOriginalId,
  type ListedOrder,
  listByTime,
  listOfCustomer,
  type OrderFilter,
} from '../store/order-list.ts'
import { getOrder, listOrders, listOrdersOfCustomer, whyOrder } from './orders-schema.ts'
import { type OrderBeside, presentOrder, presentOrderItem, presentWhy, stateName } from './present-order.ts'

export function orderReadAdminRoutes(api: AdminApi, reads: SettledReads): void {
  listRoutes(api, reads)

  api.custom(getOrder, async ({ tenant, params, caller, locale }) => {
    const told = { ...tenant, locale, hidesWords: !seesPersons(caller) }
    const answer = await reads.ofNumber(tenant, params.customer, async (tx, stored, now) => {
      const { customer, account } = stored
      const input = { tenant: told, customer, account, now, orderId: params.id }
      const full = await loadExplainedOrder(tx, input)
      if (!full) return null
      const beside = await loadBeside(tx, tenant, full.read.order)
      return presentOrder(full, { ...beside, stored }, { caller, locale })
    })
    return answer ? { answer } : NOT_FOUND
  })

  api.custom(whyOrder, async ({ tenant, params, caller, locale }) => {
    const told = { ...tenant, locale, hidesWords: !seesPersons(caller) }
    const full = await reads.ofNumber(tenant, params.customer, (tx, { customer, account }, now) =>
      loadExplainedOrder(tx, { tenant: told, customer, account, now, orderId: params.id }),
    )
    if (!full) return NOT_FOUND
    const { id, originalId, state, total } = full.read.order
    return {
      answer: {
        order: { id, originalId, state: stateName(state), total: shortText(total) },
        ...presentWhy(full),
      },
    }
  })
}

interface FoundOrders {
  readonly orders: readonly ListedOrder[]
  readonly keysOf: (order: ListedOrder) => CursorKeys
  readonly lookedUntil: CursorKeys | null
}

type ListQuery = Call<typeof listOrders>['query']

function listRoutes(api: AdminApi, reads: SettledReads): void {
  api.custom(listOrders, async ({ tenant, query, caller }) =>
    reads.ofMany<Answered<typeof listOrders> | Problem>(tenant, async (tx) => {
      const found = await findOrders(tx, tenant, query)
      if (isProblem(found)) return { answer: found, accounts: [] }
      const rows = await loadOrderList(tx, tenant, found.orders)
      const keysOf = ({ place }: { place: ListedOrder }) => found.keysOf(place)
      const present = (row: (typeof rows)[number]) => presentOrderItem(row, caller)
      return {
        answer: { answer: pageOf(query, rows, keysOf, present, found.lookedUntil) },
        accounts: rows.map(({ stored }) => stored),
      }
    }),
  )

  api.custom(listOrdersOfCustomer, async ({ tenant, params, query, caller }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const filter = {
      from: null,
      to: null,
      state: stateOf(query),
      isPartlyReturned: query.returned === 'part',
    }
    const answer = await reads.ofNumber(tenant, params.id, async (tx, { customer }) => {
      const owner = { tenantId: tenant.id, customerId: customer.id }
      const { orders, lookedUntil } = await listOfCustomer(tx, owner, filter, page)
      const rows = await loadOrderList(tx, tenant, orders)
      const present = (row: (typeof rows)[number]) => presentOrderItem(row, caller)
      return pageOf(query, rows, ({ place }) => [place.id], present, lookedUntil && [lookedUntil.id])
    })
    return answer ? { answer } : NOT_FOUND
  })
}

/** By its id there is one; those of a customer go by number, and all others by time. */
async function findOrders(tx: Tx, tenant: Tenant, query: ListQuery): Promise<FoundOrders | Problem> {
  const { originalId, customerId } = query
  const filter: OrderFilter = {
    from: query.from === undefined ? null : Date.parse(query.from),
    to: query.to === undefined ? null : Date.parse(query.to),
    state: stateOf(query),
    isPartlyReturned: query.returned === 'part',
  }
  if (customerId !== undefined && originalId === undefined) {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const owner = { tenantId: tenant.id, customerId }
    const { orders, lookedUntil } = await listOfCustomer(tx, owner, filter, page)
    return { orders, keysOf: ({ id }) => [id], lookedUntil: lookedUntil && [lookedUntil.id] }
  }
  const page = pageBefore(query)
  if (isProblem(page)) return page
  const keysOf = ({ at, id }: ListedOrder): CursorKeys => [at, id]
  if (originalId !== undefined) {
    const found = query.cursor === undefined ? await findByOriginalId(tx, tenant.id, originalId) : null
    const orders = found && matches(found, query) ? [found] : []
    return { orders, keysOf, lookedUntil: null }
  }
  const { orders, lookedUntil } = await listByTime(tx, tenant.id, filter, page)
  return { orders, keysOf, lookedUntil: lookedUntil && [lookedUntil.at, lookedUntil.id] }
}

/** The filters that go with an id: it is named, and still must be what was asked for. */
function matches({ at, customerId, state, isPartlyReturned }: ListedOrder, query: ListQuery): boolean {
  if (query.state !== undefined && ORDER_STATE[query.state] !== state) return false
  if (query.returned === 'part' && !isPartlyReturned) return false
  if (query.customerId !== undefined && query.customerId !== customerId) return false
  if (query.from !== undefined && at < Date.parse(query.from)) return false
  return query.to === undefined || at < Date.parse(query.to)
}

function stateOf({ state }: Pick<ListQuery, 'state'>): OrderFilter['state'] {
  return state === undefined ? null : ORDER_STATE[state]
}

async function loadBeside(tx: Tx, tenant: Tenant, order: Order): Promise<Omit<OrderBeside, 'stored'>> {
  const tenantId = tenant.id
  const tierId = order.earned?.tierId ?? null
  const linked = order.details.linkedCoupons
  const keys = linked.map(({ couponKey }) => ({ tenantId, key: couponKey }))
  const redeemedKeys = linked.flatMap(({ redemptionKey }) =>
    redemptionKey === null ? [] : [{ tenantId, key: redemptionKey }],
  )
  const [names, used, redeemed] = await Promise.all([
    tierId === null ? null : findNames(tx, tenantId, [{ kind: 'tier', id: String(tierId) }]),
    keys.length === 0 ? null : coupons.load(tx, keys),
    redeemedKeys.length === 0 ? null : redemptions.load(tx, redeemedKeys),
  ])
  return {
    tierName: names?.get(`tier ${tierId}`) ?? null,
    coupons: linked.flatMap(({ couponKey, redemptionKey }) => {
      const coupon = used?.get(keyText({ tenantId, key: couponKey }))
      if (!coupon) return []
      const redemption =
        redemptionKey === null ? undefined : redeemed?.get(keyText({ tenantId, key: redemptionKey }))
      const { code, type, value } = coupon
      return [
        { code, type, value, redemptionId: redemption?.id ?? null, redeemedWith: redemption?.unit ?? null },
      ]
    }),
  }
}
