import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { shortText } from '../../earning/explanation.ts'
import { type Decimal, decimalFromNumber, ZERO } from '../../platform/decimal.ts'
import type { ReturnedLine } from '../order.ts'
import type { SentReturn } from '../order-return.ts'
import type { ReturnBody } from './return-schema.ts'

/** Reads what can be judged without knowing the order. */
export function readReturn(body: ReturnBody): SentReturn | ApiRefusal {
  if (isBlank(body.CancelKey)) {
    return wrongField('General_FieldCannotBeNullOrBlank', 'CancelKey', 'is missing or blank.')
  }
  const value = readValue(body.ValueToRefund, 'ValueToRefund')
  if (typeof value !== 'bigint') return value
  const lines = readLines(body.Products, value)
  if (lines && isRefusal(lines)) return lines
  return { cancelKey: body.CancelKey, value, lines, refundsRedeem: body.ShouldRefundRedeem ?? null }
}

function readValue(sent: number | null | undefined, name: string): Decimal | ApiRefusal {
  if (typeof sent !== 'number') {
    return wrongField('General_FieldCannotBeNullOrBlank', name, 'is missing.')
  }
  const value = decimalFromNumber(sent) ?? ZERO
  return value > ZERO ? value : wrongField('General_BiggerThanZero', name, 'must be above 0.')
}

/** An empty list says as little as none. */
function readLines(
  sent: ReturnBody['Products'],
  value: Decimal,
): readonly ReturnedLine[] | ApiRefusal | null {
  if (!sent || sent.length === 0) return null
  const lines: ReturnedLine[] = []
  for (const [index, { OriginalId, ValueToRefund }] of sent.entries()) {
    const name = `Products[${index}]`
    if (isBlank(OriginalId)) {
      return wrongField('General_FieldCannotBeNullOrBlank', `${name}.OriginalId`, 'is missing or blank.')
    }
    const part = readValue(ValueToRefund, `${name}.ValueToRefund`)
    if (typeof part !== 'bigint') return part
    lines.push({ productId: OriginalId, value: part })
  }
  const sum = lines.reduce((all, line) => all + line.value, ZERO)
  if (sum === value) return lines
  const text = `come to ${shortText(sum)} in all, and ValueToRefund is ${shortText(value)}: send the same.`
  return wrongField('Genaral_LengthLimitExceeded', 'Products', text)
}
