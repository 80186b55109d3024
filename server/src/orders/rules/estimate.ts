import { type Amount, NOTHING } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { evaluateOrder } from '../../earning/evaluate.ts'
import type { Program } from '../../earning/program.ts'
import type { Decimal } from '../../platform/decimal.ts'
import type { Order } from '../order.ts'
import { factsOf } from './adjust.ts'
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
}

/** What an order would earn if it were complete now. */
export function estimateOrder(
  order: Pick<Order, 'total' | 'returned' | 'placedAt' | 'details'>,
  { program, customer, tier, placeOf, isFirstPurchase, number, timeZone }: EstimateContext,
): Amount {
  if (!customer.profile.isEnrolled) return NOTHING
  const places = placesOfLines(program, order.details.products, null, placeOf)
  const { points, cashback } = evaluateOrder(
    program,
    factsOf(order, {
      tierId: tier?.id ?? null,
      tierMultiplier: tier?.multiplier ?? null,
      isFirstPurchase,
      number,
      timeZone,
      places,
    }),
  )
  return { points, cashback }
}
