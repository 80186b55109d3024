import { keyText } from '../accounts/till/collection.ts'
import type { Program } from '../earning/program.ts'
import { findCurrentProgram } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { findTiers } from '../tiers/collections/tiers.ts'
import { currentTier, type Tiers } from '../tiers/tier.ts'
import { redeemedCounts } from './collections/redemptions.ts'
import type { Buyer, RewardNow } from './rules/eligibility.ts'
import { findActiveRewards, type WantedRewards } from './store/rewards.ts'

/** A reward at a moment, and the customer who may want it; null: there is no such customer. */
export interface RewardForCustomer {
  readonly rewardNow: RewardNow
  readonly buyer: Buyer | null
}

export interface RewardsForCustomer {
  readonly program: Program
  readonly tiers: Tiers
  readonly rewards: readonly RewardForCustomer[]
}

/** The active rewards, with all that decides whether this customer can redeem each. */
export async function loadRewardsForCustomer(
  tx: Tx,
  tenant: Tenant,
  stored: Pick<Buyer, 'customer' | 'account'> | null,
  now: Instant,
  wanted: WantedRewards,
): Promise<RewardsForCustomer> {
  const [program, tiers, rewards] = await Promise.all([
    findCurrentProgram(tx, tenant.id, now),
    findTiers(tx, tenant),
    findActiveRewards(tx, tenant.id, wanted, now),
  ])
  const keys = rewards.map(({ reward }) => ({
    tenantId: tenant.id,
    key: { rewardId: reward.id, customerId: stored?.customer.id ?? 0 },
  }))
  const counts = stored && keys.length > 0 ? await redeemedCounts.load(tx, keys) : new Map<string, number>()
  const tierId = stored ? (currentTier(tiers, stored.customer)?.id ?? null) : null
  return {
    program,
    tiers,
    rewards: rewards.map((one) => ({
      rewardNow: { ...one, program, now },
      buyer: stored && { ...stored, tierId, redeemedCount: countOf(counts, tenant, one.reward.id, stored) },
    })),
  }
}

function countOf(
  counts: ReadonlyMap<string, number>,
  { id: tenantId }: Tenant,
  rewardId: number,
  { customer }: Pick<Buyer, 'customer'>,
): number {
  return counts.get(keyText({ tenantId, key: `${rewardId} ${customer.id}` })) ?? 0
}
