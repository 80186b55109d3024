/** For commands that add to what goals count: orders, quizzes. */
import type { Entry, RecordIds } from '../accounts/account.ts'
import { type Facts, type Need, need, put } from '../accounts/command.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { decideRaise, type Gain, quantity, windowStart } from './decide.ts'
import { goalKey, goalShelf } from './goal-shelf.ts'
import { moveItem } from './moves.ts'
import { TIERS, tierShelf } from './shelf.ts'
import { currentTier, EARNED_TYPES, type Goal, NO_TIERS, type Tiers, tiersAbove } from './tier.ts'

/** What such a command needs: nothing at all for merchants without tiers. */
export function tierNeeds({ settings }: Tenant): Need[] {
  return settings.usesTiers ? [need(tierShelf, TIERS)] : []
}

export function tiersOf(facts: Facts, { settings }: Tenant): Tiers {
  return (settings.usesTiers && facts.get(tierShelf, TIERS)) || NO_TIERS
}

/** What it needs more, if it may add something: how far the customer is on the way to the tiers above. */
export function goalNeeds(facts: Facts, tenant: Tenant, now: Instant): Need[] {
  const { customer } = facts
  if (!customer) return []
  return goalsAbove(tiersOf(facts, tenant), customer).map((goal) =>
    need(goalShelf, keyOf(goal, customer, tenant, now)),
  )
}

function goalsAbove(tiers: Tiers, customer: Customer): Goal[] {
  return tiersAbove(tiers, currentTier(tiers, customer)).flatMap(({ goals }) => goals)
}

/** From when on things count for a goal. */
function sinceOf({ months }: Goal, { timeZone }: Tenant, now: Instant): Instant {
  return windowStart(localDate(now, timeZone), months, timeZone)
}

export function keyOf(goal: Goal, { id }: Customer, tenant: Tenant, now: Instant): string {
  return goalKey(id, goal.measure, sinceOf(goal, tenant, now))
}

/** What these entries add to the points that a customer has earned. */
export function earnedPoints(entries: readonly Entry[]): Decimal {
  return entries.reduce(
    (sum, entry) => ('type' in entry && EARNED_TYPES.includes(entry.type) ? sum + entry.amount.points : sum),
    ZERO,
  )
}

export interface Gained {
  readonly tenant: Tenant
  readonly customer: Customer
  /** What was lost is a gain below zero. */
  readonly gains: readonly Gain[]
}

/** The customer in the tier that these gains have brought them to, and what is to be saved for it. */
export function raiseTier(facts: Facts, gained: Gained, now: Instant, ids: RecordIds) {
  const { tenant, customer, gains } = gained
  const tiers = tiersOf(facts, tenant)
  const values = new Map<string, Decimal>()
  for (const goal of goalsAbove(tiers, customer)) {
    const key = keyOf(goal, customer, tenant, now)
    const since = sinceOf(goal, tenant, now)
    const before = facts.get(goalShelf, key) ?? ZERO
    const added = gains.filter(({ at }) => at >= since).map((gain) => quantity(gain, goal))
    values.set(
      key,
      added.reduce((sum, value) => sum + value, before),
    )
  }
  if (values.size === 0) return { customer, items: [] }
  const progress = (goal: Goal): Decimal => values.get(keyOf(goal, customer, tenant, now)) ?? ZERO
  const raised = decideRaise(tiers, customer, progress, now)
  return {
    customer: raised.customer,
    items: [
      // For the next command of the batch.
      ...[...values].map(([key, value]) => put(goalShelf, key, value)),
      ...(raised.move ? [moveItem(customer.id, ids.next(), raised.move, now)] : []),
    ],
  }
}
