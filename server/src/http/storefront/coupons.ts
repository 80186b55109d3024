import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { keyText } from '../../accounts/till/collection.ts'
import { unlessProblem } from '../../contract/problem.ts'
import { PAGE_LIMIT } from '../../contract/public-api/schema.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import { beginningAt, loadOwnCoupons } from '../../coupons/load-own-coupons.ts'
import { type CouponWords, showingTo, toOwnCoupon } from '../../coupons/public-api/present.ts'
import { type OwnCoupons, readOwnCoupons } from '../../coupons/public-api/schema.ts'
import type { OwnCouponPlace } from '../../coupons/store.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { rewardWords } from '../../rewards/collections/reward-words.ts'
import type { PublicApi } from '../../tenancy/public-api/api.ts'
import type { CursorKeys, Cursors } from '../../tenancy/public-api/cursors.ts'
import type { Tenant } from '../../tenancy/tenant.ts'

interface OwnCouponRoutesOptions {
  readonly reads: SettledReads
  readonly cursors: Cursors
}

/** Rewards rest on coupons, so what a coupon is called is put beside it here. */
export function ownCouponRoutes(api: PublicApi, { reads, cursors }: OwnCouponRoutesOptions): void {
  api.personal(readOwnCoupons, async (call) => {
    const { shop, tenant, query } = call
    const page = await readOwn(reads, call, async (tx, { customer }, now): Promise<OwnCoupons> => {
      const of = { shop, customerId: customer.id, list: readOwnCoupons.id }
      const after = placeOf(unlessProblem(cursors.read(of, query.cursor)), now)
      const { limit = PAGE_LIMIT } = query
      const { coupons, next } = await loadOwnCoupons(tx, tenant, customer.id, { after, limit })
      const wordsOf = await readWords(tx, tenant, coupons)
      const showing = showingTo(call, now)
      return {
        items: coupons.map((coupon) => toOwnCoupon(coupon, wordsOf(coupon), showing)),
        next: next && cursors.write(of, [next.isUsable ? 1 : 0, next.id, next.newestId, next.at]),
      }
    })
    return page ?? { items: [], next: null }
  })
}

function placeOf(keys: CursorKeys | null, now: Instant): OwnCouponPlace {
  if (!keys) return beginningAt(now)
  const [isUsable, id, newestId, at] = keys.map(Number) as [number, number, number, number]
  return { isUsable: isUsable === 1, id, newestId, at }
}

async function readWords(
  tx: Tx,
  { id: tenantId }: Tenant,
  coupons: readonly Coupon[],
): Promise<(coupon: Coupon) => CouponWords | null> {
  const ids = new Set(coupons.flatMap(({ issued }) => issued?.rewardId ?? []))
  if (ids.size === 0) return () => null
  const words = await rewardWords.load(
    tx,
    [...ids].map((key) => ({ tenantId, key })),
  )
  return ({ issued }) => (issued && words.get(keyText({ tenantId, key: issued.rewardId }))) ?? null
}
