import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { isBlank } from '../../contract/schema.ts'
import { decimalFromNumber, ZERO } from '../../platform/decimal.ts'
import type { SentChange } from '../change.ts'
import type { CashbackBody } from './schema.ts'

const OPERATION = { add: 0, remove: 1 } as const

/** Checked in the order of the error table. */
export function readChange(body: CashbackBody): SentChange | ApiRefusal {
  const { ChangeKey, Reason, OperationType } = body
  if (isBlank(ChangeKey)) {
    return wrongField('ChangePoints_ChangeKeyCannotBeNull', 'ChangeKey', 'is missing or blank.')
  }
  if (isBlank(Reason)) {
    return wrongField('ChangePoints_ReasonCannotBeNullOrBlank', 'Reason', 'is missing or blank.')
  }
  const value = typeof body.Value === 'number' ? decimalFromNumber(body.Value) : null
  if (value === null || value === ZERO) {
    return wrongField('ChangePoints_CannotBeZeroPoints', 'Value', 'is missing or 0.')
  }
  if (OperationType !== OPERATION.add && OperationType !== OPERATION.remove) {
    return wrongField('General_FieldCannotBeDefault', 'OperationType', 'must be 0 (add) or 1 (remove).')
  }
  if (value < ZERO && OperationType === OPERATION.add) {
    const text = 'is below 0: send OperationType 1 to remove.'
    return wrongField('ChangePoints_CannotRemovePointsWithWrongOperationType', 'Value', text)
  }
  return {
    kind: OperationType === OPERATION.add ? 'add' : 'remove',
    value: value < ZERO ? -value : value,
    reason: Reason,
    changeKey: ChangeKey,
  }
}
