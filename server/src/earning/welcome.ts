import { type Account, POINT_TYPE, type RecordIds, type Step } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Instant } from '../platform/clock.ts'
import { earn } from './earn.ts'
import { evaluateAction } from './evaluate.ts'
import type { Program } from './program.ts'

export interface Welcome {
  readonly step: Step
  readonly recordId: number
  readonly explanation: object
}

/** The points of a signup, for a customer who is met for the first time; null: there are none. */
export function welcome(
  account: Account,
  customer: Customer,
  program: Program,
  timeZone: string,
  now: Instant,
  ids: RecordIds,
): Welcome | null {
  if (!customer.profile.isEnrolled) return null
  const earning = evaluateAction(program, { kind: 'signup' })
  if ('refused' in earning) return null
  const input = { type: POINT_TYPE.signup, earning, earnedAt: now, orderId: null, timeZone }
  const step = earn(account, input, now, ids)
  const [first] = step?.entries ?? []
  return step && first ? { step, recordId: first.id, explanation: earning.explanation } : null
}
