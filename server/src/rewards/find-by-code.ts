/** What a code means that was given out with a reward: the external code of a redemption, or else the code of a coupon. */
import { keyText, type Load, load } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { TenantId } from '../contract/ids.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { type Coupon, codeKey } from '../coupons/coupon.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { externalCodes } from './collections/redemptions.ts'

export function loadsOfCode(code: string): Load[] {
  return [load(externalCodes, codeKey(code)), load(coupons, codeKey(code))]
}

/** What a code may mean, in the order in which it is tried; as far as the first facts led. */
export function couponsNamed(facts: Facts, code: string): Coupon[] {
  const key = codeKey(code)
  const keys = [facts.peek(externalCodes, key)?.couponKey, key]
  return keys.flatMap((one) => (one === undefined ? [] : (facts.peek(coupons, one) ?? [])))
}

/** The same outside of a batch. */
export async function findCouponsNamed(tx: Tx, tenantId: TenantId, code: string): Promise<Coupon[]> {
  const key = { tenantId, key: codeKey(code) }
  const named = (await externalCodes.load(tx, [key])).get(keyText(key))
  const keys = [...(named ? [{ tenantId, key: named.couponKey }] : []), key]
  const found = await coupons.load(tx, keys)
  return keys.flatMap((one) => found.get(keyText(one)) ?? [])
}
