/** Counts a customer's progress from their orders and records, day by day. */
import type { OrderId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import { localDate } from '../../platform/zone.ts'
import { type Days, type Gain, NO_DAYS, plus } from './progress.ts'

/** What is stored of a customer that counts. Amounts as text, moments in epoch milliseconds. */
export interface Countable {
  /** Complete orders, with what counts of them, and whether they count as orders. */
  readonly orders: readonly [id: number, completedAt: Instant, spend: string, counts: boolean][] | null
  /** Records of `ORDER_TYPES`, also those of orders that are not complete any more. */
  readonly orderPoints: readonly [orderId: OrderId, points: string][] | null
  readonly actions: readonly [recordedAt: Instant, points: string][] | null
  /** What was spent and ordered elsewhere. */
  readonly imported: readonly [day: number, spend: string, orders: number][] | null
}

export function countFrom({ orders, orderPoints, actions, imported }: Countable, timeZone: string): Days {
  const pointsOf = new Map<number, bigint>()
  for (const [orderId, points] of orderPoints ?? []) {
    pointsOf.set(orderId, (pointsOf.get(orderId) ?? ZERO) + decimalFromText(points))
  }
  const gains: Gain[] = []
  for (const [id, completedAt, spend, counts] of orders ?? []) {
    const day = localDate(completedAt, timeZone)
    const points = pointsOf.get(id) ?? ZERO
    gains.push({ day, spend: decimalFromText(spend), orders: counts ? 1 : 0, points })
  }
  for (const [recordedAt, points] of actions ?? []) {
    const day = localDate(recordedAt, timeZone)
    gains.push({ day, spend: ZERO, orders: 0, points: decimalFromText(points) })
  }
  for (const [day, spend, orders] of imported ?? []) {
    gains.push({ day, spend: decimalFromText(spend), orders, points: ZERO })
  }
  return plus(NO_DAYS, gains)
}
