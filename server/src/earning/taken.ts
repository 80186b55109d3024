import type { Decimal } from '../platform/decimal.ts'

/** What is counted of a rule: the points or stamps that it gave, or the orders to which it gave something. */
export type Measure = 'points' | 'times' | 'stamps'

/** What one order has taken of a limit or cap. A rule that would have given something and might not is there with 0. */
export interface Taken {
  readonly ruleId: number
  readonly measure: Measure
  /** Like `d2026-11-16`; empty: of a card that has no limit per period. */
  readonly period: string
  readonly amount: Decimal
}

/** What all orders of the customer have taken in a period, this one included. */
export type UsedOf = (limit: Omit<Taken, 'amount'>) => Decimal
