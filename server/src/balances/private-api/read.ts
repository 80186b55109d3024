import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { type Decimal, decimalFromNumber, ZERO } from '../../platform/decimal.ts'
import type { SentChange } from '../change.ts'
import type { CashbackBody, PointsBody } from './schema.ts'

const OPERATION = { add: 0, remove: 1 } as const

/** What is the same in every change; `value` may have either sign. Checked in the order of the error table. */
interface Read {
  readonly kind: SentChange['kind']
  readonly value: Decimal
  readonly reason: string
  readonly changeKey: string
}

function readCommon(
  body: Pick<CashbackBody, 'ChangeKey' | 'Reason' | 'OperationType'>,
  field: string,
  sent: number | null | undefined,
): Read | ApiRefusal {
  const { ChangeKey, Reason, OperationType } = body
  if (isBlank(ChangeKey)) {
    return wrongField('ChangePoints_ChangeKeyCannotBeNull', 'ChangeKey', 'is missing or blank.')
  }
  if (isBlank(Reason)) {
    return wrongField('ChangePoints_ReasonCannotBeNullOrBlank', 'Reason', 'is missing or blank.')
  }
  const value = typeof sent === 'number' ? decimalFromNumber(sent) : null
  if (value === null || value === ZERO) {
    return wrongField('ChangePoints_CannotBeZeroPoints', field, 'is missing or 0.')
  }
  if (OperationType !== OPERATION.add && OperationType !== OPERATION.remove) {
    return wrongField('General_FieldCannotBeDefault', 'OperationType', 'must be 0 (add) or 1 (remove).')
  }
  const kind = OperationType === OPERATION.add ? 'add' : 'remove'
  return { kind, value, reason: Reason, changeKey: ChangeKey }
}

/** Removing cashback takes the value with either sign. */
export function readCashbackChange(body: CashbackBody): SentChange | ApiRefusal {
  const read = readCommon(body, 'Value', body.Value)
  if (isRefusal(read)) return read
  const { value, ...change } = read
  if (value < ZERO && change.kind === 'add') {
    const text = 'is below 0: send OperationType 1 to remove.'
    return wrongField('ChangePoints_CannotRemovePointsWithWrongOperationType', 'Value', text)
  }
  return { ...change, unit: 'cashback', quantity: value < ZERO ? -value : value }
}

/** Adding takes points above zero, removing points below it. */
export function readPointsChange(body: PointsBody): SentChange | ApiRefusal {
  const read = readCommon(body, 'Points', body.Points)
  if (isRefusal(read)) return read
  const { value, ...change } = read
  if (value > ZERO && change.kind === 'remove') {
    const text = 'is above 0: send it below 0 to remove, or OperationType 0 to add.'
    return wrongField('ChangePoints_CannotAddPointsWithWrongOperationType', 'Points', text)
  }
  if (value < ZERO && change.kind === 'add') {
    const text = 'is below 0: send OperationType 1 to remove.'
    return wrongField('ChangePoints_CannotRemovePointsWithWrongOperationType', 'Points', text)
  }
  return { ...change, unit: 'points', quantity: value < ZERO ? -value : value }
}
