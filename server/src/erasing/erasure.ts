import type { Amount } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'

/** What there is of a customer that erasing empties, deletes or ends. */
export interface Belongings {
  readonly orders: number
  readonly redemptions: number
  /** That could still be used. */
  readonly openCoupons: number
  readonly quizAnswers: number
  /** Notes of people, also with adjustments and approvals. */
  readonly notes: number
  readonly formerIds: number
}

export const NO_BELONGINGS: Belongings = {
  orders: 0,
  redemptions: 0,
  openCoupons: 0,
  quizAnswers: 0,
  notes: 0,
  formerIds: 0,
}

/** What erasing a person has done. Nothing in it tells who it was. */
export interface Erasure {
  /** As it is left. */
  readonly customer: Customer
  /** What could be spent, and what was still waiting. */
  readonly expired: Amount
  readonly closed: Amount
  readonly belongings: Belongings
}
