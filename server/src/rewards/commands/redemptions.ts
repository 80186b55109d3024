import { load, put } from '../../accounts/till/collection.ts'
import type { Command, Facts } from '../../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import {
  findCustomersOfRedemptions,
  lotsUsedByRedemption,
  redeemedCounts,
  redemptions,
} from '../collections/redemptions.ts'
import { rewardUsage } from '../collections/reward-usage.ts'
import { type Metadata, NO_USAGE, type Redemption, type RedemptionWithCoupon } from '../redemption.ts'
import { decideMetadata } from '../rules/metadata.ts'
import type { RewardReason } from '../rules/reasons.ts'
import { decideReturn } from '../rules/return.ts'

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

/**
 * Undefined without the account of its customer: the redemption was made after its customer was looked up. What an
 * erased customer had redeemed is changed no more: its points would go back to no one.
 */
function knownRedemption(facts: Facts, originalKey: string): Redemption | undefined {
  const { customer } = facts
  if (!customer || customer.erasedAt !== null) return undefined
  const redemption = facts.get(redemptions, originalKey)
  return redemption?.customerId === customer.id ? redemption : undefined
}

/**
 * The changes apart from account and coupon: the redemptions themselves, and the counts that had included them.
 * `restored`: reservations that stand again, and count once more. Both at once, because an order may exchange one for
 * the other.
 */
export function changesOfReturns(
  facts: Facts,
  returned: readonly Redemption[],
  restored: readonly Redemption[] = [],
) {
  const all = [
    ...returned.map((redemption) => ({ redemption, by: -1 })),
    ...restored.map((redemption) => ({ redemption, by: 1 })),
  ]
  const sum = (some: typeof all): number => some.reduce((total, { by }) => total + by, 0)
  const byReward = Map.groupBy(all, ({ redemption }) => redemption.rewardId)
  const byCustomer = Map.groupBy(
    all,
    ({ redemption: { rewardId, customerId } }) => `${rewardId} ${customerId}`,
  )
  return [
    ...all.map(({ redemption }) => put(redemptions, redemption.originalKey, redemption)),
    ...[...byReward].map(([rewardId, some]) => {
      const usage = facts.peek(rewardUsage, rewardId) ?? NO_USAGE
      return put(rewardUsage, rewardId, { ...usage, added: usage.added + sum(some) })
    }),
    ...[...byCustomer.values()].flatMap((some) => {
      const [first] = some
      const count = first && facts.peek(redeemedCounts, first.redemption)
      return first && count !== undefined ? [put(redeemedCounts, first.redemption, count + sum(some))] : []
    }),
  ]
}
