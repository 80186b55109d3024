import { type Command, need } from '../accounts/command.ts'
import type { Instant } from '../platform/clock.ts'
import { localDate } from '../platform/zone.ts'
import type { Cells } from '../tenancy/cells.ts'
import { changeSettings } from '../tenancy/store.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { decideMove, windowStart } from './decide.ts'
import { gainKey, gainShelf } from './goal-shelf.ts'
import { moveItem } from './moves.ts'
import { tierNeeds, tiersOf } from './raise.ts'
import { insertTiers, type NewTier } from './store.ts'
import type { Tiers } from './tier.ts'

const GRACE_DAYS = 30

export interface MoveQuestion {
  readonly tenant: Tenant
  readonly customerId: string
  /** When all customers have last been looked at; null: never. */
  readonly sweptAt: Instant | null
}

/** Looks whether a customer's tier is still theirs, notes when it is not, and ends it after the grace period. */
export const moveTier: Command<MoveQuestion, { readonly isMoved: boolean }> = {
  name: 'move tier',
  customerOf: ({ customerId }) => customerId,
  needs: ({ tenant }) => tierNeeds(tenant),
  needsMore(facts, { tenant }, now) {
    const { customer } = facts
    if (!customer?.tier) return { lots: false, needs: [] }
    const since = firstMoment(tiersOf(facts, tenant), tenant, now)
    return { lots: false, needs: [need(gainShelf, gainKey(customer.id, since))] }
  },
  decide(facts, { tenant, sweptAt }, now, ids) {
    const { customer } = facts
    if (!customer) return { result: { isMoved: false } }
    const tiers = tiersOf(facts, tenant)
    const gains = facts.get(gainShelf, gainKey(customer.id, firstMoment(tiers, tenant, now))) ?? []
    const { timeZone } = tenant
    const context = { tiers, customer, gains, timeZone, graceDays: graceDaysOf(tenant), sweptAt }
    const outcome = decideMove(context, now)
    return {
      result: { isMoved: outcome.move !== null },
      customer: outcome.customer,
      items: outcome.move ? [moveItem(customer.id, ids.next(), outcome.move, now)] : [],
    }
  },
}

function graceDaysOf({ settings }: Tenant): number {
  return settings.tierGraceDays ?? GRACE_DAYS
}

/** What happened before counted for no goal on any day of the grace period. */
function firstMoment(tiers: Tiers, tenant: Tenant, now: Instant): Instant {
  const months = Math.max(0, ...tiers.flatMap(({ goals }) => goals.map((goal) => goal.months)))
  const { timeZone } = tenant
  return windowStart(localDate(now, timeZone) - graceDaysOf(tenant), months, timeZone)
}

/** Gives a merchant tiers. First they are announced: where none are expected, none are looked for. */
export async function addTiers(cells: Cells, tenant: Tenant, tiers: readonly NewTier[]): Promise<number[]> {
  await cells.directory.transaction([], (tx) => changeSettings(tx, tenant.id, { usesTiers: true }))
  return cells.of(tenant).transaction([tenant.id], (tx) => insertTiers(tx, tenant.id, tiers))
}
