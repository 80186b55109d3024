import {
  type Account,
  type Entry,
  isShortfall,
  POINT_TYPE,
  type RecordIds,
  type Step,
} from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import { credit, debitCashback } from '../accounts/rules/ledger.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import type { Program } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
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
  readonly account: Account
  readonly program: Program
  readonly isKeyUsed: boolean
}

export interface ChangeOutcome {
  readonly account: Account
  readonly entries: readonly Entry[]
  readonly recordId: number
}

export function decideChange(
  { customer, account, program, isKeyUsed }: ChangeContext,
  change: SentChange,
  now: Instant,
  ids: RecordIds,
): ChangeOutcome | Refusal<CashbackReason> {
  if (!program.cashback.isOn) {
    return refusal('cashback-off', 'Cashback is switched off in this program.')
  }
  if (!customer) return refusal('customer-unknown', 'There is no customer with this id.', 'id')
  if (isKeyUsed) {
    const message = `ChangeKey ${change.changeKey} was used before: the change was made then.`
    return refusal('key-used', message, 'ChangeKey')
  }
  const step =
    change.kind === 'add'
      ? addCashback(account, change, program, now, ids)
      : removeCashback(account, change, now, ids)
  if (isShortfall(step)) {
    return refusal('balance-too-small', 'Value is more than the cashback balance.', 'Value')
  }
  return { account: step.account, entries: step.entries, recordId: step.entries[0]?.id ?? 0 }
}

/** A lot that is worth the value: as many points as that is today. It never expires. */
function addCashback(
  account: Account,
  { value }: SentChange,
  { cashback: { pointValue } }: Program,
  now: Instant,
  ids: RecordIds,
): Step {
  const points = pointValue > ZERO ? proportion(value, ONE, pointValue) : ZERO
  const amount = { points, cashback: value }
  return credit(
    account,
    { type: POINT_TYPE.manual, amount, availableAt: now, expiresAt: null, orderId: null },
    now,
    ids,
  )
}

function removeCashback(account: Account, { value }: SentChange, now: Instant, ids: RecordIds) {
  return debitCashback(account, value, { type: POINT_TYPE.manual, orderId: null }, now, ids)
}
