import { type Load, load } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { codeKey } from '../coupons/coupon.ts'
import { externalCodes, lotsUsedByRedemption, redemptions } from '../rewards/collections/redemptions.ts'
import { couponsNamed, loadsOfCode } from '../rewards/coupon-codes.ts'
import type { LinkedCoupon } from './order.ts'
import type { LoadedCoupons } from './rules/use-and-free-coupons.ts'

export function loadsOfCodes(codes: readonly string[]): Load[] {
  return codes.flatMap(loadsOfCode)
}

/** What the codes on an order lead to, and what it has used before. */
export function loadsOfCoupons(
  facts: Facts,
  codes: readonly string[],
  links: readonly LinkedCoupon[],
): Load[] {
  if (codes.length === 0 && links.length === 0) return []
  return [
    ...linksOfCodes(facts, codes)
      .concat(links)
      .map(({ couponKey }) => load(coupons, couponKey)),
    // Also for a coupon that is only now taken: its order may be cancelled in the same batch.
    ...redemptionKeys(facts, codes, links).flatMap((key) => [
      load(redemptions, key),
      load(lotsUsedByRedemption, key),
    ]),
  ]
}

export function mayReturn(links: readonly LinkedCoupon[]): boolean {
  return links.some(({ redemptionKey }) => redemptionKey !== null)
}

function linksOfCodes(facts: Facts, codes: readonly string[]): LinkedCoupon[] {
  return codes.flatMap((code) => {
    const named = facts.get(externalCodes, codeKey(code))
    return named ? [{ couponKey: named.couponKey, redemptionKey: named.originalKey }] : []
  })
}

function redemptionKeys(facts: Facts, codes: readonly string[], links: readonly LinkedCoupon[]): string[] {
  const keys = [
    ...[...linksOfCodes(facts, codes), ...links].map(({ redemptionKey }) => redemptionKey),
    ...codes.map((code) => facts.get(coupons, codeKey(code))?.redemptionKey ?? null),
  ]
  return [...new Set(keys.filter((key) => key !== null))]
}

/** As far as the first facts led: what comes into being in the same batch is put by the command that makes it. */
export function loadedCoupons(facts: Facts): LoadedCoupons {
  return {
    named: (code) => couponsNamed(facts, code),
    linked: ({ couponKey, redemptionKey }) => ({
      coupon: facts.peek(coupons, couponKey),
      redemption: redemptionKey === null ? undefined : facts.peek(redemptions, redemptionKey),
      spent: redemptionKey === null ? undefined : facts.peek(lotsUsedByRedemption, redemptionKey),
    }),
  }
}
