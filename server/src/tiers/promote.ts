/** The one way in which anything changes what goals count: orders, grants, birthdays, signups, quizzes, cashback. */
import type { Posted } from '../accounts/account.ts'
import type { Customer, HeldTier } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Load, load, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { Instant } from '../platform/clock.ts'
import { ZERO } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type KeptProgress, NO_PROGRESS, type ProgressKey, tierProgress } from './collections/progress.ts'
import { tierHistoryChange } from './collections/tier-history.ts'
import { configuredTiers, TIERS } from './collections/tiers.ts'
import { decideFall, decidePromotion, type TakenBack } from './rules/change-tier.ts'
import { type Gain, longestWindowStart, plus, progressToday, sumByDay } from './rules/progress.ts'
import { ACTION_TYPES, currentTier, type Move, NO_TIERS, type Tiers } from './tier.ts'

const GRACE_DAYS = 30

export function graceDaysOf({ settings }: Tenant): number {
  return settings.tierGraceDays ?? GRACE_DAYS
}

/** What such a command needs: nothing at all for merchants without tiers. */
export function tierLoads({ settings }: Tenant): Load[] {
  return settings.usesTiers ? [load(configuredTiers, TIERS)] : []
}

export function tiersOf(facts: Facts, { settings }: Tenant): Tiers {
  return (settings.usesTiers && facts.get(configuredTiers, TIERS)) || NO_TIERS
}

/** What it needs more, if it may change something: the customer's progress. */
export function progressLoads(facts: Facts, tenant: Tenant, now: Instant): Load[] {
  const { customer } = facts
  if (!customer || !tenant.settings.usesTiers) return []
  return [load(tierProgress, keyOf(tiersOf(facts, tenant), customer, tenant, now))]
}

/**
 * The same for all commands of a batch, so that each finds what the one before has changed: since the first day that
 * counted for any goal on any day of the grace period.
 */
export function keyOf(tiers: Tiers, { id }: Customer, tenant: Tenant, now: Instant): ProgressKey {
  const { timeZone } = tenant
  const firstDay = localDate(now, timeZone) - graceDaysOf(tenant)
  return { customerId: id, since: longestWindowStart(tiers, firstDay), timeZone }
}

/** The progress that was asked for with `progressLoads`. */
export function keptProgress(facts: Facts, customer: Customer, tenant: Tenant, now: Instant): KeptProgress {
  const kept = facts.peek(tierProgress, keyOf(tiersOf(facts, tenant), customer, tenant, now))
  if (kept) return kept
  // Who is new in this batch has none. To take it for none of anybody else would lose what they have.
  if (customer.createdAt !== now) throw new Error(`the progress of customer ${customer.id} was not asked for`)
  return NO_PROGRESS
}

/** What entries that are no order's have earned. */
export function gainsOfActions(entries: readonly Posted[], { timeZone }: Tenant): Gain[] {
  return entries.flatMap((entry) =>
    entry.kind === 'credit' && ACTION_TYPES.includes(entry.type)
      ? [{ day: localDate(entry.at, timeZone), spend: ZERO, orders: 0, points: entry.amount.points }]
      : [],
  )
}

export interface Gained {
  readonly tenant: Tenant
  readonly customer: Customer
  /** What was lost is a gain below zero, on the day of what was gained. */
  readonly gains: readonly Gain[]
  /** The order that lost it, where nothing of it is left. */
  readonly takenBack?: TakenBack | null
}

/** The customer in the tier that these gains have brought them to, and what is to be saved for it. */
export function countGains(facts: Facts, gained: Gained, posting: Posting) {
  const { tenant, customer, takenBack } = gained
  const { now } = posting
  const gains = tenant.settings.usesTiers ? sumByDay(gained.gains) : []
  if (gains.length === 0) return { customer, changes: [] }
  const tiers = tiersOf(facts, tenant)
  const kept = keptProgress(facts, customer, tenant, now)
  const changed = { days: plus(kept.days, gains), added: kept.added && plus(kept.added, gains) }
  const progress = progressToday(changed.days, localDate(now, tenant.timeZone))
  const promoted = decidePromotion(tiers, customer, progress, now)
  const outcome =
    promoted.move || !takenBack ? promoted : decideFall(tiers, customer, progress, takenBack, now)
  return {
    customer: outcome.customer,
    changes: [
      put(tierProgress, keyOf(tiers, customer, tenant, now), changed),
      ...(outcome.move ? [tierHistoryChange(customer.id, posting.nextId(), outcome.move, now)] : []),
    ],
  }
}

/**
 * Two customers are one by now: who stays is in the higher of the tiers that the two held, or in one that both together
 * have reached. Their progress is counted again, and kept.
 */
export function joinTiers(
  facts: Facts,
  { tenant, customer, other }: { tenant: Tenant; customer: Customer; other: HeldTier | null },
  posting: Posting,
) {
  if (!tenant.settings.usesTiers) return { customer, changes: [] }
  const { now } = posting
  const tiers = tiersOf(facts, tenant)
  const kept = keptProgress(facts, customer, tenant, now)
  const progress = progressToday(kept.days, localDate(now, tenant.timeZone))
  const held = higherOf(tiers, customer.tier, other)
  const promoted = decidePromotion(tiers, { ...customer, tier: held }, progress, now)
  const isMoved = promoted.move !== null || held !== customer.tier
  const move: Move = {
    reason: 'customers merged',
    goals: [],
    ...promoted.move,
    fromTierId: currentTier(tiers, customer)?.id ?? null,
    toTierId: currentTier(tiers, promoted.customer)?.id ?? null,
  }
  return {
    customer: promoted.customer,
    changes: [
      ...(kept.added && kept.added.size > 0
        ? [put(tierProgress, keyOf(tiers, customer, tenant, now), kept)]
        : []),
      ...(isMoved ? [tierHistoryChange(customer.id, posting.nextId(), move, now)] : []),
    ],
  }
}

/** Of two that are the same, the first. A tier that there is no more is lower than any other. */
function higherOf(tiers: Tiers, first: HeldTier | null, second: HeldTier | null): HeldTier | null {
  const orderOf = (held: HeldTier | null): number => tiers.find(({ id }) => id === held?.id)?.order ?? -1
  return orderOf(second) > orderOf(first) ? second : first
}
