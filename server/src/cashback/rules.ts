import { type Account, type Entry, POINT_TYPE, type RecordIds, type Step } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import { credit, debitCashback } from '../accounts/rules/ledger.ts'
import { type ErrorName, type Refusal, refusal } from '../contract/private-api/errors.ts'
import { isBlank } from '../contract/schema.ts'
import type { Program } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromNumber, ONE, proportion, ZERO } from '../platform/decimal.ts'
import type { CashbackBody } from './private-api/schema.ts'

const OPERATION = { add: 0, remove: 1 } as const

/** A change that is sound in itself. */
export interface SentChange {
  readonly kind: keyof typeof OPERATION
  /** Above zero. */
  readonly value: Decimal
  readonly reason: string
  readonly changeKey: string
}

/** Checked in the order of the error table. */
export function readChange(body: CashbackBody): SentChange | Refusal {
  const { ChangeKey, Reason, OperationType } = body
  if (isBlank(ChangeKey))
    return field('ChangePoints_ChangeKeyCannotBeNull', 'ChangeKey', 'is missing or blank.')
  if (isBlank(Reason))
    return field('ChangePoints_ReasonCannotBeNullOrBlank', 'Reason', 'is missing or blank.')
  const value = typeof body.Value === 'number' ? decimalFromNumber(body.Value) : null
  if (value === null || value === ZERO)
    return field('ChangePoints_CannotBeZeroPoints', 'Value', 'is missing or 0.')
  if (OperationType !== OPERATION.add && OperationType !== OPERATION.remove) {
    return field('General_FieldCannotBeDefault', 'OperationType', 'must be 0 (add) or 1 (remove).')
  }
  if (value < ZERO && OperationType === OPERATION.add) {
    const text = 'is below 0: send OperationType 1 to remove.'
    return field('ChangePoints_CannotRemovePointsWithWrongOperationType', 'Value', text)
  }
  return {
    kind: OperationType === OPERATION.add ? 'add' : 'remove',
    value: value < ZERO ? -value : value,
    reason: Reason,
    changeKey: ChangeKey,
  }
}

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
): ChangeOutcome | Refusal {
  if (!program.cashback.isOn) {
    return refusal('ApiCustomer_ChangeCashback_Inactive', 'Cashback is switched off in this program.')
  }
  if (!customer) return refusal('Customer_NotFound', 'There is no customer with this id.', 'id')
  if (isKeyUsed) {
    const message = `ChangeKey ${change.changeKey} was used before: the change was made then.`
    return refusal('ChangePoints_ChangeKeyAlreadyExists', message, 'ChangeKey')
  }
  const step =
    change.kind === 'add'
      ? addCashback(account, change, program, now, ids)
      : removeCashback(account, change, now, ids)
  if ('refusal' in step) {
    return refusal('PdvOrder_NotEnoughPoints', 'Value is more than the cashback balance.', 'Value')
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

function field(error: ErrorName, name: string, text: string): Refusal {
  return refusal(error, `${name} ${text}`, name)
}
