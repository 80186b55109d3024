import { type Account, POINT_TYPE, type RecordIds } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { type ActionStep, creditAction } from '../../earning/credit-earning.ts'
import { evaluateAction } from '../../earning/evaluate.ts'
import type { Program } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'

/** The points of a signup, for a customer who is met for the first time; null: there are none. */
export function signup(
  account: Account,
  customer: Customer,
  program: Program,
  timeZone: string,
  now: Instant,
  ids: RecordIds,
): ActionStep | null {
  if (!customer.profile.isEnrolled) return null
  const earning = evaluateAction(program, { kind: 'signup' })
  if ('refused' in earning) return null
  return creditAction(account, { type: POINT_TYPE.signup, earning, timeZone }, now, ids)
}
