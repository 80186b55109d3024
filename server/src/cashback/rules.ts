import { type Amount, POINT_TYPE, type Unit } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import type { RecordId } from '../contract/ids.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import { worthOf } from '../earning/earned.ts'
import type { Program } from '../earning/program.ts'
import { type Decimal, ONE, proportion, ZERO } from '../platform/decimal.ts'
import type { BalanceChange, SentChange } from './change.ts'

/** Why a change of a balance is not made. */
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
  /** What the key was used for before. */
  readonly stored: BalanceChange | undefined
}

/** The member of the request that has the quantity, and what that is called. */
const WORDS: Record<Unit, { readonly field: string; readonly balance: string }> = {
  points: { field: 'Points', balance: 'points' },
  cashback: { field: 'Value', balance: 'cashback' },
}

/** Posts the change. The id of its record; `again`: this change was made before, and nothing is posted. */
export function decideChange(
  { customer, program, stored }: ChangeContext,
  change: SentChange,
  posting: Posting,
): RecordId | 'again' | Refusal<CashbackReason> {
  const { unit } = change
  if (unit === 'cashback' && !program.cashback.isOn) {
    return refusal('cashback-off', 'Cashback is switched off in this program.')
  }
  if (!customer) return refusal('customer-unknown', 'There is no customer with this id.', 'id')
  if (stored) return isSame(stored, customer, change) ? 'again' : keyUsed(change)
  if (change.kind === 'add') return addLot(posting, change, program)
  const removed = posting.debit(unit, change.quantity, { type: POINT_TYPE.manual, orderId: null })
  const { field, balance } = WORDS[unit]
  return 'shortfall' in removed
    ? refusal('balance-too-small', `${field} is more than the ${balance} balance.`, field)
    : removed.id
}

/**
 * A change of points that is sent again is answered as the first time: after a time-out the sender can't know whether
 * it was made. Of cashback the specification refuses every key that was used.
 */
function isSame(stored: BalanceChange, customer: Customer, change: SentChange): boolean {
  const { kind, unit, quantity, reason } = change
  if (unit !== 'points' || stored.unit !== unit || stored.customerId !== customer.id) return false
  const points = kind === 'add' ? quantity : -quantity
  return stored.reason === reason && stored.recorded.points === points
}

function keyUsed({ changeKey, unit }: SentChange): Refusal<CashbackReason> {
  const before = unit === 'points' ? 'for another change' : 'before: the change was made then'
  return refusal('key-used', `ChangeKey ${changeKey} was used ${before}.`, 'ChangeKey')
}

/** A lot that never expires. */
function addLot(posting: Posting, { unit, quantity }: SentChange, { cashback }: Program): RecordId {
  const amount: Amount =
    unit === 'points'
      ? { points: quantity, cashback: worthOf(quantity, cashback) }
      : { points: pointsWorth(quantity, cashback.pointValue), cashback: quantity }
  const dates = { availableAt: posting.now, expiresAt: null }
  return posting.credit({ type: POINT_TYPE.manual, amount, ...dates, orderId: null })
}

/** As many points as a value is today. */
function pointsWorth(value: Decimal, pointValue: Decimal): Decimal {
  return pointValue > ZERO ? proportion(value, ONE, pointValue) : ZERO
}
