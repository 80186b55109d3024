import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import type { GivenPrize } from '../actions/rules/give-prize.ts'
import { signup } from '../actions/rules/signup.ts'
import type { CustomerId } from '../contract/ids.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import { newCustomer, withSent } from '../customers/rules/profile.ts'
import type { Program } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type Coupon, type SentCoupon, UNUSED } from './coupon.ts'

/** Why a coupon is not made or not taken out of use. */
export const COUPON_REASONS = [
  'customer-unknown',
  'code-exists',
  'coupon-unknown',
  'coupon-used',
  'coupon-not-saved',
] as const
export type CouponReason = (typeof COUPON_REASONS)[number]

export interface CouponContext {
  readonly customer: Customer | null
  readonly program: Program
  /** The coupon that has this code already. */
  readonly stored: Coupon | undefined
  /** Whether the code waits in a list, to be given out with a reward. */
  readonly isListed: boolean
  /** Whether it brings along a person who was erased before, and so has signed up before. */
  readonly isReturning: boolean
}

export interface CouponInput {
  readonly tenant: Tenant
  readonly sent: SentCoupon
  readonly publicId: string
}

export interface CouponOutcome {
  readonly coupon: Coupon
  readonly isNew: boolean
  readonly customer: Customer
  /** What a customer whom it has brought along was given for signing up. */
  readonly signup: GivenPrize | null
}

/** Makes a coupon for a customer, whom it may bring along. Sent again as it was, it is answered as it stands. */
export function decideCoupon(
  { customer: known, program, stored, isListed, isReturning }: CouponContext,
  input: CouponInput,
  posting: Posting,
): CouponOutcome | Refusal<CouponReason> {
  const { tenant, sent } = input
  if (known ? known.erasedAt !== null : !sent.customer) {
    const message = `There is no customer with the id ${sent.customerKey}: send a Customer to add one.`
    return refusal('customer-unknown', message, 'CustomerId')
  }
  if (stored && known && isSameCoupon(stored, sent, known)) {
    return { coupon: stored, isNew: false, customer: known, signup: null }
  }
  if (stored || isListed) {
    const message = `CouponCode ${sent.couponCode} exists already, with other content.`
    return refusal('code-exists', message, 'CouponCode')
  }
  const customer = customerOf(known, input, posting)
  const isNew = !known && !isReturning
  const signedUp = isNew ? signup(posting, customer, program, tenant.timeZone) : null
  const coupon = newCoupon(sent, posting.nextId(), customer.id, posting.now)
  return { coupon, isNew: true, customer, signup: signedUp }
}

function customerOf(
  known: Customer | null,
  { tenant, sent: { customer: sent }, publicId }: CouponInput,
  posting: Posting,
): Customer {
  if (known) return sent ? withSent(known, sent, tenant, posting.now) : known
  if (!sent) throw new Error('the customer is unknown and none was sent')
  return newCustomer(tenant, sent, { id: posting.nextId(), publicId }, posting.now)
}

export function newCoupon(sent: SentCoupon, id: number, customerId: CustomerId, now: Instant): Coupon {
  return {
    id,
    isStored: false,
    code: sent.couponCode,
    originalId: sent.originalId,
    customerId,
    type: sent.type,
    value: sent.value,
    createdAt: sent.createdAt ?? now,
    validFrom: sent.validFrom,
    validUntil: sent.validUntil,
    isEndSent: true,
    ...UNUSED,
    isUsed: sent.isUsed,
    inactivatedAt: null,
    redemptionKey: null,
    issued: null,
    listed: null,
  }
}

/** A coupon that is out of use and was never used, with other content under the same code. */
export function remadeCoupon(
  stored: Coupon,
  { type, value, validFrom, validUntil }: Pick<SentCoupon, 'type' | 'value' | 'validFrom' | 'validUntil'>,
): Coupon {
  return { ...stored, type, value, validFrom, validUntil, inactivatedAt: null, isRemade: true }
}

/** As it was sent the first time; that it was used for a sale or inactivated since is no difference. */
function isSameCoupon(stored: Coupon, sent: SentCoupon, customer: Customer): boolean {
  return (
    stored.redemptionKey === null &&
    stored.customerId === customer.id &&
    stored.originalId === sent.originalId &&
    stored.type === sent.type &&
    stored.value === sent.value &&
    (sent.createdAt === null || stored.createdAt === sent.createdAt) &&
    stored.validFrom === sent.validFrom &&
    stored.validUntil === sent.validUntil &&
    (stored.isUsed && stored.usedFor === null) === sent.isUsed
  )
}

/** Takes a coupon out of use, once; doing so again answers the same. */
export function decideInactivation(stored: Coupon, now: Instant): Coupon | Refusal<CouponReason> {
  if (stored.usedFor !== null) {
    const what =
      stored.orderId === null ? 'for a sale: undo its use first' : 'by an order: cancel the order first'
    return refusal('coupon-used', `Coupon ${stored.code} was used ${what}.`, 'code')
  }
  return stored.inactivatedAt === null ? { ...stored, inactivatedAt: now } : stored
}

export function unknownCoupon(code: string): Refusal<CouponReason> {
  return refusal('coupon-unknown', `There is no coupon with the code ${code}.`, 'code')
}
