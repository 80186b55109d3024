import { type Facts, type Load, load } from '../accounts/till/command.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { codeKey } from '../coupons/coupon.ts'
import { externalCodes, lotsUsedByRedemption, redemptions } from '../rewards/collections/redemptions.ts'
import { idsForReturn } from '../rewards/commands.ts'
import type { LinkedCoupon, Order } from './order.ts'
import type { LoadedCoupons } from './rules/apply-coupons.ts'

/** A code is the external code of a redemption, or else the code of a coupon. */
export function loadsOfCodes(codes: readonly string[]): Load[] {
  return codes.flatMap((code) => [load(externalCodes, codeKey(code)), load(coupons, codeKey(code))])
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

export function idsOfCoupons(facts: Facts, codes: readonly string[], stored: Order | undefined): number {
  const links = stored?.details.linkedCoupons ?? []
  if (codes.length === 0 && links.length === 0) return 0
  return redemptionKeys(facts, codes, links).reduce((count, key) => count + idsForReturn(facts, key), 0)
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

export function loadedCoupons(facts: Facts): LoadedCoupons {
  return {
    named(code) {
      const key = codeKey(code)
      const keys = [facts.get(externalCodes, key)?.couponKey, key]
      return keys.flatMap((one) => (one === undefined ? [] : (facts.get(coupons, one) ?? [])))
    },
    linked: ({ couponKey, redemptionKey }) => ({
      coupon: facts.get(coupons, couponKey),
      redemption: redemptionKey === null ? undefined : facts.get(redemptions, redemptionKey),
      spent: redemptionKey === null ? undefined : facts.get(lotsUsedByRedemption, redemptionKey),
    }),
  }
}
