import { type Command, type Facts, type Need, need, put } from '../accounts/command.ts'
import type { Refusal } from '../contract/errors.ts'
import { codesKey, freeCodesShelf } from '../coupons/lists.ts'
import { couponShelf } from '../coupons/shelf.ts'
import { EMPTY_PROGRAM } from '../earning/program.ts'
import { CURRENT, programShelf } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { TIERS, tierShelf } from '../tiers/shelf.ts'
import { currentTier, NO_TIERS } from '../tiers/tier.ts'
import { decideRedeem, type Redeemed, type RedeemQuestion } from './decide.ts'
import { explainRedemption } from './explanation.ts'
import { decideMetadata } from './metadata.ts'
import { type Metadata, NO_USAGE, type Redemption, type RedemptionWithCoupon } from './redemption.ts'
import {
  findCustomersOfRedemptions,
  redeemedCountKey,
  redeemedCountShelf,
  redemptionShelf,
  spentShelf,
} from './redemption-shelf.ts'
import { decideReturn, type Returned } from './return.ts'
import { openLists, type RewardConfiguration } from './reward.ts'
import { rewardShelf, usageShelf } from './shelf.ts'

export type RedeemResult = Redeemed | Refusal

export const redeemReward: Command<RedeemQuestion, RedeemResult> = {
  name: 'redeem reward',
  customerOf: ({ customerId }) => customerId,
  needs: ({ rewardId, originalKey }) => [
    need(rewardShelf, String(rewardId)),
    need(programShelf, CURRENT),
    ...(originalKey === null ? [] : [need(redemptionShelf, originalKey)]),
  ],
  needsMore(facts, question, now) {
    const reward = facts.get(rewardShelf, String(question.rewardId))
    if (!reward) return { lots: false, needs: [] }
    const stored = storedOf(facts, question)
    const { customer } = facts
    return {
      lots: !stored,
      needs: [
        // First of all, because the codes are only for whoever has locked the usage.
        ...(dependsOnUsage(reward) ? [need(usageShelf, String(question.rewardId))] : []),
        ...codeNeeds(reward, question, now),
        ...(stored ? [need(couponShelf, stored.couponKey)] : []),
        ...(customer && reward.row.customer_usage_limit !== null
          ? [need(redeemedCountShelf, redeemedCountKey(question.rewardId, customer.id))]
          : []),
        ...(reward.tiers.length > 0 ? [need(tierShelf, TIERS)] : []),
      ],
    }
  },
  decide(facts, question, now, ids) {
    const { rewardId } = question
    const { customer, account } = facts
    const reward = facts.get(rewardShelf, String(rewardId))
    const stored = storedOf(facts, question)
    const countKey = customer && redeemedCountKey(rewardId, customer.id)
    const outcome = decideRedeem(
      {
        reward,
        customer,
        account,
        tierId: currentTier(facts.get(tierShelf, TIERS) ?? NO_TIERS, customer)?.id ?? null,
        program: facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM,
        stored,
        storedCoupon: stored && facts.get(couponShelf, stored.couponKey),
        usage: facts.get(usageShelf, String(rewardId)) ?? NO_USAGE,
        redeemedCount: (countKey && facts.get(redeemedCountShelf, countKey)) || 0,
        codes: reward
          ? codeNeeds(reward, question, now).flatMap(({ key }) => facts.get(freeCodesShelf, key) ?? [])
          : [],
      },
      question,
      now,
      ids,
    )
    if ('code' in outcome || !outcome.isNew) return { result: outcome }
    const { redemption, coupon } = outcome
    return {
      result: outcome,
      account: outcome.account,
      entries: outcome.entries,
      explanations: explainRedemption(redemption, outcome),
      items: [
        put(redemptionShelf, redemption.originalKey, redemption),
        put(couponShelf, redemption.couponKey, coupon),
        ...(countKey ? [put(redeemedCountShelf, countKey, outcome.redeemedCount)] : []),
        put(usageShelf, String(rewardId), outcome.usage),
      ],
    }
  },
}

function storedOf(facts: Facts, { originalKey }: RedeemQuestion): Redemption | undefined {
  return originalKey === null ? undefined : facts.get(redemptionShelf, originalKey)
}

/** Rewards without a limit or a list are redeemed without waiting for each other. */
function dependsOnUsage(reward: RewardConfiguration): boolean {
  return reward.row.global_usage_limit !== null || openLists(reward.couponLists).length > 0
}

function codeNeeds(
  reward: RewardConfiguration,
  { externalCode: wantedBy }: RedeemQuestion,
  at: Instant,
): Need[] {
  return openLists(reward.couponLists).map(({ id: listId }) =>
    need(freeCodesShelf, codesKey({ listId, at, wantedBy })),
  )
}

export interface MetadataQuestion {
  readonly tenant: Tenant
  readonly originalKey: string
  readonly metadata: readonly Metadata[]
}

export type MetadataResult = RedemptionWithCoupon | Refusal

export const updateRewardMetadata: Command<MetadataQuestion, MetadataResult> = {
  name: 'update reward metadata',
  ...ofStoredRedemption(),
  needsMore(facts, { originalKey }) {
    const stored = facts.get(redemptionShelf, originalKey)
    return { lots: false, needs: stored ? [need(couponShelf, stored.couponKey)] : [] }
  },
  decide(facts, { originalKey, metadata }, now) {
    const stored = knownRedemption(facts, originalKey)
    const outcome = decideMetadata(stored, facts.account, originalKey, metadata, now)
    if ('code' in outcome) return { result: outcome }
    const { redemption, account, entries } = outcome
    const coupon = facts.get(couponShelf, redemption.couponKey)
    if (!coupon) throw new Error(`redemption ${redemption.id} has lost its coupon`)
    return {
      result: { redemption, coupon },
      account,
      entries,
      items: redemption === stored ? [] : [put(redemptionShelf, originalKey, redemption)],
    }
  },
}

export interface ReturnQuestion {
  readonly tenant: Tenant
  readonly originalKey: string
}

export type ReturnResult = RedemptionWithCoupon | Refusal

/** Returns a redemption on somebody's word; the cancellation of an order does it by itself. */
export const returnReward: Command<ReturnQuestion, ReturnResult> = {
  name: 'return reward',
  ...ofStoredRedemption(),
  needsMore(facts, { originalKey }) {
    const stored = facts.get(redemptionShelf, originalKey)
    return stored
      ? { lots: true, needs: [need(couponShelf, stored.couponKey), need(spentShelf, originalKey)] }
      : { lots: false, needs: [] }
  },
  moreIds: (facts, { originalKey }) => idsForReturn(facts, originalKey),
  decide(facts, { originalKey }, now, ids) {
    const stored = knownRedemption(facts, originalKey)
    const coupon = stored && facts.get(couponShelf, stored.couponKey)
    const spent = facts.get(spentShelf, originalKey)
    const outcome = decideReturn(facts.account, stored, coupon, spent, originalKey, now, ids)
    if ('code' in outcome) return { result: outcome }
    return {
      result: { redemption: outcome.redemption, coupon: outcome.coupon },
      ...(outcome.step && { account: outcome.step.account, entries: outcome.step.entries }),
      items: [
        put(couponShelf, outcome.redemption.couponKey, outcome.coupon),
        ...itemsOfReturns(facts, [outcome]),
      ],
    }
  },
}

/** What the commands have in common that name a redemption by its key. */
function ofStoredRedemption() {
  type Question = { readonly tenant: Tenant; readonly originalKey: string }
  return {
    customerOf: () => null,
    resolve: (tx: Parameters<typeof findCustomersOfRedemptions>[0], inputs: readonly Question[]) =>
      findCustomersOfRedemptions(
        tx,
        inputs.map(({ tenant, originalKey }) => ({ tenantId: tenant.id, originalKey })),
      ),
    needs: ({ originalKey }: Question) => [need(redemptionShelf, originalKey)],
  }
}

/** Without its customer's account it may be changing at this moment: it was not there when we looked. */
function knownRedemption(facts: Facts, originalKey: string): Redemption | undefined {
  return facts.customer ? facts.get(redemptionShelf, originalKey) : undefined
}

/** An origin and, where a lot has expired meanwhile, its expiry; in both measures a debt may be paid from it. */
const IDS_PER_ORIGIN = 5

export function idsForReturn(facts: Facts, originalKey: string): number {
  return (facts.get(spentShelf, originalKey)?.origins.length ?? 0) * IDS_PER_ORIGIN
}

/** The changes beside the account and the coupon: the redemption itself, and the counts it no longer is in. */
export function itemsOfReturns(facts: Facts, returns: readonly Pick<Returned, 'redemption'>[]) {
  const redemptions = returns.map(({ redemption }) => redemption)
  return [
    ...redemptions.map((redemption) => put(redemptionShelf, redemption.originalKey, redemption)),
    ...[...Map.groupBy(redemptions, ({ rewardId }) => rewardId)].map(([rewardId, all]) => {
      const usage = facts.get(usageShelf, String(rewardId)) ?? NO_USAGE
      return put(usageShelf, String(rewardId), { ...usage, added: usage.added - all.length })
    }),
    ...[...Map.groupBy(redemptions, (one) => redeemedCountKey(one.rewardId, one.customerId))].flatMap(
      ([key, all]) => {
        const count = facts.get(redeemedCountShelf, key)
        return count === undefined ? [] : [put(redeemedCountShelf, key, count - all.length)]
      },
    ),
  ]
}
