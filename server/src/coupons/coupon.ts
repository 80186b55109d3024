import type { CustomerId, OrderId } from '../contract/ids.ts'
import type { SentCustomer } from '../customers/sent-customer.ts'
import { type Instant, lastSecondBefore } from '../platform/clock.ts'
import { type Decimal, decimalFromText, ZERO } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'

export const COUPON_TYPE = {
  fixedValue: 0,
  percent: 1,
  freeShipping: 2,
  shippingDiscount: 3,
  others: 4,
} as const
export type CouponType = (typeof COUPON_TYPE)[keyof typeof COUPON_TYPE]

const TYPE_NAMES = Object.keys(COUPON_TYPE) as (keyof typeof COUPON_TYPE)[]

export function couponTypeName(type: CouponType): keyof typeof COUPON_TYPE {
  return TYPE_NAMES.find((name) => COUPON_TYPE[name] === type) ?? 'others'
}

const HUNDRED = decimalFromText('100')
/** Types whose value is the discount itself. */
const WITH_VALUE: readonly CouponType[] = [
  COUPON_TYPE.fixedValue,
  COUPON_TYPE.percent,
  COUPON_TYPE.shippingDiscount,
]

/** Why a coupon of this type can't have this value; null: it can. */
export function whyWrongValue(
  type: CouponType,
  value: Decimal,
): 'not-above-zero' | 'above-100-percent' | null {
  if (value < ZERO || (value === ZERO && WITH_VALUE.includes(type))) return 'not-above-zero'
  return type === COUPON_TYPE.percent && value > HUNDRED ? 'above-100-percent' : null
}

/** A coupon that belongs to a customer: issued by a redemption, or made by the merchant. */
export interface Coupon {
  readonly id: number
  /** False until its batch is saved. A collection may have found it by another name than its code. */
  readonly isStored: boolean
  /** Its content is another one than what is stored, which never happens while it can be used. */
  readonly isRemade?: true
  /** As it is shown; it is compared by its `codeKey`. */
  readonly code: string
  /** The merchant's own id of it. */
  readonly originalId: string | null
  readonly customerId: CustomerId
  readonly type: CouponType
  readonly value: Decimal
  readonly createdAt: Instant
  /** null: from ever. */
  readonly validFrom: Instant | null
  /** The moment from which it is no longer valid; null: never. */
  readonly validUntil: Instant | null
  /** Whether the merchant sent that end, with the coupon or with the code of a list; else we computed it. */
  readonly isEndSent: boolean
  readonly isUsed: boolean
  /** The order that used it; null: none yet, or it was used before we heard of it. */
  readonly orderId: OrderId | null
  /**
   * The sale that used it, by its id in the merchant's store: that of its order, or of one that a till has announced
   * and that was not sent yet.
   */
  readonly usedFor: string | null
  readonly usedAt: Instant | null
  readonly inactivatedAt: Instant | null
  /** The key of the redemption that issued it; null: the merchant made it. */
  readonly redemptionKey: string | null
  /** What that redemption says of it. */
  readonly issued: Issue | null
  /** Where it was taken from a list of codes. */
  readonly listed: ListedCode | null
}

export interface Issue {
  readonly rewardId: number
  /** What an order may send in place of the code. */
  readonly externalCode: string
  /** Whether it is held for a basket: then its end is a deadline, to the second. */
  readonly isReservation: boolean
}

export interface ListedCode {
  readonly listId: number
  readonly codeId: number
}

/** Codes that differ only in case are the same code, and blanks around one are a slip. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase()
}

/** What is kept of a use. */
type Use = Pick<Coupon, 'isUsed' | 'orderId' | 'usedFor' | 'usedAt'>

export const UNUSED: Use = { isUsed: false, orderId: null, usedFor: null, usedAt: null }

/** Whether it can still be used. */
export function isOpen({ isUsed, inactivatedAt }: Coupon): boolean {
  return !isUsed && inactivatedAt === null
}

/** The end as it is shown: as it was sent, or the last second in which a coupon that we issued is good. */
export function endShown({
  validUntil,
  isEndSent,
  issued,
}: Pick<Coupon, 'validUntil' | 'isEndSent' | 'issued'>): Instant | null {
  return validUntil === null || isEndSent || issued?.isReservation ? validUntil : lastSecondBefore(validUntil)
}

/** The start that was sent; null: it was good from when it was issued. */
export function startShown({
  validFrom,
  createdAt,
  redemptionKey,
}: Pick<Coupon, 'validFrom' | 'createdAt' | 'redemptionKey'>): Instant | null {
  return redemptionKey === null || validFrom !== createdAt ? validFrom : null
}

/** Dates of coupons count by the day. One that we issued is good for any order that reaches us after its issue. */
export function hasBegun(coupon: Coupon, at: Instant, timeZone: string): boolean {
  const start = startShown(coupon)
  return start === null || localDate(start, timeZone) <= localDate(at, timeZone)
}

export function isOver(
  coupon: Pick<Coupon, 'validUntil' | 'isEndSent' | 'issued'>,
  at: Instant,
  timeZone: string,
): boolean {
  const end = endShown(coupon)
  if (coupon.issued?.isReservation) return end !== null && end <= at
  return end !== null && localDate(end, timeZone) < localDate(at, timeZone)
}

/** Whether it can be used at a moment, and why not. */
export function couponStateAt(
  coupon: Coupon,
  at: Instant,
  timeZone: string,
): 'open' | 'used' | 'inactive' | 'notYet' | 'over' {
  if (coupon.inactivatedAt !== null) return 'inactive'
  if (coupon.isUsed) return 'used'
  if (isOver(coupon, at, timeZone)) return 'over'
  return hasBegun(coupon, at, timeZone) ? 'open' : 'notYet'
}

/** Letters and digits that cannot be taken for one another: no 0 and O, no 1 and I. 32 of them. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A character for each byte; every character is equally likely, because 32 divides 256. */
export function codeFromBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}

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
  readonly customerKey: string
  /** null: nothing was said of them but the id. */
  readonly customer: SentCustomer | null
}
