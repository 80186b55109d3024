import { CODES_BIT } from '../../contract/token-scope.ts'
import { type Instant, instantToTextOrNull } from '../../platform/clock.ts'
import type { CustomerCall } from '../../tenancy/public-api/api.ts'
import { type Coupon, couponStateAt, endShown } from '../coupon.ts'
import type { OwnCouponCode } from './schema.ts'

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
