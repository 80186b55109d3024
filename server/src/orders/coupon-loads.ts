import { type Load, load } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import { isBlank } from '../contract/schema.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { codeKey } from '../coupons/coupon.ts'
import { externalCodes, lotsUsedByRedemption, redemptions } from '../rewards/collections/redemptions.ts'
import { redeemedByCode } from '../rewards/collections/reservations.ts'
import { hasReservation, standingLoad } from '../rewards/commands/reservations.ts'
import { couponsNamed, loadsOfCode } from '../rewards/find-by-code.ts'
import type { LinkedCoupon, Order } from './order.ts'
import { codesOf, type LoadedCoupons } from './rules/use-and-free-coupons.ts'
import type { SentOrder } from './sent-order.ts'

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
  const keys = redemptionKeys(facts, codes, links)
  return [
    ...linksOfCodes(facts, codes)
      .concat(links)
      .map(({ couponKey }) => load(coupons, couponKey)),
    // Also for a coupon that is only now taken: its order may be cancelled in the same batch.
    ...keys.flatMap((key) => [load(redemptions, key), load(lotsUsedByRedemption, key)]),
    ...(keys.length > 0 ? reservationLoads(facts) : []),
  ]
}

/**
 * The same for codes that a stored order keeps, although the message does not say them: only the first facts have told
 * which these are.
 */
export function loadsOfKeptCodes(facts: Facts, codes: readonly string[]): Load[] {
  if (codes.length === 0) return []
  return [
    ...loadsOfCodes(codes),
    ...codes.map((code) => load(redeemedByCode, codeKey(code))),
    ...reservationLoads(facts),
  ]
}

function reservationLoads({ customer }: Facts): Load[] {
  return customer ? [standingLoad(customer)] : []
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

/**
 * As far as the first facts led: what comes into being in the same batch is put by the command that makes it.
 * `kept`: the codes of the order as it is stored.
 */
export function loadedCoupons(facts: Facts, kept: readonly string[]): LoadedCoupons {
  const byCode = (code: string) => facts.peek(redeemedByCode, codeKey(code)) ?? []
  const redeemed = kept.flatMap(byCode)
  return {
    named: (code) => [
      ...couponsNamed(facts, code),
      ...byCode(code).map(({ coupon }) => facts.peek(coupons, codeKey(coupon.code)) ?? coupon),
    ],
    linked({ couponKey, redemptionKey }) {
      const known = redeemed.find(({ redemption }) => redemption.originalKey === redemptionKey)
      return {
        coupon: facts.peek(coupons, couponKey) ?? known?.coupon,
        ...(redemptionKey === null
          ? { redemption: undefined, spent: undefined }
          : {
              redemption: facts.peek(redemptions, redemptionKey) ?? known?.redemption,
              spent: facts.peek(lotsUsedByRedemption, redemptionKey) ?? known?.spent,
            }),
      }
    },
    hasReservation: hasReservation(facts),
  }
}

/** The codes that an order may keep, because the message says nothing of them, or a blank, which a complete order ignores. */
export function codesKept({ details }: Order, { details: sent }: SentOrder): string[] {
  return codesOf({
    coupon: isBlank(sent.coupon) ? details.coupon : null,
    externalCoupon: isBlank(sent.externalCoupon) ? details.externalCoupon : null,
  })
}

export function keptBy(stored: Order | undefined): string[] {
  return stored ? codesOf(stored.details) : []
}
