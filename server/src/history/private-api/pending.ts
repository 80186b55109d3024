import { instantToText } from '../../platform/clock.ts'
import { type Decimal, decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import type { Pending } from '../load-pending.ts'
import type { PendingPoints } from './schema.ts'

/** Of a customer who is not known. */
export const NOTHING_PENDING: PendingPoints = {
  TotalPendingPoints: 0,
  TotalPendingCashback: 0,
  PendingOrders: [],
}

export function toPendingPoints({ lots, estimates, total, isCashbackOn }: Pending): PendingPoints {
  const money = (amount: Decimal): number | null => (isCashbackOn ? moneyToNumber(amount) : null)
  return {
    TotalPendingPoints: decimalToNumber(total.points),
    TotalPendingCashback: money(total.cashback),
    PendingOrders: [
      ...lots.map(({ remaining, availableAt, recordedAt, order }) => ({
        OrderDate: instantToText(order?.placedAt ?? recordedAt),
        OrderValue: order && moneyToNumber(order.total),
        PendingPoints: decimalToNumber(remaining.points),
        PendingCashback: money(remaining.cashback),
        OrderId: order?.originalId ?? null,
        AvailableDate: instantToText(availableAt),
        IsEstimate: false,
      })),
      ...estimates.map(({ order, amount }) => ({
        OrderDate: instantToText(order.placedAt),
        OrderValue: moneyToNumber(order.total),
        PendingPoints: decimalToNumber(amount.points),
        PendingCashback: money(amount.cashback),
        OrderId: order.originalId,
        AvailableDate: null,
        IsEstimate: true,
      })),
    ],
  }
}
