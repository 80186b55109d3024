import { type Amount, add, NOTHING } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Program } from '../earning/program.ts'
import type { Order } from '../orders/order.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { loadEstimates } from './estimates.ts'
import { loadOrders } from './store/orders.ts'
import { findPendingOrders, findWaiting, type NextAvailable, type WaitingLot } from './store/pending.ts'

const LOTS_MAX = 100
const ORDERS_MAX = 50

export interface Pending {
  readonly lots: readonly WaitingLot[]
  /** Newest first. */
  readonly estimates: readonly { readonly order: Order; readonly amount: Amount }[]
  /** Of all lots that wait, and the estimates. */
  readonly total: Amount
  /** What of the lots can be used first. */
  readonly next: NextAvailable | null
  readonly isCashbackOn: boolean
}

/** Points that wait, and what orders that are not complete yet would earn by the program as it stands. */
export async function loadPending(
  tx: Tx,
  tenant: Tenant,
  customer: Customer,
  current: Promise<Program>,
): Promise<Pending> {
  const owner = { tenantId: tenant.id, customerId: customer.id }
  const [waiting, pendingIds, program] = await Promise.all([
    findWaiting(tx, owner, LOTS_MAX),
    findPendingOrders(tx, owner, ORDERS_MAX),
    current,
  ])
  const orders = await loadOrders(tx, tenant.id, pendingIds)
  const amounts = await loadEstimates(tx, { tenant, customer, program, orders })
  const estimates = orders.map((order) => ({ order, amount: amounts.get(order.id) ?? NOTHING }))
  return {
    lots: waiting.lots,
    estimates,
    total: estimates.reduce((sum, { amount }) => add(sum, amount), waiting.total),
    next: waiting.next,
    isCashbackOn: program.cashback.isOn,
  }
}
