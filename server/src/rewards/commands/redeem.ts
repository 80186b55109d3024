import { type Change, type Load, load, put } from '../../accounts/till/collection.ts'
import type { Command, Facts } from '../../accounts/till/command.ts'
import { isRefusal } from '../../contract/refusal.ts'
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
import { decideRedeem, type RedeemContext, type Redeemed, type RedeemInput } from '../rules/redeem.ts'

export type RedeemResult = ReturnType<typeof decideRedeem>

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
    return { lots: !storedOf(facts, input), loads: loadsOfReward(facts, reward, input, now) }
  },
  decide(facts, input, posting) {
    const reward = facts.get(rewards, input.rewardId)
    const outcome = decideRedeem(contextOfRedeem(facts, reward, input, posting.now), input, posting)
    if (isRefusal(outcome) || !outcome.isNew) return { result: outcome }
    explainRedemption(posting, outcome.redemption, outcome)
    return { result: outcome, changes: changesOfRedeem(outcome) }
  },
}

/** What a redemption looks at beside the reward. */
export function loadsOfReward(facts: Facts, reward: Reward, input: RedeemInput, now: Instant): Load[] {
  const { id: rewardId } = reward
  const stored = storedOf(facts, input)
  const { customer } = facts
  return [
    // Before the codes: only the batch that has locked the usage may take codes.
    ...(dependsOnUsage(reward) ? [load(rewardUsage, rewardId)] : []),
    ...codesWanted(reward, input, now).map((wanted) => load(freeCodes, wanted)),
    ...(stored ? [load(coupons, stored.couponKey)] : []),
    ...(customer && reward.customerUsageLimit !== null
      ? [load(redeemedCounts, { rewardId, customerId: customer.id })]
      : []),
    ...(reward.tiers.length > 0 ? [load(configuredTiers, TIERS)] : []),
  ]
}

/** `reward` undefined: there is no such reward. */
export function contextOfRedeem(
  facts: Facts,
  reward: Reward | undefined,
  input: RedeemInput,
  now: Instant,
): RedeemContext {
  const { rewardId } = input
  const { customer } = facts
  const stored = storedOf(facts, input)
  return {
    reward,
    customer,
    tierId: currentTier(facts.peek(configuredTiers, TIERS) ?? NO_TIERS, customer)?.id ?? null,
    program: currentProgram(facts, now),
    stored,
    // Not asked for where there is no such reward: then it is not used.
    storedCoupon: stored && facts.peek(coupons, stored.couponKey),
    usage: facts.peek(rewardUsage, rewardId) ?? NO_USAGE,
    redeemedCount: (customer && facts.peek(redeemedCounts, { rewardId, customerId: customer.id })) || 0,
    codes: reward
      ? codesWanted(reward, input, now).flatMap((wanted) => facts.get(freeCodes, wanted) ?? [])
      : [],
  }
}

export function changesOfRedeem({
  customer,
  redemption,
  coupon,
  redeemedCount,
  usage,
  reward,
}: Redeemed): Change[] {
  return [
    put(redemptions, redemption.originalKey, redemption),
    put(coupons, redemption.couponKey, coupon),
    put(redeemedCounts, { rewardId: reward.id, customerId: customer.id }, redeemedCount),
    put(rewardUsage, reward.id, usage),
  ]
}

function storedOf(facts: Facts, { originalKey }: RedeemInput): Redemption | undefined {
  return originalKey === null ? undefined : facts.get(redemptions, originalKey)
}

/** Rewards without a limit or a list are redeemed without waiting for each other. */
export function dependsOnUsage(reward: Reward): boolean {
  return reward.globalUsageLimit !== null || openLists(reward).length > 0
}

function codesWanted(reward: Reward, { externalCode: wantedBy }: RedeemInput, at: Instant): CodesWanted[] {
  return openLists(reward).map(({ id: listId }) => ({ listId, at, wantedBy }))
}
