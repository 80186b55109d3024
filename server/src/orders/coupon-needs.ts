import { type Facts, type Need, need } from '../accounts/command.ts'
import { codeKey } from '../coupons/coupon.ts'
import { couponShelf } from '../coupons/shelf.ts'
import { idsForReturn } from '../rewards/commands.ts'
import { externalCodeShelf, redemptionShelf, spentShelf } from '../rewards/redemption-shelf.ts'
import type { CouponsAtHand } from './coupons.ts'
import type { LinkedCoupon, Order } from './order.ts'

/** A code is the external code of a redemption, or else the code of a coupon. */
export function needsOfCodes(codes: readonly string[]): Need[] {
  return codes.flatMap((code) => [need(externalCodeShelf, codeKey(code)), need(couponShelf, codeKey(code))])
}

/** What the codes on an order lead to, and what it has used before. */
export function needsOfCoupons(
  facts: Facts,
  codes: readonly string[],
  links: readonly LinkedCoupon[],
): Need[] {
  if (codes.length === 0 && links.length === 0) return []
  return [
    ...linksOfCodes(facts, codes)
      .concat(links)
      .map(({ couponKey }) => need(couponShelf, couponKey)),
    // Also for a coupon that is only now taken: its order may be cancelled in the same batch.
    ...redemptionKeys(facts, codes, links).flatMap((key) => [
      need(redemptionShelf, key),
      need(spentShelf, key),
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
    const named = facts.get(externalCodeShelf, codeKey(code))
    return named ? [{ couponKey: named.couponKey, redemptionKey: named.originalKey }] : []
  })
}

function redemptionKeys(facts: Facts, codes: readonly string[], links: readonly LinkedCoupon[]): string[] {
  const keys = [
    ...[...linksOfCodes(facts, codes), ...links].map(({ redemptionKey }) => redemptionKey),
    ...codes.map((code) => facts.get(couponShelf, codeKey(code))?.redemptionKey ?? null),
  ]
  return [...new Set(keys.filter((key) => key !== null))]
}

export function couponsAtHand(facts: Facts): CouponsAtHand {
  return {
    named(code) {
      const key = codeKey(code)
      const keys = [facts.get(externalCodeShelf, key)?.couponKey, key]
      return keys.flatMap((one) => (one === undefined ? [] : (facts.get(couponShelf, one) ?? [])))
    },
    linked: ({ couponKey, redemptionKey }) => ({
      coupon: facts.get(couponShelf, couponKey),
      redemption: redemptionKey === null ? undefined : facts.get(redemptionShelf, redemptionKey),
      spent: redemptionKey === null ? undefined : facts.get(spentShelf, redemptionKey),
    }),
  }
}
