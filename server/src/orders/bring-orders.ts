/** Orders that happened elsewhere, for the command that imports them. */
import { type Amount, addRecords, NO_RECORDS, NOTHING } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, type Load, load, put } from '../accounts/till/collection.ts'
import type { Facts, LoadsAfter } from '../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { tierLoads } from '../tiers/promote.ts'
import { elsewhereLoads, orderElsewhere } from './collections/order-elsewhere.ts'
import { orderTotals } from './collections/order-totals.ts'
import { orders } from './collections/orders.ts'
import { loadedCoupons } from './coupon-loads.ts'
import { completeOrderChanges, firstPurchaseLoads } from './first-purchase.ts'
import { limitChanges, takenLoads } from './limit-room.ts'
import { ORDER_STATE, type Order } from './order.ts'
import { quietChanges } from './quiet-changes.ts'
import { type BroughtOrder, bringOrder } from './rules/bring.ts'
import { cancelStored } from './rules/cancel.ts'
import type { OrderReason } from './rules/reasons.ts'
import { NO_CARDS } from './rules/stamp.ts'
import { promoteByOrder, tierLoadsOfOrder } from './tier-progress.ts'

export function loadsToBring(tenant: Tenant, originalId: string): Load[] {
  return [load(orders, originalId), load(programSchedule, CURRENT), ...tierLoads(tenant)]
}

export function laterLoadsToBring(facts: Facts, tenant: Tenant, now: Instant): Load[] {
  return [...firstPurchaseLoads(facts, undefined), ...tierLoadsOfOrder(facts, tenant, undefined, now)]
}

/** The order that is there already; undefined: there is none. */
export function orderAtHand(facts: Facts, originalId: string): Order | undefined {
  return facts.get(orders, originalId)
}

export interface Brought {
  readonly order: Order
  readonly customer: Customer
  readonly changes: readonly Change[]
}

/** It counts for tiers and raises the customer where a goal is reached, and gives nothing for that. */
export function bring(
  facts: Facts,
  {
    tenant,
    customer,
    brought,
    elsewhere,
  }: {
    readonly tenant: Tenant
    readonly customer: Customer
    readonly brought: BroughtOrder
    /** What it has earned in another system; null: nothing that is known. */
    readonly elsewhere: Amount | null
  },
  posting: Posting,
): Brought | Refusal<OrderReason> {
  const outcome = bringOrder(customer, brought, posting)
  if (isRefusal(outcome)) return outcome
  const { order } = outcome
  const counted = { tenant, stored: undefined, outcome, isElsewhere: true }
  const promoted = promoteByOrder(facts, counted, posting)
  return {
    order,
    customer: promoted.customer,
    changes: [
      ...promoted.changes,
      put(orders, order.originalId, order),
      ...(elsewhere ? [put(orderElsewhere, order, { given: elsewhere, taken: NOTHING })] : []),
      ...completeOrderChanges(facts, undefined, order),
      ...quietChanges(tenant, undefined, order, posting),
    ],
  }
}

/** What undoing an imported order looks at. */
export function loadsToTakeBack(tenant: Tenant, originalId: string): Load[] {
  return loadsToBring(tenant, originalId)
}

export function laterLoadsToTakeBack(
  facts: Facts,
  tenant: Tenant,
  originalId: string,
  now: Instant,
): LoadsAfter {
  const stored = orderAtHand(facts, originalId)
  if (!stored) return { lots: false, loads: [] }
  const loads = [...elsewhereLoads(stored), ...tierLoadsOfOrder(facts, tenant, stored, now)]
  return stored.earned
    ? {
        lots: true,
        lotsOfOrder: stored.id,
        loads: [...loads, ...takenLoads(stored), load(orderTotals, stored)],
      }
    : { lots: false, loads }
}

/**
 * Cancels an imported order as if it had never come: what it earned here goes. What it earned elsewhere stays, because
 * that did not come with it.
 */
export function takeBackBrought(
  facts: Facts,
  { tenant, customer, order }: { tenant: Tenant; customer: Customer; order: Order },
  posting: Posting,
): { readonly customer: Customer; readonly changes: readonly Change[] } {
  const elsewhere = facts.peek(orderElsewhere, order)
  const forgotten = elsewhere ? [put(orderElsewhere, order, { ...elsewhere, isGone: true as const })] : []
  if (order.state === ORDER_STATE.cancelled) return { customer, changes: forgotten }
  const recorded = addRecords(facts.peek(orderTotals, order) ?? NO_RECORDS, facts.recordedInBatch(order.id))
  const outcome = cancelStored(
    { stored: order, customer, recorded, coupons: loadedCoupons(facts, []), cards: NO_CARDS },
    { tenant, cancelledAt: Math.max(posting.now, order.placedAt), status: null },
    posting,
  )
  const counted = { tenant, stored: order, outcome, isElsewhere: true }
  const { customer: after, changes, undone } = promoteByOrder(facts, counted, posting)
  return {
    customer: after,
    changes: [
      ...changes,
      ...forgotten,
      put(orders, order.originalId, outcome.order),
      ...completeOrderChanges(facts, order, outcome.order),
      ...limitChanges(facts, order, outcome.order),
      ...quietChanges(tenant, order, outcome.order, posting),
      ...undone.changes,
    ],
  }
}
