import { keyText } from '../accounts/till/collection.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { localDate, startOfDay } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { coupons } from './collections/coupons.ts'
import type { Coupon } from './coupon.ts'
import { OWN_COUPONS_MAX } from './own-coupons.ts'
import { listUsableFirst, type OwnCouponPlace } from './store.ts'

export function beginningAt(now: Instant): OwnCouponPlace {
  return { isUsable: true, id: Number.MAX_SAFE_INTEGER, newestId: Number.MAX_SAFE_INTEGER, at: now }
}

export interface OwnCouponsPage {
  readonly coupons: readonly Coupon[]
  /** null: that is all. */
  readonly next: OwnCouponPlace | null
}

/** A page of a customer's own coupons. What is reserved for a basket, or was, is listed only where it was used. */
export async function loadOwnCoupons(
  tx: Tx,
  { id: tenantId, timeZone }: Pick<Tenant, 'id' | 'timeZone'>,
  customerId: CustomerId,
  { after, limit }: { readonly after: OwnCouponPlace; readonly limit: number },
): Promise<OwnCouponsPage> {
  const day = startOfDay(localDate(after.at, timeZone), timeZone)
  const query = { after, day, limit: limit + 1, newestMax: OWN_COUPONS_MAX }
  const listed = await listUsableFirst(tx, { tenantId, customerId }, query)
  const shown = listed.slice(0, limit)
  const keys = shown.map(({ key }) => ({ tenantId, key }))
  const found = keys.length > 0 ? await coupons.load(tx, keys) : new Map<string, Coupon>()
  const last = listed.length > limit ? shown.at(-1) : undefined
  return {
    coupons: keys
      .flatMap((key) => found.get(keyText(key)) ?? [])
      .filter((coupon) => coupon.isUsed || !coupon.issued?.isReservation),
    next: last ? { at: after.at, isUsable: last.isUsable, id: last.id, newestId: last.newestId } : null,
  }
}
