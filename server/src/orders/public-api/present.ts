import { localized } from '../../contract/locale.ts'
import { problem } from '../../contract/problem.ts'
import type { ProductPoints } from '../../earning/evaluate-products.ts'
import type { Promised } from '../../earning/promise.ts'
import { type Decimal, roundTo, shortText, textWithPlaces } from '../../platform/decimal.ts'
import type { Earn } from './schema.ts'

export function presentEarn(
  items: readonly Pick<ProductPoints, 'originalId' | 'points' | 'cashback'>[],
  order: Promised | null,
  { isCashbackOn }: { readonly isCashbackOn: boolean },
): Earn {
  const money = (cashback: Decimal) => (isCashbackOn ? textWithPlaces(roundTo(cashback, 2), 2) : null)
  return {
    items: items.map(({ originalId, points, cashback }) => ({
      id: originalId,
      points: shortText(points),
      cashback: money(cashback),
    })),
    order: order && {
      points: shortText(order.points),
      cashback: money(order.cashback),
      isBelowMinimum: order.isBelowMinimum,
      isUpTo: order.isUpTo,
    },
  }
}

export const NO_RULE = problem(
  'conflict',
  localized(
    'Orders do not earn points at the moment.',
    'No momento, os pedidos não rendem pontos.',
    'Por el momento, los pedidos no dan puntos.',
  ),
  { code: 'noRule' },
)
