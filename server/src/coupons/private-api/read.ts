import { readDate } from '../../contract/private-api/dates.ts'
import { type ErrorName, type Refusal, refusal } from '../../contract/private-api/errors.ts'
import { isBlank } from '../../contract/schema.ts'
import { invalidDate, readCustomer, type SentCustomer } from '../../customers/private-api/read.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, decimalFromNumber, decimalFromText, ZERO } from '../../platform/decimal.ts'
import { COUPON_TYPE, type CouponType } from '../coupon.ts'
import type { CouponBody } from './schema.ts'

/** A coupon as it was sent, sound in itself. */
export interface SentCoupon {
  readonly couponCode: string
  readonly originalId: string | null
  readonly type: CouponType
  readonly value: Decimal
  readonly isUsed: boolean
  /** null: it was not sent. */
  readonly createdAt: Instant | null
  readonly validFrom: Instant | null
  readonly validUntil: Instant | null
  /** Whose it is, by the id in the merchant's store. */
  readonly customerId: string
  /** null: nothing was said of them but the id. */
  readonly customer: SentCustomer | null
}

const HUNDRED = decimalFromText('100')
const TYPES: readonly number[] = Object.values(COUPON_TYPE)
/** Types whose value is the discount itself. */
const WITH_VALUE: readonly number[] = [
  COUPON_TYPE.fixedValue,
  COUPON_TYPE.percent,
  COUPON_TYPE.shippingDiscount,
]

export function readCoupon(body: CouponBody, timeZone: string): SentCoupon | Refusal {
  const { CouponCode, CouponType: type } = body
  if (isBlank(CouponCode)) {
    return field('General_FieldCannotBeNullOrBlank', 'CouponCode', 'is missing or blank.')
  }
  if (typeof type !== 'number' || !TYPES.includes(type)) {
    return field('General_FieldCannotBeDefault', 'CouponType', 'must be a whole number from 0 to 4.')
  }
  const value = readValue(body, type)
  if (typeof value !== 'bigint') return value
  const dates = readDates(body, timeZone)
  if ('code' in dates) return dates
  const owner = readOwner(body, timeZone)
  if ('code' in owner) return owner
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

function readValue({ CouponValue }: CouponBody, type: number): Decimal | Refusal {
  const value = typeof CouponValue === 'number' ? (decimalFromNumber(CouponValue) ?? ZERO) : ZERO
  if (value < ZERO || (value === ZERO && WITH_VALUE.includes(type))) {
    return field('General_BiggerThanZero', 'CouponValue', 'must be above 0.')
  }
  if (type === COUPON_TYPE.percent && value > HUNDRED) {
    return field('Reward_ValueShouldBe100PercentMax', 'CouponValue', 'is a percentage: at most 100.')
  }
  return value
}

type Dates = Pick<SentCoupon, 'createdAt' | 'validFrom' | 'validUntil'>

function readDates(body: CouponBody, timeZone: string): Dates | Refusal {
  const names = ['CreatedDate', 'ValidDateStart', 'ValidDateEnd'] as const
  const dates = names.map((name) => readDate(body[name], timeZone))
  const invalid = names[dates.indexOf('invalid')]
  if (invalid) return invalidDate(invalid)
  const [createdAt = null, validFrom = null, validUntil = null] = dates.map((date) =>
    typeof date === 'number' ? date : null,
  )
  if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
    return field('Campaign_InvalidDateRange', 'ValidDateEnd', 'is before ValidDateStart.')
  }
  return { createdAt, validFrom, validUntil }
}

/** Whoever CustomerId names; without it, whoever Customer describes. */
function readOwner(
  { CustomerId, Customer }: CouponBody,
  timeZone: string,
): Pick<SentCoupon, 'customerId' | 'customer'> | Refusal {
  if (!Customer) {
    return isBlank(CustomerId)
      ? field('ApiExternalCoupon_Customer_Not_Found', 'CustomerId', 'is missing, and there is no Customer.')
      : { customerId: CustomerId, customer: null }
  }
  if (isBlank(CustomerId)) {
    const customer = readCustomer(Customer, timeZone)
    return 'code' in customer ? customer : { customerId: customer.originalId, customer }
  }
  if (!isBlank(Customer.OriginalId) && Customer.OriginalId !== CustomerId) {
    const text = 'is another customer than CustomerId: send the same id, or leave one out.'
    return field('ApiExternalCoupon_Cant_Update_Coupon', 'Customer.OriginalId', text)
  }
  const customer = readCustomer({ ...Customer, OriginalId: CustomerId }, timeZone)
  return 'code' in customer ? customer : { customerId: CustomerId, customer }
}

function field(error: ErrorName, name: string, text: string): Refusal {
  return refusal(error, `${name} ${text}`, name)
}
