import type { OrderFacts } from '../../earning/order-facts.ts'
import { ZERO } from '../../platform/decimal.ts'
import { type EarnedWith, remainingTotal } from '../order.ts'
import type { MergedOrder } from './merge.ts'
import { linesWithPlaces } from './product-places.ts'
import { linesLeft, withReturned } from './returned-lines.ts'

/** What rules look at of an order: what is left of it. */
export function factsOf(
  order: Pick<MergedOrder, 'total' | 'returned' | 'placedAt' | 'details'>,
  earned: Pick<
    EarnedWith,
    'tierId' | 'tierMultiplier' | 'isFirstPurchase' | 'number' | 'timeZone' | 'places'
  >,
): OrderFacts {
  const { placedAt, details } = order
  const { paymentMethod, branch } = details
  const facts: OrderFacts = {
    total: remainingTotal(order),
    placedAt,
    products: withReturned(linesWithPlaces(linesLeft(details), earned.places), details),
    paymentMethodId: paymentMethod?.originalId ?? null,
    branchId: branch?.originalId ?? null,
    tierId: earned.tierId === null ? null : String(earned.tierId),
    tierMultiplier: earned.tierMultiplier,
    isFirstPurchase: earned.isFirstPurchase,
    number: earned.number,
    // Where none is kept, no rule of its program asks.
    timeZone: earned.timeZone ?? 'UTC',
  }
  if (order.returned !== ZERO) facts.returned = order.returned
  if (details.shipping !== null) facts.shipping = details.shipping
  return facts
}
