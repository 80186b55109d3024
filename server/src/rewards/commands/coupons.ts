import { type Change, type Load, load, put } from '../../accounts/till/collection.ts'
import type { Command, Facts } from '../../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { type Coupon, codeKey } from '../../coupons/coupon.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { externalCodes, lotsUsedByRedemption, redemptions } from '../collections/redemptions.ts'
import { rewards } from '../collections/rewards.ts'
import { couponsNamed, loadsOfCode } from '../find-by-code.ts'
import { lookAgainAtFreed } from '../freed-prizes.ts'
import { isReserved, type Redemption } from '../redemption.ts'
import {
  type CouponCheck,
  type CouponOfReward,
  type CouponUseReason,
  ownCoupon,
  whyUnusable,
} from '../rules/check-coupon.ts'
import { confirm, putBack } from '../rules/confirm.ts'
import type { Purchase } from '../rules/purchase.ts'
import { decideUndo, decideUse } from '../rules/use-coupon.ts'
import { changesOfHeld, changesOfRelease, hasReservation, standingLoad } from './reservations.ts'

export interface UndoInput {
  readonly tenant: Tenant
  readonly customerKey: string
  readonly code: string
  /** The sale, by its id in the merchant's store. */
  readonly orderKey: string
}

export interface UseInput extends UndoInput {
  readonly purchase: Purchase
}

export type CouponUseResult =
  | (CouponCheck & {
      /** Of the customer's last event. */
      readonly sequence: number
    })
  | Refusal<CouponUseReason>

/** It changes no balance; it is the till's because an order of the same customer may be using the coupon. */
export const useCoupon: Command<UseInput, CouponUseResult> = {
  name: 'use coupon',
  ...ofCoupon(),
  loadsAfter: (facts, { code }) => ({ lots: false, loads: loadsOfNamed(facts, code) }),
  decide(facts, input, { now, account }) {
    const { tenant, purchase, orderKey } = input
    const known = knownCoupon(facts, input)
    if (isRefusal(known)) return { result: known }
    const used = decideUse(known, { customer: known.customer, purchase, orderKey }, { tenant, now })
    const decision = toDecision(known, used, account.sequence)
    if (isRefusal(used)) return decision
    // A use holds a reservation for good, as its order would.
    const reserved = reservationOf(facts, used.coupon)
    const changes =
      reserved && isReserved(reserved) ? [put(redemptions, reserved.originalKey, confirm(reserved))] : []
    return { ...decision, changes: [...(decision.changes ?? []), ...changes] }
  },
}

export const undoCouponUse: Command<UndoInput, CouponUseResult> = {
  name: 'undo use of coupon',
  ...ofCoupon(),
  loadsAfter(facts, { code }) {
    const keys = redemptionKeys(facts, code)
    const { customer } = facts
    return {
      lots: keys.length > 0,
      loads: [
        ...loadsOfNamed(facts, code),
        ...keys.map((key) => load(lotsUsedByRedemption, key)),
        ...(customer && keys.length > 0 ? [standingLoad(customer)] : []),
      ],
    }
  },
  decide(facts, input, posting) {
    const { tenant, orderKey } = input
    const { now } = posting
    const known = knownCoupon(facts, input)
    if (isRefusal(known)) return { result: known }
    const undone = decideUndo(known, { customer: known.customer, orderKey }, { tenant, now })
    if (known.coupon.isUsed && !isRefusal(undone)) lookAgainAtFreed(facts, [undone.coupon], posting)
    const redemption = known.coupon.isUsed && !isRefusal(undone) && reservationOf(facts, undone.coupon)
    if (!redemption || redemption.returnedAt !== null)
      return toDecision(known, undone, posting.account.sequence)
    // A use had held it for good: its basket holds it again, or it is released.
    const spent = facts.peek(lotsUsedByRedemption, redemption.originalKey)
    const given = { redemption, coupon: undone.coupon, spent }
    const back = putBack(given, { hasReservation: hasReservation(facts) }, posting)
    const obstacle = whyUnusable({ ...known, coupon: back.coupon }, null, { tenant, now })
    return {
      result: { ...undone, coupon: back.coupon, obstacle, sequence: posting.account.sequence },
      changes: isReserved(back.redemption)
        ? [putCoupon(back.coupon), ...changesOfHeld({ ...back, spent })]
        : changesOfRelease(facts, back),
    }
  },
}

function reservationOf(facts: Facts, { issued, redemptionKey }: Coupon): Redemption | null {
  if (!issued?.isReservation || redemptionKey === null) return null
  return facts.get(redemptions, redemptionKey) ?? null
}

function putCoupon(coupon: Coupon): Change {
  return put(coupons, codeKey(coupon.code), coupon)
}

/** The part that is the same in both. */
function ofCoupon() {
  return {
    customerOf: ({ customerKey }: UndoInput) => customerKey,
    loads: ({ code }: UndoInput) => loadsOfCode(code),
  }
}

/** What a code leads to, with the rewards that were redeemed for it. */
function loadsOfNamed(facts: Facts, code: string): Load[] {
  const named = facts.get(externalCodes, codeKey(code))
  const rewardIds = [named?.rewardId, facts.get(coupons, codeKey(code))?.issued?.rewardId]
  return [
    ...(named ? [load(coupons, named.couponKey)] : []),
    ...redemptionKeys(facts, code).map((key) => load(redemptions, key)),
    ...rewardIds.flatMap((id) => (id === undefined || id === null ? [] : [load(rewards, id)])),
  ]
}

function redemptionKeys(facts: Facts, code: string): string[] {
  const keys = [
    facts.get(externalCodes, codeKey(code))?.originalKey,
    facts.get(coupons, codeKey(code))?.redemptionKey,
  ]
  return keys.filter((key) => typeof key === 'string')
}

function knownCoupon(facts: Facts, { code }: UndoInput) {
  const { customer } = facts
  const coupon = ownCoupon(couponsNamed(facts, code), customer, code)
  if (isRefusal(coupon)) return coupon
  if (!customer) throw new Error(`coupon ${coupon.id} has lost its customer`)
  const { issued } = coupon
  return { customer, coupon, reward: issued && (facts.get(rewards, issued.rewardId) ?? null) }
}

function toDecision(
  { coupon: before }: CouponOfReward,
  outcome: CouponCheck | Refusal<CouponUseReason>,
  sequence: number,
) {
  if (isRefusal(outcome)) return { result: outcome }
  const { coupon } = outcome
  return {
    result: { ...outcome, sequence },
    changes: coupon === before ? [] : [putCoupon(coupon)],
  }
}
