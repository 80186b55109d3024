import { POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import { creditAction } from '../../earning/credit-earning.ts'
import { evaluateAction } from '../../earning/evaluate-action.ts'
import type { Program } from '../../earning/program.ts'

/** Posts the points of a signup, for a customer who is met for the first time. Their record; null: there are none. */
export function signup(
  posting: Posting,
  customer: Customer,
  program: Program,
  timeZone: string,
): RecordId | null {
  if (!customer.profile.isEnrolled) return null
  const earning = evaluateAction(program, { kind: 'signup' })
  if ('refused' in earning) return null
  return creditAction(posting, { type: POINT_TYPE.signup, earning, timeZone })
}
