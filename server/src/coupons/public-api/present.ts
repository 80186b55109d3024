import { CODES_BIT } from '../../contract/token-scope.ts'
import { type Instant, instantToTextOrNull } from '../../platform/clock.ts'
import { shortText, textWithPlaces } from '../../platform/decimal.ts'
import type { CustomerCall } from '../../tenancy/public-api/api.ts'
import { COUPON_TYPE, type Coupon, couponStateAt, couponTypeName, endShown, startShown } from '../coupon.ts'
import type { OwnCoupon, OwnCouponCode } from './schema.ts'

/** For whom a coupon is shown, and when. */
export interface Showing {
  readonly timeZone: string
  readonly now: Instant
  /** A code is money, and some tokens get around. */
  readonly showsCodes: boolean
}

export function showingTo({ tenant, token }: Pick<CustomerCall, 'tenant' | 'token'>, now: Instant): Showing {
  return { timeZone: tenant.timeZone, now, showsCodes: (token.scopes & CODES_BIT) !== 0 }
}

const STATES = {
  open: 'usable',
  notYet: 'notYet',
  used: 'used',
  over: 'expired',
  inactive: 'ended',
} as const satisfies Readonly<Record<ReturnType<typeof couponStateAt>, OwnCouponCode['state']>>

export function toOwnCode(coupon: Coupon, { timeZone, now, showsCodes }: Showing): OwnCouponCode {
  return {
    code: showsCodes ? coupon.code : null,
    until: instantToTextOrNull(endShown(coupon)),
    state: STATES[couponStateAt(coupon, now, timeZone)],
  }
}

/** What the reward says that a coupon is of. */
export interface CouponWords {
  readonly title: string
  readonly instructions: string | null
}

export function toOwnCoupon(coupon: Coupon, words: CouponWords | null, showing: Showing): OwnCoupon {
  const { code, until, state } = toOwnCode(coupon, showing)
  return {
    title: words?.title ?? null,
    code,
    kind: couponTypeName(coupon.type),
    value: worthOf(coupon),
    from: instantToTextOrNull(startShown(coupon)),
    until,
    state,
    instructions: words?.instructions ?? null,
  }
}

function worthOf({ type, value }: Coupon): string | null {
  switch (type) {
    case COUPON_TYPE.percent:
      return shortText(value)
    case COUPON_TYPE.fixedValue:
    case COUPON_TYPE.shippingDiscount:
      return textWithPlaces(value, 2)
    default:
      return null
  }
}
