import type { CustomerId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { dayOf, type ZoneSpan } from './zones.ts'

/** The orders that a page of the log leads to. */
export interface OrdersOfPage {
  /** Without a record: with the days that the till knew. */
  readonly orders: readonly {
    readonly customerId: CustomerId
    readonly day: LocalDate
    readonly formerDay: LocalDate | null
  }[]
  readonly ordersOfRecords: readonly { readonly customerId: CustomerId; readonly placedAt: Instant }[]
}

/**
 * Days whose orders changed. The till knows the day of a quiet order by the zone of its moment; where there was more than
 * one, it may be a day beside it.
 */
export function daysOf({ orders, ordersOfRecords }: OrdersOfPage, spans: readonly ZoneSpan[]): LocalDate[] {
  const told = orders.flatMap(({ day, formerDay }) => (formerDay === null ? [day] : [day, formerDay]))
  return [
    ...ordersOfRecords.map(({ placedAt }) => dayOf(placedAt, spans)),
    ...(spans.length === 1 ? told : told.flatMap((day) => [day - 1, day, day + 1])),
  ]
}
