import { POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { Program } from '../../earning/program.ts'
import { type GivenPrize, givePrize } from './give-prize.ts'

/** There is one per customer. */
export const SIGNUP_KEY = 'once'

/** Gives what the program has for a signup, to a customer who is met for the first time. null: it has nothing. */
export function signup(
  posting: Posting,
  customer: Customer,
  program: Program,
  timeZone: string,
): GivenPrize | null {
  if (!customer.profile.isEnrolled) return null
  const { id: customerId } = customer
  const type = POINT_TYPE.signup
  return givePrize(posting, {
    kind: 'signup',
    type,
    customerId,
    reference: SIGNUP_KEY,
    program,
    timeZone,
  })
}
