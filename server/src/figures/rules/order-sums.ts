import { type Decimal, ONE, proportion, ZERO } from '../../platform/decimal.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { columnsOf, type Period, type Step } from './period.ts'

/** Completed orders of some days, however they are divided. */
export interface OrderSums {
  readonly orders: number
  /** Without what was returned. */
  readonly sales: Decimal
  readonly earnedOrders: number
  readonly firstOrders: number
  readonly memberOrders: number
  readonly memberSales: Decimal
  readonly memberFirstOrders: number
  /** What they earned, pending points too, less what was taken back; null: not counted for all of these days yet. */
  readonly points: Decimal | null
}

export interface OrderSumsOfDay extends OrderSums {
  readonly day: LocalDate
}

export const NO_ORDER_SUMS: OrderSums = {
  orders: 0,
  sales: ZERO,
  earnedOrders: 0,
  firstOrders: 0,
  memberOrders: 0,
  memberSales: ZERO,
  memberFirstOrders: 0,
  points: ZERO,
}

export function addOrders(a: OrderSums, b: OrderSums): OrderSums {
  return {
    orders: a.orders + b.orders,
    sales: a.sales + b.sales,
    earnedOrders: a.earnedOrders + b.earnedOrders,
    firstOrders: a.firstOrders + b.firstOrders,
    memberOrders: a.memberOrders + b.memberOrders,
    memberSales: a.memberSales + b.memberSales,
    memberFirstOrders: a.memberFirstOrders + b.memberFirstOrders,
    points: a.points === null || b.points === null ? null : a.points + b.points,
  }
}

export function ordersIn(days: readonly OrderSumsOfDay[], { from, to }: Period): OrderSums {
  return days.filter(({ day }) => day >= from && day <= to).reduce(addOrders, NO_ORDER_SUMS)
}

export interface OrderColumn extends Period {
  readonly sums: OrderSums
}

/** The days are in their order. */
export function columnsOfOrders(days: readonly OrderSumsOfDay[], period: Period, step: Step): OrderColumn[] {
  let next = days.findIndex(({ day }) => day >= period.from)
  if (next < 0) next = days.length
  return columnsOf(period, step).map(({ from, to }) => {
    let sums = NO_ORDER_SUMS
    for (let one = days[next]; one && one.day <= to; one = days[next]) {
      sums = addOrders(sums, one)
      next += 1
    }
    return { from, to, sums }
  })
}

/** Whose orders: of customers who were enrolled when the order was completed, of others, or of both. */
export const BUYERS = ['all', 'members', 'others'] as const
export type Buyers = (typeof BUYERS)[number]

export interface BuyersSums {
  readonly orders: number
  readonly sales: Decimal
  readonly firstOrders: number
}

export function ordersOf(sums: OrderSums, buyers: Buyers): BuyersSums {
  const members = { orders: sums.memberOrders, sales: sums.memberSales, firstOrders: sums.memberFirstOrders }
  if (buyers === 'members') return members
  const { orders, sales, firstOrders } = sums
  if (buyers === 'all') return { orders, sales, firstOrders }
  return {
    orders: orders - members.orders,
    sales: sales - members.sales,
    firstOrders: firstOrders - members.firstOrders,
  }
}

/** Which of them: the first completed order of a customer, those after it, or those that earned by a program. */
export const ORDERS_SHOWN = ['all', 'first', 'returning', 'earned'] as const
export type OrdersShown = (typeof ORDERS_SHOWN)[number]

export interface OrdersFigure {
  readonly orders: number
  readonly sales: Decimal | null
  readonly points: Decimal | null
}

/** null: of this part no sums are kept, or the sales or points of it are not. */
export function figureOfOrders(sums: OrderSums, which: OrdersShown, buyers: Buyers): OrdersFigure | null {
  const { orders, sales, firstOrders } = ordersOf(sums, buyers)
  if (which === 'all') return { orders, sales, points: buyers === 'all' ? sums.points : null }
  if (which === 'first') return { orders: firstOrders, sales: null, points: null }
  if (which === 'returning') return { orders: orders - firstOrders, sales: null, points: null }
  return buyers === 'all' ? { orders: sums.earnedOrders, sales: null, points: null } : null
}

/** Sales of one order, from the sums that are shown; null: there is none. */
export function averageOrder({ orders, sales }: Pick<OrderSums, 'orders' | 'sales'>): Decimal | null {
  return orders > 0 ? proportion(sales, ONE, BigInt(orders) * ONE) : null
}

/** A count of a count; null: of nothing there is none. */
export function rateOfCounts(part: number, whole: number): Decimal | null {
  return whole > 0 ? proportion(BigInt(part), ONE, BigInt(whole)) : null
}
