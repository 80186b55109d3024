import { load, put } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { type CodesWanted, freeCodes } from '../coupons/collections/code-lists.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { configuredTiers, TIERS } from '../tiers/collections/tiers.ts'
import { currentTier, NO_TIERS } from '../tiers/tier.ts'
import {
  findCustomersOfRedemptions,
  lotsUsedByRedemption,
  redeemedCounts,
  redemptions,
} from './collections/redemptions.ts'
import { rewardUsage } from './collections/reward-usage.ts'
import { rewards } from './collections/rewards.ts'
import { type Metadata, NO_USAGE, type Redemption, type RedemptionWithCoupon } from './redemption.ts'
import { openLists, type Reward } from './reward.ts'
import { explainRedemption } from './rules/explanation.ts'
import { decideMetadata } from './rules/metadata.ts'
import type { RewardReason } from './rules/reasons.ts'
import { decideRedeem, type Redeemed, type RedeemInput } from './rules/redeem.ts'
import { decideReturn } from './rules/return.ts'

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

export interface MetadataInput {
  readonly tenant: Tenant
  readonly originalKey: string
  readonly metadata: readonly Metadata[]
}

export type MetadataResult = RedemptionWithCoupon | Refusal<RewardReason>

export const updateRewardMetadata: Command<MetadataInput, MetadataResult> = {
  name: 'update reward metadata',
  ...ofStoredRedemption(),
  loadsAfter(facts, { originalKey }) {
    const stored = facts.get(redemptions, originalKey)
    return { lots: false, loads: stored ? [load(coupons, stored.couponKey)] : [] }
  },
  decide(facts, { originalKey, metadata }, posting) {
    const stored = knownRedemption(facts, originalKey)
    const redemption = decideMetadata(stored, originalKey, metadata, posting)
    if (isRefusal(redemption)) return { result: redemption }
    const coupon = facts.get(coupons, redemption.couponKey)
    if (!coupon) throw new Error(`redemption ${redemption.id} has lost its coupon`)
    return {
      result: { redemption, coupon },
      changes: redemption === stored ? [] : [put(redemptions, originalKey, redemption)],
    }
  },
}

export interface ReturnInput {
  readonly tenant: Tenant
  readonly originalKey: string
}

export type ReturnResult =
  | (RedemptionWithCoupon & {
      /** The customer's id in the merchant's store. */
      readonly customerKey: string
    })
  | Refusal<RewardReason>

/** Returns a redemption because the merchant asks for it. The cancellation of an order returns one by itself. */
export const returnReward: Command<ReturnInput, ReturnResult> = {
  name: 'return reward',
  ...ofStoredRedemption(),
  loadsAfter(facts, { originalKey }) {
    const stored = facts.get(redemptions, originalKey)
    return stored
      ? { lots: true, loads: [load(coupons, stored.couponKey), load(lotsUsedByRedemption, originalKey)] }
      : { lots: false, loads: [] }
  },
  decide(facts, { originalKey }, posting) {
    const redemption = knownRedemption(facts, originalKey)
    const coupon = redemption && facts.get(coupons, redemption.couponKey)
    // Not there for a redemption of this batch, which carries the lots it has used itself.
    const spent = facts.peek(lotsUsedByRedemption, originalKey)
    const returned = decideReturn({ redemption, coupon, spent }, originalKey, posting)
    if (isRefusal(returned)) return { result: returned }
    return {
      result: { ...returned, customerKey: facts.customer?.originalId ?? '' },
      changes: [
        put(coupons, returned.redemption.couponKey, returned.coupon),
        ...changesOfReturns(facts, [returned.redemption]),
      ],
    }
  },
}

/** The part that is the same in all commands that name a redemption by its key. */
function ofStoredRedemption() {
  type RedemptionInput = { readonly tenant: Tenant; readonly originalKey: string }
  return {
    customerOf: () => null,
    resolve: (tx: Parameters<typeof findCustomersOfRedemptions>[0], inputs: readonly RedemptionInput[]) =>
      findCustomersOfRedemptions(
        tx,
        inputs.map(({ tenant, originalKey }) => ({ tenantId: tenant.id, originalKey })),
      ),
    loads: ({ originalKey }: RedemptionInput) => [load(redemptions, originalKey)],
  }
}

/** Undefined without the account of its customer: the redemption was made after its customer was looked up. */
function knownRedemption(facts: Facts, originalKey: string): Redemption | undefined {
  return facts.customer ? facts.get(redemptions, originalKey) : undefined
}

/** The changes apart from account and coupon: the redemptions themselves, and the counts that had included them. */
export function changesOfReturns(facts: Facts, returned: readonly Redemption[]) {
  return [
    ...returned.map((redemption) => put(redemptions, redemption.originalKey, redemption)),
    ...[...Map.groupBy(returned, ({ rewardId }) => rewardId)].map(([rewardId, all]) => {
      const usage = facts.peek(rewardUsage, rewardId) ?? NO_USAGE
      return put(rewardUsage, rewardId, { ...usage, added: usage.added - all.length })
    }),
    ...[...Map.groupBy(returned, ({ rewardId, customerId }) => `${rewardId} ${customerId}`).values()].flatMap(
      (all) => {
        const [first] = all
        const count = first && facts.peek(redeemedCounts, first)
        return first && count !== undefined ? [put(redeemedCounts, first, count - all.length)] : []
      },
    ),
  ]
}
