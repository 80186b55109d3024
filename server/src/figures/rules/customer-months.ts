import type { CustomerId, OrderId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { dayOf, type Month, monthOf, type ZoneSpan } from './zones.ts'

/** A completed order of a customer. */
export interface CompletedOrder {
  readonly id: OrderId
  readonly placedAt: Instant
  /** Without what was returned; null: all of it was. */
  readonly sales: Decimal | null
}

export interface FirstOrder {
  readonly orderId: OrderId
  readonly day: LocalDate
  readonly month: Month
}

export interface MonthOfCustomer {
  readonly month: Month
  readonly orders: number
  readonly sales: Decimal
}

/** What is kept of the orders of one customer. */
export interface CustomerOrders {
  /** null: none is completed. */
  readonly first: FirstOrder | null
  readonly months: readonly MonthOfCustomer[]
}

export const NO_ORDERS: CustomerOrders = { first: null, months: [] }

export function countOrdersOf(orders: readonly CompletedOrder[], spans: readonly ZoneSpan[]): CustomerOrders {
  let first: { order: CompletedOrder; day: LocalDate } | null = null
  const months = new Map<Month, MonthOfCustomer>()
  for (const order of orders) {
    const day = dayOf(order.placedAt, spans)
    if (!first || isBefore(order, first.order)) first = { order, day }
    if (order.sales === null) continue
    const month = monthOf(day)
    const known = months.get(month) ?? { month, orders: 0, sales: ZERO }
    months.set(month, { month, orders: known.orders + 1, sales: known.sales + order.sales })
  }
  return {
    first: first && { orderId: first.order.id, day: first.day, month: monthOf(first.day) },
    months: [...months.values()],
  }
}

function isBefore(one: CompletedOrder, other: CompletedOrder): boolean {
  return one.placedAt < other.placedAt || (one.placedAt === other.placedAt && one.id < other.id)
}

/** In place of a month: all customers of a cohort, whatever became of their orders. */
export const ALL_OF_COHORT = 0

/** What is to be added to a cohort: the customers who first bought in one month, in another month. */
export interface CohortDelta {
  readonly firstMonth: Month
  readonly month: Month | typeof ALL_OF_COHORT
  readonly customers: number
  readonly sales: Decimal
}

/** What changes where what is kept of a customer is replaced by what was counted. */
export interface CustomerChange {
  readonly customerId: CustomerId
  /** null: it stays. */
  readonly first: { readonly is: FirstOrder | null } | null
  readonly months: readonly MonthOfCustomer[]
  readonly monthsGone: readonly Month[]
  readonly cohorts: readonly CohortDelta[]
  /** On which other orders are the first ones now. */
  readonly days: readonly LocalDate[]
}

export function changeOf(customerId: CustomerId, was: CustomerOrders, is: CustomerOrders): CustomerChange {
  const isSameFirst = was.first?.orderId === is.first?.orderId && was.first?.day === is.first?.day
  const monthsWere = new Map(was.months.map((month) => [month.month, month]))
  const monthsAre = new Set(is.months.map(({ month }) => month))
  return {
    customerId,
    first: isSameFirst ? null : { is: is.first },
    months: is.months.filter(({ month, orders, sales }) => {
      const known = monthsWere.get(month)
      return known?.orders !== orders || known.sales !== sales
    }),
    monthsGone: was.months.map(({ month }) => month).filter((month) => !monthsAre.has(month)),
    cohorts: sumCohorts([...cohortsOf(was, -1), ...cohortsOf(is, 1)]),
    days: isSameFirst ? [] : [was.first, is.first].flatMap((first) => (first ? [first.day] : [])),
  }
}

/** The month of the first order counts for a customer also where that was returned: the cohort stays the same. */
function cohortsOf({ first, months }: CustomerOrders, sign: 1 | -1): CohortDelta[] {
  if (!first) return []
  return [{ month: ALL_OF_COHORT, sales: ZERO }, ...months].map(({ month, sales }) => ({
    ...{ firstMonth: first.month, month },
    customers: sign,
    sales: sign === 1 ? sales : -sales,
  }))
}

export function sumCohorts(deltas: readonly CohortDelta[]): CohortDelta[] {
  const sums = new Map<string, CohortDelta>()
  for (const delta of deltas) {
    const key = `${delta.firstMonth} ${delta.month}`
    const { customers = 0, sales = ZERO } = sums.get(key) ?? {}
    sums.set(key, { ...delta, customers: customers + delta.customers, sales: sales + delta.sales })
  }
  return [...sums.values()].filter(({ customers, sales }) => customers !== 0 || sales !== ZERO)
}
