import { put } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import type { Instant } from '../platform/clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { changeSettings } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { tierProgress } from './collections/progress.ts'
import { tierHistoryChange } from './collections/tier-history.ts'
import { graceDaysOf, keptProgress, keyOf, progressLoads, tierLoads, tiersOf } from './promote.ts'
import { decideTier } from './rules/change-tier.ts'
import { beginToKeep, insertTiers, type NewTier } from './store/tiers.ts'

export interface ReviewTierInput {
  readonly tenant: Tenant
  readonly customerKey: string
  /** When all customers have last been looked at; null: never. */
  readonly sweptAt: Instant | null
}

/** Looks which tier is a customer's: raises them, notes when theirs is not any more, ends it after the grace period. */
export const reviewTier: Command<ReviewTierInput, { readonly isMoved: boolean }> = {
  name: 'move tier',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ tenant }) => tierLoads(tenant),
  loadsAfter: (facts, { tenant }, now) => ({ lots: false, loads: progressLoads(facts, tenant, now) }),
  decide(facts, { tenant, sweptAt }, posting) {
    const { now } = posting
    const { customer } = facts
    if (!customer) return { result: { isMoved: false } }
    const tiers = tiersOf(facts, tenant)
    const kept = keptProgress(facts, customer, tenant, now)
    const { days } = kept
    const { timeZone } = tenant
    const context = { tiers, customer, days, timeZone, graceDays: graceDaysOf(tenant), sweptAt }
    const outcome = decideTier(context, now)
    return {
      result: { isMoved: outcome.move !== null },
      customer: outcome.customer,
      changes: [
        ...(kept.added && kept.added.size > 0
          ? [put(tierProgress, keyOf(tiers, customer, tenant, now), kept)]
          : []),
        ...(outcome.move ? [tierHistoryChange(customer.id, posting.nextId(), outcome.move, now)] : []),
      ],
    }
  },
}

/**
 * Gives a merchant tiers. First they are announced: where none are expected, none are looked for. With the first of them
 * progress begins to be kept. For a moment other processes may not know it, so the first look counts again.
 */
export async function addTiers(cells: Cells, tenant: Tenant, tiers: readonly NewTier[]): Promise<number[]> {
  await cells.directory.transaction([], (tx) => changeSettings(tx, tenant.id, { usesTiers: true }))
  return cells.of(tenant).transaction([tenant.id], async (tx) => {
    if (!tenant.settings.usesTiers) await beginToKeep(tx, tenant)
    return insertTiers(tx, tenant.id, tiers)
  })
}
