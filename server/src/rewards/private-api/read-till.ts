import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { isBlank } from '../../contract/schema.ts'
import { type Decimal, decimalFromNumber, ZERO } from '../../platform/decimal.ts'
import type { Purchase } from '../rules/purchase.ts'

/** `PurchaseValue` and `DiscountValue`; the first must be there. */
export function readPurchase({
  PurchaseValue,
  DiscountValue,
}: {
  readonly PurchaseValue?: number | null
  readonly DiscountValue?: number | null
}): Purchase | ApiRefusal {
  const value = decimalOrNull(PurchaseValue)
  const discount = decimalOrNull(DiscountValue) ?? ZERO
  if (value === null || value < ZERO) {
    return wrongField('PdvReward_PurchaseValueInvalid', 'PurchaseValue', 'must be there, and 0 or more.')
  }
  if (discount < ZERO) return wrongField('Genaral_LengthLimitExceeded', 'DiscountValue', 'must be 0 or more.')
  return { value, discount }
}

export function decimalOrNull(sent: number | null | undefined): Decimal | null {
  return typeof sent === 'number' ? decimalFromNumber(sent) : null
}

/** The first of these members that is missing or blank. */
export function blankMember(sent: Readonly<Record<string, string | null | undefined>>): ApiRefusal | null {
  const name = Object.keys(sent).find((one) => isBlank(sent[one]))
  return name === undefined
    ? null
    : wrongField('General_FieldCannotBeNullOrBlank', name, 'is missing or blank.')
}
