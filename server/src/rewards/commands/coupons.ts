import { type Change, type Load, load, put } from '../../accounts/till/collection.ts'
import type { Command, Facts } from '../../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { type Coupon, codeKey } from '../../coupons/coupon.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { externalCodes, redemptions } from '../collections/redemptions.ts'
import { rewards } from '../collections/rewards.ts'
import { couponsNamed, loadsOfCode } from '../coupon-codes.ts'
import { isReserved } from '../redemption.ts'
import {
  type CouponCheck,
  type CouponOfReward,
  type CouponUseReason,
  ownCoupon,
} from '../rules/check-coupon.ts'
import type { Purchase } from '../rules/purchase.ts'
import { decideUndo, decideUse } from '../rules/use-coupon.ts'

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
  decide(facts, input, { now, account }) {
    const { tenant, purchase, orderKey } = input
    const known = knownCoupon(facts, input)
    if (isRefusal(known)) return { result: known }
    const used = decideUse(known, { customer: known.customer, purchase, orderKey }, { tenant, now })
    const decision = toDecision(known, used, account.sequence)
    if (isRefusal(used)) return decision
    // A use holds a reservation for good, as its order would.
    return { ...decision, changes: [...(decision.changes ?? []), ...confirmations(facts, [used.coupon])] }
  },
}

export const undoCouponUse: Command<UndoInput, CouponUseResult> = {
  name: 'undo use of coupon',
  ...ofCoupon(),
  decide(facts, input, { now, account }) {
    const { tenant, orderKey } = input
    const known = knownCoupon(facts, input)
    if (isRefusal(known)) return { result: known }
    const undone = decideUndo(known, { customer: known.customer, orderKey }, { tenant, now })
    return toDecision(known, undone, account.sequence)
  },
}

/** Reservations whose coupons are used are held without a deadline. */
export function confirmations(facts: Facts, used: readonly Coupon[]): Change[] {
  return used.flatMap(({ issued, redemptionKey, isUsed }) => {
    const redemption =
      isUsed && issued?.isReservation && redemptionKey !== null && facts.peek(redemptions, redemptionKey)
    return redemption && isReserved(redemption)
      ? [put(redemptions, redemption.originalKey, { ...redemption, expiresAt: null })]
      : []
  })
}

/** The part that is the same in both. */
function ofCoupon() {
  return {
    customerOf: ({ customerKey }: UndoInput) => customerKey,
    loads: ({ code }: UndoInput) => loadsOfCode(code),
    loadsAfter: (facts: Facts, { code }: UndoInput) => ({ lots: false, loads: loadsOfNamed(facts, code) }),
  }
}

/** What a code leads to, with the rewards that were redeemed for it. */
function loadsOfNamed(facts: Facts, code: string): Load[] {
  const named = facts.get(externalCodes, codeKey(code))
  const rewardIds = [named?.rewardId, facts.get(coupons, codeKey(code))?.issued?.rewardId]
  const keys = [named?.originalKey, facts.get(coupons, codeKey(code))?.redemptionKey]
  return [
    ...(named ? [load(coupons, named.couponKey)] : []),
    ...keys.flatMap((key) => (key === undefined || key === null ? [] : [load(redemptions, key)])),
    ...rewardIds.flatMap((id) => (id === undefined || id === null ? [] : [load(rewards, id)])),
  ]
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
    changes: coupon === before ? [] : [put(coupons, codeKey(coupon.code), coupon)],
  }
}
