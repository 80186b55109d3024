import { quietOrders } from '../accounts/collections/quiet-orders.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { append, type Change } from '../accounts/till/collection.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Order } from './order.ts'
import { daysOfQuietOrder } from './rules/quiet-order.ts'

/** Figures count the order's day again, also where no record leads them to it. */
export function quietChanges(
  { timeZone }: Tenant,
  stored: Order | undefined,
  order: Order,
  { entries, now }: Posting,
): Change[] {
  const days = daysOfQuietOrder(stored, order, { entries, timeZone })
  return days ? [append(quietOrders, { customerId: order.customerId, at: now, ...days })] : []
}
