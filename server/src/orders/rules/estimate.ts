import type { Customer } from '../../accounts/customer.ts'
import type { Earning } from '../../earning/earned.ts'
import { evaluateWithin } from '../../earning/limits.ts'
import type { Program } from '../../earning/program.ts'
import type { UsedOf } from '../../earning/taken.ts'
import type { Decimal } from '../../platform/decimal.ts'
import type { Order } from '../order.ts'
import { factsOf } from './facts.ts'
import { type PlaceOf, placesOfLines } from './product-places.ts'

/** What an estimate looks at beside the order. */
export interface EstimateContext {
  /** As it stands. */
  readonly program: Program
  readonly customer: Customer
  readonly tier: { readonly id: number; readonly multiplier: Decimal | null } | null
  readonly placeOf: PlaceOf
  readonly isFirstPurchase: boolean
  readonly number: number | null
  readonly timeZone: string
  /** What the customer's orders have taken of limits and caps. */
  readonly usedOf: UsedOf
}

/** What an order would earn if it were complete now; null: nothing, as its customer is not enrolled. */
export function estimateOrder(
  order: Pick<Order, 'total' | 'returned' | 'placedAt' | 'details'>,
  { program, customer, tier, placeOf, isFirstPurchase, number, timeZone, usedOf }: EstimateContext,
): Earning | null {
  if (!customer.profile.isEnrolled) return null
  const places = placesOfLines(program, order.details.products, null, placeOf)
  const facts = factsOf(order, {
    tierId: tier?.id ?? null,
    tierMultiplier: tier?.multiplier ?? null,
    isFirstPurchase,
    number,
    timeZone,
    places,
  })
  return evaluateWithin(program, facts, { usedOf, before: null })
}
