import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { AwardWithPoints } from '../awards/award.ts'
import { awards } from '../awards/collections.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Coupon } from '../coupons/coupon.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { programAt } from '../earning/schedule.ts'
import { ZERO } from '../platform/decimal.ts'
import { prizeAtHand } from '../rewards/collections/given-rewards.ts'
import type { Redemption } from '../rewards/redemption.ts'
import { canUndoPrize, undoPrize, withCouponOf } from '../rewards/rules/undo-prize.ts'
import { changesOfUndone, undoContextOf } from '../rewards/undo-prizes.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { tierPrizes } from '../tiers/collections/tier-prizes.ts'
import { tierGifts } from './collections/tier-gifts.ts'

export interface TierPrizesUndone {
  readonly changes: readonly Change[]
  /** Redemptions whose coupons are good for nothing any more. */
  readonly returns: readonly Redemption[]
}

export const NONE_UNDONE: TierPrizesUndone = { changes: [], returns: [] }

/** Takes back the prizes of tiers that were lost with an order: of those with a reward, what was not used. */
export function undoTierPrizes(
  facts: Facts,
  {
    tenant,
    customerId,
    toUndo,
    changed,
  }: {
    readonly tenant: Tenant
    readonly customerId: CustomerId
    readonly toUndo: readonly AwardWithPoints[]
    /** Coupons that the order uses or frees. */
    readonly changed: readonly Coupon[]
  },
  posting: Posting,
): TierPrizesUndone {
  if (toUndo.length === 0) return NONE_UNDONE
  const current = programAt(facts.need(programSchedule, CURRENT), posting.now)
  const context = undoContextOf(facts, tenant, current)
  const gifts = facts.need(tierGifts, customerId)
  const lost = toUndo.map((prize) => {
    const stored = { ...prize, reward: gifts?.get(prize.award.id) ?? null }
    return withCouponOf(prizeAtHand(facts, stored), changed)
  })
  const canUndo = new Set(lost.filter((prize) => canUndoPrize(prize, context, posting)))
  const undone = [...canUndo].map((prize) => undoPrize(prize, context, posting))
  // What was used stays, until that use is undone.
  const kept = lost
    .filter((prize) => prize.reward?.coupon.isUsed && !canUndo.has(prize))
    .map(({ award }) => ({ ...award, lost: ZERO }))
  const ids = new Set(undone.map(({ award }) => award.id))
  const left = (facts.need(tierPrizes, customerId) ?? []).filter(({ award }) => !ids.has(award.id))
  return {
    changes: [
      put(tierPrizes, customerId, left),
      ...kept.map((award) => put(awards, award, award)),
      ...changesOfUndone(undone),
    ],
    returns: undone.flatMap(({ takenBack }) => takenBack?.redemption ?? []),
  }
}
