import type { RecordIds } from '../accounts/account.ts'
import type { Facts } from '../accounts/command.ts'
import type { Instant } from '../platform/clock.ts'
import { ZERO } from '../platform/decimal.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Gain } from '../tiers/decide.ts'
import { earnedPoints, raiseTier, tiersOf } from '../tiers/raise.ts'
import { currentTier } from '../tiers/tier.ts'
import { ORDER_STATE, type Order } from './order.ts'
import type { OrderOutcome } from './outcome.ts'

/** The customer in the tier that they are in after an order or its cancellation, and what is saved for it. */
export function raiseByOrder(
  facts: Facts,
  { tenant, stored, outcome }: { tenant: Tenant; stored: Order | undefined; outcome: OrderOutcome },
  now: Instant,
  ids: RecordIds,
) {
  const { order, customer, entries } = outcome
  const tiers = tiersOf(facts, tenant)
  if (tiers.length === 0) return { customer, tierName: null, items: [] }
  const points = { at: now, spend: ZERO, orders: 0, points: earnedPoints(entries) }
  const gains = [...(stored ? gainsOf(stored).map(negated) : []), ...gainsOf(order), points]
  const raised = raiseTier(facts, { tenant, customer, gains }, now, ids)
  return { ...raised, tierName: currentTier(tiers, raised.customer)?.name ?? null }
}

function gainsOf({ state, completedAt, total }: Order): Gain[] {
  if (state !== ORDER_STATE.complete || completedAt === null) return []
  return [{ at: completedAt, spend: total, orders: 1, points: ZERO }]
}

function negated({ at, spend, orders, points }: Gain): Gain {
  return { at, spend: -spend, orders: -orders, points: -points }
}
