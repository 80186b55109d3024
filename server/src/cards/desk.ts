import type { Facts } from '../accounts/till/command.ts'
import type { Award } from '../awards/award.ts'
import { awards } from '../awards/collections.ts'
import type { CustomerId } from '../contract/ids.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import type { Program } from '../earning/program.ts'
import { redemptions } from '../rewards/collections/redemptions.ts'
import type { RedemptionWithCoupon } from '../rewards/redemption.ts'
import { type Tenant, takeBackPolicy } from '../tenancy/tenant.ts'
import type { CardKey, StandingPrize } from './card.ts'
import { standingPrizes } from './collections/prizes.ts'
import { PrizeDesk } from './rules/prizes.ts'

/** The prizes of a customer's cards, as far as a command has loaded them. */
export function deskOf(facts: Facts, customerId: CustomerId, tenant: Tenant, current: Program): PrizeDesk {
  return new PrizeDesk({
    customerId,
    current,
    timeZone: tenant.timeZone,
    policy: takeBackPolicy(tenant),
    prizesOf: (ruleId) => prizesAtHand(facts, { customerId, ruleId }),
    endedInBatch: (lotId) => facts.endedInBatch(lotId),
  })
}

/** Those that stand, newest first, as commands of this batch have left them. */
export function prizesAtHand(facts: Pick<Facts, 'peek'>, key: CardKey): StandingPrize[] {
  return (facts.peek(standingPrizes, key) ?? []).map((prize) => {
    const award = facts.peek(awards, prize.award) ?? prize.award
    return { ...prize, award, reward: rewardOf(facts, award, prize.reward) }
  })
}

function rewardOf(
  facts: Pick<Facts, 'peek'>,
  { redemptionKey, couponKey }: Award,
  stored: RedemptionWithCoupon | null,
): RedemptionWithCoupon | null {
  if (redemptionKey === null || couponKey === null) return null
  const redemption = facts.peek(redemptions, redemptionKey) ?? stored?.redemption
  const coupon = facts.peek(coupons, couponKey) ?? stored?.coupon
  if (!redemption || !coupon) throw new Error(`the coupon of redemption ${redemptionKey} was not loaded`)
  return { redemption, coupon }
}
