import type { CustomerId } from '../../contract/ids.ts'
import { lotDates } from '../../earning/credit-earning.ts'
import type { Earning } from '../../earning/earned.ts'
import type { Program } from '../../earning/program.ts'
import { type EarnedWith, isPurchase, type Order, remainingTotal } from '../../orders/order.ts'
import type { PlaceOf } from '../../orders/rules/product-places.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { type LocalDate, localDate, localDateToText } from '../../platform/zone.ts'
import { type Compared, compareOrder } from './compare-order.ts'
import type { Room } from './rooms.ts'
import { NEVER, type Totals, TotalsInTheMaking } from './totals.ts'

/** What is known of a customer after some of their orders. */
export interface CustomerSum {
  readonly live: Decimal
  readonly candidate: Decimal
  /** Complete ones, those placed before the range included where a rule asks for their number. */
  readonly orders: number
  /** The tier in which they placed the first order; null: none. */
  readonly firstTierId: number | null
  readonly rooms: readonly Room[]
  /** By how much the candidate gave more or less on a day that counts for goals; empty where no goal counts points. */
  readonly days: ReadonlyMap<LocalDate, Decimal>
}

export interface WalkInput {
  readonly candidate: Program
  readonly programOf: (version: number) => Program
  readonly placeOf: PlaceOf
  readonly timeZone: string
  /** Whether goals of tiers count points. */
  readonly keepsDays: boolean
  /** What is known of the customers of these orders; missing: this is their first one. */
  readonly customers: ReadonlyMap<CustomerId, CustomerSum>
}

export interface Walked {
  readonly totals: Totals
  /** Of the customers of these orders. */
  readonly customers: ReadonlyMap<CustomerId, CustomerSum>
}

type EarnedOrder = Order & { readonly earned: EarnedWith }

export const NEW_CUSTOMER: CustomerSum = {
  live: ZERO,
  candidate: ZERO,
  orders: 0,
  firstTierId: null,
  rooms: [],
  days: new Map(),
}

/** Some orders more, in the order of their placement: all that is kept of them is sums. */
export function walk(totals: Totals, orders: readonly EarnedOrder[], input: WalkInput): Walked {
  const making = new TotalsInTheMaking(totals)
  const customers = new Map(input.customers)
  for (const order of orders) {
    const before = customers.get(order.customerId) ?? { ...NEW_CUSTOMER, firstTierId: order.earned.tierId }
    const live = input.programOf(order.earned.programVersion)
    const compared = compareOrder({
      ...{ ...input, order, earned: order.earned, live },
      rooms: before.rooms,
      numberOf: () => before.orders + 1,
    })
    const counted = { ...before, orders: before.orders + (isPurchase(order) ? 1 : 0) }
    if (typeof compared === 'string') {
      making.addIncomparable(compared)
      customers.set(order.customerId, counted)
      continue
    }
    making.add({
      ...{ ...compared, sales: remainingTotal(order), months: monthsOf(order, compared, input) },
      cashback: { live: live.cashback, candidate: input.candidate.cashback },
    })
    customers.set(order.customerId, withOrder(counted, order, compared, input))
  }
  return { totals: making.done(), customers }
}

function withOrder(
  customer: CustomerSum,
  order: EarnedOrder,
  { live, candidate, rooms }: Compared,
  { keepsDays, timeZone }: WalkInput,
): CustomerSum {
  const more = candidate.points - live.points
  return {
    ...customer,
    live: customer.live + live.points,
    candidate: customer.candidate + candidate.points,
    rooms,
    days:
      keepsDays && more !== ZERO
        ? withMore(customer.days, localDate(order.completedAt ?? order.placedAt, timeZone), more)
        : customer.days,
  }
}

function withMore(days: ReadonlyMap<LocalDate, Decimal>, day: LocalDate, more: Decimal) {
  return new Map(days).set(day, (days.get(day) ?? ZERO) + more)
}

function monthsOf(order: EarnedOrder, { live, candidate }: Compared, { timeZone }: WalkInput) {
  const earnedAt = order.earned.countsFrom ?? order.completedAt ?? order.placedAt
  return { live: monthOf(live, earnedAt, timeZone), candidate: monthOf(candidate, earnedAt, timeZone) }
}

/** Points that end at the first moment of a month were good through the last day of the one before. */
function monthOf(earning: Earning, earnedAt: number, timeZone: string): string {
  const { expiresAt } = lotDates(earning, earnedAt, timeZone)
  return expiresAt === null
    ? NEVER
    : localDateToText(localDate(expiresAt - 1, timeZone)).slice(0, 'yyyy-mm'.length)
}
