import { type Amount, NOTHING } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import { keyText } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import { findCurrentProgram } from '../earning/store.ts'
import { ORDER_STATE, type Order } from '../orders/order.ts'
import type { Instant } from '../platform/clock.ts'
import { ZERO } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { type RedeemedReward, redeemedRewards } from '../rewards/collections/redeemed-rewards.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { loadEstimates } from './estimates.ts'
import { loadBackground } from './load.ts'
import { explainOrderLines, type OrderLines } from './rules/explain-order.ts'
import { findRecordsOfOrders, findReturnsOfOrders, type ListedReturn, loadOrders } from './store/orders.ts'
import { readRecords } from './store/records.ts'

/** Of one order; few have more than three. */
const RECORDS_MAX = 100
const RETURNS_MAX = 500

export interface OrdersInput {
  readonly tenant: Tenant
  readonly customer: Customer
  readonly now: Instant
  /** By their ids in the merchant's store. */
  readonly originalIds: readonly string[]
}

/** An order with all that is known of its points. */
export interface ReadOrder {
  readonly order: Order
  /** What stands recorded for it. */
  readonly recorded: Amount
  /** What it would earn; null: it is not pending. */
  readonly estimate: Amount | null
  /** From when its points can be spent; null: it has none. */
  readonly availableAt: Instant | null
  readonly explained: OrderLines
  /** Oldest first. */
  readonly returns: readonly ListedReturn[]
  /** The redemption whose coupon it has used. */
  readonly redeemed: RedeemedReward | null
}

export interface ReadOrders {
  readonly orders: readonly ReadOrder[]
  readonly isCashbackOn: boolean
}

export async function loadReadOrders(tx: Tx, input: OrdersInput): Promise<ReadOrders> {
  const { tenant, customer, now, originalIds } = input
  const owner = { tenantId: tenant.id, customerId: customer.id }
  const [orders, program] = await Promise.all([
    loadOrders(tx, tenant.id, originalIds),
    findCurrentProgram(tx, tenant.id, now),
  ])
  const pending = orders.filter(({ state }) => state === ORDER_STATE.pending)
  const withReturns = orders.filter(({ returned }) => returned > ZERO).map(({ id }) => id)
  const [recordedOf, estimates, redeemedOf, returnsOf] = await Promise.all([
    findRecordsOfOrders(
      tx,
      tenant.id,
      orders.map(({ id }) => id),
      RECORDS_MAX,
    ),
    loadEstimates(tx, { tenant, customer, program, orders: pending }),
    loadRedeemed(tx, tenant.id, orders),
    findReturnsOfOrders(tx, owner, withReturns, RETURNS_MAX),
  ])
  const ids = [...recordedOf.values()].flatMap(({ recordIds }) => recordIds)
  const records = await readRecords(tx, owner, ids)
  const versions = orders.flatMap(({ earned }) => earned?.programVersion ?? [])
  const background = await loadBackground(tx, tenant, [...records.values()], versions)
  const read = orders.map((order): ReadOrder => {
    const { recordIds = [], recorded = NOTHING } = recordedOf.get(order.id) ?? {}
    const own = recordIds.flatMap((id) => records.get(id) ?? [])
    return {
      order,
      recorded,
      estimate: estimates.get(order.id) ?? null,
      availableAt: own.find(({ lot }) => lot !== null)?.lot?.availableAt ?? null,
      explained: explainOrderLines(background, order, { records: own, recorded }),
      returns: returnsOf.get(order.id) ?? [],
      redeemed: redeemedOf(order),
    }
  })
  return { orders: read, isCashbackOn: program.cashback.isOn }
}

async function loadRedeemed(
  tx: Tx,
  tenantId: TenantId,
  orders: readonly Order[],
): Promise<(order: Order) => RedeemedReward | null> {
  const keyOf = ({ details }: Order): string | null =>
    details.linkedCoupons.find(({ redemptionKey }) => redemptionKey !== null)?.redemptionKey ?? null
  const keys = [...new Set(orders.flatMap((order) => keyOf(order) ?? []))].map((key) => ({ tenantId, key }))
  const found = await redeemedRewards.load(tx, keys)
  return (order) => {
    const key = keyOf(order)
    return key === null ? null : (found.get(keyText({ tenantId, key })) ?? null)
  }
}
