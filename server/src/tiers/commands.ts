import { type Command, put } from '../accounts/command.ts'
import type { Instant } from '../platform/clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { changeSettings } from '../tenancy/store.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { decideMove } from './decide.ts'
import { moveItem } from './moves.ts'
import { progressShelf } from './progress-shelf.ts'
import { goalNeeds, graceDaysOf, keptProgress, keyOf, tierNeeds, tiersOf } from './raise.ts'
import { beginToKeep, insertTiers, type NewTier } from './store.ts'

export interface MoveQuestion {
  readonly tenant: Tenant
  readonly customerId: string
  /** When all customers have last been looked at; null: never. */
  readonly sweptAt: Instant | null
}

/** Looks which tier is a customer's: raises them, notes when theirs is not any more, ends it after the grace period. */
export const moveTier: Command<MoveQuestion, { readonly isMoved: boolean }> = {
  name: 'move tier',
  customerOf: ({ customerId }) => customerId,
  needs: ({ tenant }) => tierNeeds(tenant),
  needsMore: (facts, { tenant }, now) => ({ lots: false, needs: goalNeeds(facts, tenant, now) }),
  decide(facts, { tenant, sweptAt }, now, ids) {
    const { customer } = facts
    if (!customer) return { result: { isMoved: false } }
    const tiers = tiersOf(facts, tenant)
    const kept = keptProgress(facts, customer, tenant, now)
    const { days } = kept
    const { timeZone } = tenant
    const context = { tiers, customer, days, timeZone, graceDays: graceDaysOf(tenant), sweptAt }
    const outcome = decideMove(context, now)
    return {
      result: { isMoved: outcome.move !== null },
      customer: outcome.customer,
      items: [
        ...(kept.added && kept.added.size > 0
          ? [put(progressShelf, keyOf(tiers, customer, tenant, now), kept)]
          : []),
        ...(outcome.move ? [moveItem(customer.id, ids.next(), outcome.move, now)] : []),
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
