import { type Amount, POINT_TYPE, type Unit } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import { worthOf } from '../../earning/earned.ts'
import type { Program } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ONE, proportion, ZERO } from '../../platform/decimal.ts'
import type { BalanceChange, SentChange } from '../change.ts'

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
  if (!customer || customer.erasedAt !== null) {
    return refusal('customer-unknown', 'There is no customer with this id.', 'id')
  }
  if (stored) return isSame(stored, customer, change) ? 'again' : keyUsed(change)
  const posted = postChange(posting, { ...change, expiresAt: null }, program)
  const { field, balance } = WORDS[unit]
  return posted === 'balanceTooSmall'
    ? refusal('balance-too-small', `${field} is more than the ${balance} balance.`, field)
    : posted
}

/** What a change does to an account. */
interface Movement extends Pick<SentChange, 'kind' | 'unit' | 'quantity'> {
  /** Of what is added; null: never. */
  readonly expiresAt: Instant | null
}

/** The id of its record. */
export function postChange(
  posting: Posting,
  { kind, unit, quantity, expiresAt }: Movement,
  program: Program,
): RecordId | 'balanceTooSmall' {
  const purpose = { type: POINT_TYPE.manual, orderId: null }
  if (kind === 'add') {
    const amount = worthNow(unit, quantity, program)
    return posting.credit({ ...purpose, amount, availableAt: posting.now, expiresAt })
  }
  const removed = posting.debit(unit, quantity, purpose)
  return 'shortfall' in removed ? 'balanceTooSmall' : removed.id
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

function worthNow(unit: Unit, quantity: Decimal, { cashback }: Program): Amount {
  return unit === 'points'
    ? { points: quantity, cashback: worthOf(quantity, cashback) }
    : { points: pointsWorth(quantity, cashback.pointValue), cashback: quantity }
}

/** As many points as a value is today. */
function pointsWorth(value: Decimal, pointValue: Decimal): Decimal {
  return pointValue > ZERO ? proportion(value, ONE, pointValue) : ZERO
}
