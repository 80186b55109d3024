import { type Amount, NOTHING } from '../accounts/account.ts'
import { findAccountsById, type StoredAccount } from '../accounts/store/accounts.ts'
import { ORDER_STATE, type Order } from '../orders/order.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { loadBackground } from './load.ts'
import { type NoneOfOrder, noneOf } from './rules/explain-order.ts'
import type { ListedOrder } from './store/order-list.ts'
import { findRecordsOfOrders, loadOrders } from './store/orders.ts'

/** An order in a list: with what stands recorded for it, and why nothing does. */
export interface OrderInList {
  readonly place: ListedOrder
  readonly order: Order
  readonly stored: StoredAccount
  readonly recorded: Amount
  readonly none: NoneOfOrder | null
}

export async function loadOrderList(
  tx: Tx,
  tenant: Tenant,
  listed: readonly ListedOrder[],
): Promise<OrderInList[]> {
  const [orders, customers, recordedOf] = await Promise.all([
    loadOrders(
      tx,
      tenant.id,
      listed.map(({ originalId }) => originalId),
    ),
    findAccountsById(
      tx,
      tenant.id,
      listed.map(({ customerId }) => customerId),
    ),
    findRecordsOfOrders(
      tx,
      tenant.id,
      listed.map(({ id }) => id),
      1,
    ),
  ])
  const versions = orders.flatMap(({ earned }) => earned?.programVersion ?? [])
  const { programs } = await loadBackground(tx, tenant, [], versions)
  const byId = new Map(orders.map((order) => [order.id, order]))
  return listed.flatMap((place) => {
    const order = byId.get(place.id)
    const stored = customers.get(place.customerId)
    if (!order || !stored) return []
    const found = recordedOf.get(order.id)
    const programVersion = order.earned?.programVersion ?? null
    const program = programVersion === null ? undefined : programs.get(programVersion)
    const { state, total, returned, details } = order
    const facts = { state, total, returned, programVersion, nothingBecause: details.nothingBecause }
    const isNone = isWithoutPoints(order, found !== undefined)
    return [
      {
        place,
        order,
        stored,
        recorded: found?.recorded ?? NOTHING,
        none: isNone ? noneOf(facts, program) : null,
      },
    ]
  })
}

/** What has expired was earned: only an order without records has none, or one that was cancelled. */
export function isWithoutPoints({ state }: Pick<Order, 'state'>, hasRecords: boolean): boolean {
  return !hasRecords || state === ORDER_STATE.cancelled
}
