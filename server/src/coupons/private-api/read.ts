import { readDate } from '../../contract/private-api/dates.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { invalidDate, readCustomer } from '../../customers/private-api/read.ts'
import { type Decimal, decimalFromNumber, ZERO } from '../../platform/decimal.ts'
import { COUPON_TYPE, type CouponType, type SentCoupon, whyWrongValue } from '../coupon.ts'
import type { CouponBody } from './schema.ts'

const TYPES: readonly number[] = Object.values(COUPON_TYPE)

export function readCoupon(body: CouponBody, timeZone: string): SentCoupon | ApiRefusal {
  const { CouponCode, CouponType: type } = body
  if (isBlank(CouponCode)) {
    return wrongField('General_FieldCannotBeNullOrBlank', 'CouponCode', 'is missing or blank.')
  }
  if (typeof type !== 'number' || !TYPES.includes(type)) {
    return wrongField('General_FieldCannotBeDefault', 'CouponType', 'must be a whole number from 0 to 4.')
  }
  const value = readValue(body, type as CouponType)
  if (typeof value !== 'bigint') return value
  const dates = readDates(body, timeZone)
  if (isRefusal(dates)) return dates
  const owner = readOwner(body, timeZone)
  if (isRefusal(owner)) return owner
  return {
    couponCode: CouponCode.trim(),
    originalId: body.OriginalId ?? null,
    type: type as CouponType,
    value,
    isUsed: body.IsUsed ?? false,
    ...dates,
    ...owner,
  }
}

function readValue({ CouponValue }: CouponBody, type: CouponType): Decimal | ApiRefusal {
  const value = typeof CouponValue === 'number' ? (decimalFromNumber(CouponValue) ?? ZERO) : ZERO
  const wrong = whyWrongValue(type, value)
  if (wrong === 'not-above-zero') {
    return wrongField('General_BiggerThanZero', 'CouponValue', 'must be above 0.')
  }
  if (wrong) {
    return wrongField('Reward_ValueShouldBe100PercentMax', 'CouponValue', 'is a percentage: at most 100.')
  }
  return value
}

type Dates = Pick<SentCoupon, 'createdAt' | 'validFrom' | 'validUntil'>

function readDates(body: CouponBody, timeZone: string): Dates | ApiRefusal {
  const names = ['CreatedDate', 'ValidDateStart', 'ValidDateEnd'] as const
  const dates = names.map((name) => readDate(body[name], timeZone))
  const invalid = names[dates.indexOf('invalid')]
  if (invalid) return invalidDate(invalid)
  const [createdAt = null, validFrom = null, validUntil = null] = dates.map((date) =>
    typeof date === 'number' ? date : null,
  )
  if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
    return wrongField('Campaign_InvalidDateRange', 'ValidDateEnd', 'is before ValidDateStart.')
  }
  return { createdAt, validFrom, validUntil }
}

/** The customer whom CustomerId names; without it, the one whom Customer describes. */
function readOwner(
  { CustomerId, Customer }: CouponBody,
  timeZone: string,
): Pick<SentCoupon, 'customerKey' | 'customer'> | ApiRefusal {
  if (!Customer) {
    return isBlank(CustomerId)
      ? wrongField(
          'ApiExternalCoupon_Customer_Not_Found',
          'CustomerId',
          'is missing, and there is no Customer.',
        )
      : { customerKey: CustomerId, customer: null }
  }
  if (isBlank(CustomerId)) {
    const customer = readCustomer(Customer, timeZone)
    return isRefusal(customer) ? customer : { customerKey: customer.originalId, customer }
  }
  if (!isBlank(Customer.OriginalId) && Customer.OriginalId !== CustomerId) {
    const text = 'is another customer than CustomerId: send the same id, or leave one out.'
    return wrongField('ApiExternalCoupon_Cant_Update_Coupon', 'Customer.OriginalId', text)
  }
  const customer = readCustomer({ ...Customer, OriginalId: CustomerId }, timeZone)
  return isRefusal(customer) ? customer : { customerKey: CustomerId, customer }
}
