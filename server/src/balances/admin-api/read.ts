import type { FieldProblem } from '../../contract/field-problem.ts'
import { invalid, type Problem } from '../../contract/problem.ts'
import type { AdjustmentReason } from '../../earning/explanation.ts'
import { type Decimal, decimalFromText, ONE, ZERO } from '../../platform/decimal.ts'
import type { Adjustment } from '../adjustment.ts'
import { EITHER_UNIT, NO_VALIDITY, NOT_ZERO } from './texts.ts'

interface Sent {
  readonly points?: string | null
  readonly cashback?: string | null
  readonly reason: AdjustmentReason
  readonly note?: string | null
  readonly orderId?: string | null
  readonly validityDays?: number | null
}

/** As in the private API, so that every balance survives the trip through a JSON number. */
const LIMIT: Decimal = 100_000_000_000n * ONE

/** The adjustment that a body asks for, or all that is wrong with it. */
export function readAdjustment({ reason, ...sent }: Sent): Adjustment | Problem {
  const { points = null, cashback = null, note = null, orderId = null, validityDays = null } = sent
  if ((points === null) === (cashback === null)) return invalid([{ pointer: '', message: EITHER_UNIT }])
  const unit = points === null ? 'cashback' : 'points'
  const signed = decimalFromText(points ?? cashback ?? '0')
  const quantity = signed < ZERO ? -signed : signed
  const problems: FieldProblem[] = []
  if (quantity === ZERO || quantity >= LIMIT) problems.push({ pointer: `/${unit}`, message: NOT_ZERO })
  if (validityDays !== null && signed < ZERO) {
    problems.push({ pointer: '/validityDays', message: NO_VALIDITY })
  }
  if (problems.length > 0) return invalid(problems)
  const kind = signed > ZERO ? 'add' : 'remove'
  return { kind, unit, quantity, reason, note, orderKey: orderId, validityDays }
}
