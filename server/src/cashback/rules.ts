import { POINT_TYPE } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import type { RecordId } from '../contract/ids.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import type { Program } from '../earning/program.ts'
import { ONE, proportion, ZERO } from '../platform/decimal.ts'
import type { SentChange } from './change.ts'

/** Why a change of cashback is not made. */
export const CASHBACK_REASONS = [
  'cashback-off',
  'customer-unknown',
  'key-used',
  'balance-too-small',
  'value-out-of-range',
] as const
export type CashbackReason = (typeof CASHBACK_REASONS)[number]

export interface ChangeContext {
  readonly customer: Customer | null
  readonly program: Program
  readonly isKeyUsed: boolean
}

/** Posts the change. The id of its record. */
export function decideChange(
  { customer, program, isKeyUsed }: ChangeContext,
  change: SentChange,
  posting: Posting,
): RecordId | Refusal<CashbackReason> {
  if (!program.cashback.isOn) {
    return refusal('cashback-off', 'Cashback is switched off in this program.')
  }
  if (!customer) return refusal('customer-unknown', 'There is no customer with this id.', 'id')
  if (isKeyUsed) {
    const message = `ChangeKey ${change.changeKey} was used before: the change was made then.`
    return refusal('key-used', message, 'ChangeKey')
  }
  if (change.kind === 'add') return addCashback(posting, change, program)
  const removed = posting.debit('cashback', change.value, { type: POINT_TYPE.manual, orderId: null })
  return 'shortfall' in removed
    ? refusal('balance-too-small', 'Value is more than the cashback balance.', 'Value')
    : removed.id
}

/** A lot that is worth the value: as many points as that is today. It never expires. */
function addCashback(
  posting: Posting,
  { value }: SentChange,
  { cashback: { pointValue } }: Program,
): RecordId {
  const points = pointValue > ZERO ? proportion(value, ONE, pointValue) : ZERO
  const amount = { points, cashback: value }
  const dates = { availableAt: posting.now, expiresAt: null }
  return posting.credit({ type: POINT_TYPE.manual, amount, ...dates, orderId: null })
}
