import { load, put } from '../../accounts/till/collection.ts'
import type { Command, Facts } from '../../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { type CodesWanted, freeCodes } from '../../coupons/collections/code-lists.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { CURRENT, currentProgram, programSchedule } from '../../earning/collections.ts'
import type { Instant } from '../../platform/clock.ts'
import { configuredTiers, TIERS } from '../../tiers/collections/tiers.ts'
import { currentTier, NO_TIERS } from '../../tiers/tier.ts'
import { redeemedCounts, redemptions } from '../collections/redemptions.ts'
import { rewardUsage } from '../collections/reward-usage.ts'
import { rewards } from '../collections/rewards.ts'
import { NO_USAGE, type Redemption } from '../redemption.ts'
import { openLists, type Reward } from '../reward.ts'
import { explainRedemption } from '../rules/explanation.ts'
import type { RewardReason } from '../rules/reasons.ts'
import { decideRedeem, type Redeemed, type RedeemInput } from '../rules/redeem.ts'

export type RedeemResult = Redeemed | Refusal<RewardReason>

export const redeemReward: Command<RedeemInput, RedeemResult> = {
  name: 'redeem reward',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ rewardId, originalKey }) => [
    load(rewards, rewardId),
    load(programSchedule, CURRENT),
    ...(originalKey === null ? [] : [load(redemptions, originalKey)]),
  ],
  loadsAfter(facts, input, now) {
    const reward = facts.get(rewards, input.rewardId)
    if (!reward) return { lots: false, loads: [] }
    const stored = storedOf(facts, input)
    const { customer } = facts
    return {
      lots: !stored,
      loads: [
        // Before the codes: only the batch that has locked the usage may take codes.
        ...(dependsOnUsage(reward) ? [load(rewardUsage, input.rewardId)] : []),
        ...codesWanted(reward, input, now).map((wanted) => load(freeCodes, wanted)),
        ...(stored ? [load(coupons, stored.couponKey)] : []),
        ...(customer && reward.customerUsageLimit !== null
          ? [load(redeemedCounts, { rewardId: input.rewardId, customerId: customer.id })]
          : []),
        ...(reward.tiers.length > 0 ? [load(configuredTiers, TIERS)] : []),
      ],
    }
  },
  decide(facts, input, posting) {
    const { rewardId } = input
    const { customer } = facts
    const reward = facts.get(rewards, rewardId)
    const stored = storedOf(facts, input)
    const countKey = customer && { rewardId, customerId: customer.id }
    const outcome = decideRedeem(
      {
        reward,
        customer,
        tierId: currentTier(facts.peek(configuredTiers, TIERS) ?? NO_TIERS, customer)?.id ?? null,
        program: currentProgram(facts, posting.now),
        stored,
        // Not asked for where there is no such reward: then nobody looks at it.
        storedCoupon: stored && facts.peek(coupons, stored.couponKey),
        usage: facts.peek(rewardUsage, rewardId) ?? NO_USAGE,
        redeemedCount: (countKey && facts.peek(redeemedCounts, countKey)) || 0,
        codes: reward
          ? codesWanted(reward, input, posting.now).flatMap((wanted) => facts.get(freeCodes, wanted) ?? [])
          : [],
      },
      input,
      posting,
    )
    if (isRefusal(outcome) || !outcome.isNew) return { result: outcome }
    const { redemption, coupon } = outcome
    explainRedemption(posting, redemption, outcome)
    return {
      result: outcome,
      changes: [
        put(redemptions, redemption.originalKey, redemption),
        put(coupons, redemption.couponKey, coupon),
        ...(countKey ? [put(redeemedCounts, countKey, outcome.redeemedCount)] : []),
        put(rewardUsage, rewardId, outcome.usage),
      ],
    }
  },
}

function storedOf(facts: Facts, { originalKey }: RedeemInput): Redemption | undefined {
  return originalKey === null ? undefined : facts.get(redemptions, originalKey)
}

/** Rewards without a limit or a list are redeemed without waiting for each other. */
function dependsOnUsage(reward: Reward): boolean {
  return reward.globalUsageLimit !== null || openLists(reward).length > 0
}

function codesWanted(reward: Reward, { externalCode: wantedBy }: RedeemInput, at: Instant): CodesWanted[] {
  return openLists(reward).map(({ id: listId }) => ({ listId, at, wantedBy }))
}
