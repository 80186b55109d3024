import type { Posted } from '../accounts/account.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Load, load, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countedOrders } from '../tiers/collections/progress.ts'
import { countGains, gainsOfActions, progressLoads, tiersOf } from '../tiers/promote.ts'
import type { TakenBack } from '../tiers/rules/change-tier.ts'
import { type Gain, negated } from '../tiers/rules/progress.ts'
import { currentTier, ORDER_TYPES } from '../tiers/tier.ts'
import { countedForTiers, hasEarnedElsewhere, ORDER_STATE, type Order } from './order.ts'
import type { OrderOutcome } from './rules/outcome.ts'
import { NONE_UNDONE, undoTierPrizes } from './undo-tier-prizes.ts'

/** What an order that counts, or is going to, needs for its customer's tier. */
export function tierLoadsOfOrder(
  facts: Facts,
  tenant: Tenant,
  stored: Order | undefined,
  now: Instant,
): Load[] {
  if (!tenant.settings.usesTiers) return []
  const counted = stored?.earned ? [load(countedOrders, stored.id)] : []
  return [...progressLoads(facts, tenant, now), ...counted]
}

/** The customer in the tier that they are in after an order or its cancellation, and what is saved for it. */
export function promoteByOrder(
  facts: Facts,
  {
    tenant,
    stored,
    outcome,
    isElsewhere = false,
  }: {
    readonly tenant: Tenant
    readonly stored: Order | undefined
    readonly outcome: OrderOutcome
    /** A tier that it leads to gives nothing: the order was placed elsewhere. */
    readonly isElsewhere?: boolean
  },
  posting: Posting,
) {
  const { order, customer } = outcome
  const { now, entries } = posting
  const tiers = tiersOf(facts, tenant)
  if (!tenant.settings.usesTiers) return { customer, tierName: null, changes: [], undone: NONE_UNDONE }
  const known = facts.peek(countedOrders, order.id)
  // What was taken back of an order that earned elsewhere never counted here.
  const isUncounted = hasEarnedElsewhere(order)
  const before = isUncounted ? ZERO : (known?.points ?? ZERO)
  const recorded = isUncounted ? [] : pointsOf(order, entries)
  const points = recorded.reduce((sum, one) => sum + one, before)
  const gains = [
    ...(stored ? gainsOf(stored, before, tenant).map(negated) : []),
    ...gainsOf(order, points, tenant),
    ...gainsOfActions(entries, tenant),
  ]
  // Of one that earned no points there is no record: then it is as old as it says.
  const countedAt = known?.countedAt ?? Math.min(now, stored?.completedAt ?? now)
  const takenBack = stored ? takenBackBy(stored, order, countedAt) : null
  const gained = { tenant, customer, gains, takenBack, placedAt: order.placedAt, isElsewhere }
  const counted = countGains(facts, gained, posting)
  const { toUndo } = counted
  const lost = { tenant, customerId: customer.id, toUndo, changed: outcome.applied.coupons }
  const undone = undoTierPrizes(facts, lost, posting)
  return {
    customer: counted.customer,
    tierName: currentTier(tiers, counted.customer)?.name ?? null,
    changes: [
      ...counted.changes,
      // As the records will say it: the next of the batch must not find an older moment than the next batch would.
      ...(recorded.length > 0
        ? [put(countedOrders, order.id, { points, countedAt: known?.countedAt ?? now })]
        : []),
    ],
    /** What of the prizes of tiers is undone is saved after the coupons of the order. */
    undone,
  }
}

/** What this command has recorded for the order that counts with it, record by record. */
function pointsOf({ id }: Order, entries: readonly Posted[]): Decimal[] {
  return entries.flatMap((entry) =>
    'orderId' in entry && entry.orderId === id && ORDER_TYPES.includes(entry.type)
      ? [entry.amount.points]
      : [],
  )
}

function gainsOf(order: Order, points: Decimal, { timeZone }: Tenant): Gain[] {
  const { state, completedAt } = order
  if (state !== ORDER_STATE.complete || completedAt === null) return []
  const spend = countedForTiers(order)
  const day = localDate(completedAt, timeZone)
  return [{ day, spend: spend ?? ZERO, orders: spend === null ? 0 : 1, points }]
}

/** Whether nothing is left of an order that counted: it was cancelled, or all that counts of it was returned. */
function takenBackBy(stored: Order, order: Order, countedAt: Instant): TakenBack | null {
  if (stored.state !== ORDER_STATE.complete) return null
  const isReturned = (countedForTiers(stored) ?? ZERO) > ZERO && (countedForTiers(order) ?? ZERO) === ZERO
  if (order.state === ORDER_STATE.complete && !isReturned) return null
  return { countedAt, tierIdBefore: stored.earned?.tierId ?? null }
}
