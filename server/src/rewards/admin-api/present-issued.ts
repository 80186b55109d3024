import { type Coupon, couponStateAt, couponTypeName, endShown } from '../../coupons/coupon.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Caller } from '../../people/actor.ts'
import { type Instant, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { CouponShown } from './redemptions-schema.ts'

/** Who sees it, when and where. */
interface Seen {
  readonly tenant: Tenant
  readonly now: Instant
  readonly caller: Pick<Caller, 'permissions'>
}

export function seesCodes({ permissions }: Seen['caller']): boolean {
  return permissions?.has('codes.read') ?? false
}

/** The coupon that a reward was issued as. */
export function presentIssued(coupon: Coupon, { tenant, now, caller }: Seen): CouponShown {
  return {
    code: seesCodes(caller) ? coupon.code : null,
    type: couponTypeName(coupon.type),
    value: shortText(coupon.value),
    state: couponStateAt(coupon, now, tenant.timeZone),
    validUntil: instantToTextOrNull(endShown(coupon)),
    orderId: coupon.orderId,
  }
}
