/** The one way in which anything changes what goals count: orders, grants, birthdays, signups, quizzes, cashback. */
import type { Posted } from '../accounts/account.ts'
import type { Customer, HeldTier } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, type Load, load, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { Award, AwardWithPoints } from '../awards/award.ts'
import { awards } from '../awards/collections.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { programAt } from '../earning/schedule.ts'
import type { Instant } from '../platform/clock.ts'
import { ZERO } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { importedProgressChange } from './collections/imported-progress.ts'
import { type KeptProgress, NO_PROGRESS, type ProgressKey, tierProgress } from './collections/progress.ts'
import { tierHistoryChange } from './collections/tier-history.ts'
import { tierPrizes } from './collections/tier-prizes.ts'
import { configuredTiers, TIERS } from './collections/tiers.ts'
import {
  decideFall,
  decidePromotion,
  type MoveOutcome,
  reachedTier,
  type TakenBack,
  tierWithout,
} from './rules/change-tier.ts'
import {
  type Gain,
  longestWindowStart,
  negated,
  type Progress,
  plus,
  progressToday,
  sumByDay,
} from './rules/progress.ts'
import { givePrizesOfTiers, isForTierUpTo, isTierPrizeEarned, prizesToUndo } from './rules/tier-prizes.ts'
import { ACTION_TYPES, currentTier, type Move, NO_TIERS, type Tier, type Tiers } from './tier.ts'

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

/** Of a prize of a tier, with the progress that was asked for with `progressLoads`. */
export function isStillEarned(
  facts: Facts,
  { tenant, customer, award, now }: { tenant: Tenant; customer: Customer; award: Award; now: Instant },
): boolean {
  const tiers = tiersOf(facts, tenant)
  const tier = currentTier(tiers, customer)
  if (!tier || !isForTierUpTo(tier, award, tiers)) return false
  const { days } = keptProgress(facts, customer, tenant, now)
  const { timeZone } = tenant
  const today = localDate(now, timeZone)
  return isTierPrizeEarned(award, { tiers, days, today, firstDay: today - graceDaysOf(tenant), timeZone })
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
  /** When the order was placed that gained it; without it, it is no order's. */
  readonly placedAt?: Instant
  /** It was gained elsewhere: a tier that it leads to gives nothing. */
  readonly isElsewhere?: boolean
}

export interface Counted {
  readonly customer: Customer
  readonly changes: readonly Change[]
  /** Prizes of tiers that were lost with an order that was taken back. */
  readonly toUndo: readonly AwardWithPoints[]
}

/** The customer in the tier that these gains have brought them to, and what is to be saved for it. */
export function countGains(facts: Facts, gained: Gained, posting: Posting): Counted {
  const { tenant, customer, takenBack } = gained
  const { now } = posting
  const gains = tenant.settings.usesTiers ? sumByDay(gained.gains) : []
  if (gains.length === 0) return { customer, changes: [], toUndo: [] }
  const tiers = tiersOf(facts, tenant)
  const kept = keptProgress(facts, customer, tenant, now)
  const changed = { days: plus(kept.days, gains), added: kept.added && plus(kept.added, gains) }
  const today = localDate(now, tenant.timeZone)
  const progress = progressToday(changed.days, today)
  const promoted = decidePromotion(tiers, customer, progress, now)
  const outcome =
    promoted.move || !takenBack ? promoted : decideFall(tiers, customer, progress, takenBack, now)
  const earned = promoted.move || takenBack ? earnedOfTiers(facts, customer) : []
  const before = progressToday(kept.days, today)
  const given =
    promoted.move && !gained.isElsewhere
      ? prizesOf(facts, { ...gained, tiers, before, promoted, earned }, posting)
      : []
  if (given.length > 0) posting.markTierPrizes()
  return {
    customer: outcome.customer,
    changes: [
      put(tierProgress, keyOf(tiers, customer, tenant, now), changed),
      ...(outcome.move ? [tierHistoryChange(customer.id, posting.nextId(), outcome.move, now)] : []),
      ...given.map(({ award }) => put(awards, award, award)),
      ...(given.length > 0 ? [put(tierPrizes, customer.id, [...earned, ...given])] : []),
    ],
    toUndo:
      takenBack && !promoted.move && earned.length > 0
        ? prizesToUndo(earned, {
            tiers,
            fall: outcome.move && { to: currentTier(tiers, outcome.customer), since: takenBack.countedAt },
            before: kept.days,
            days: changed.days,
            today,
            firstDay: today - graceDaysOf(tenant),
            timeZone: tenant.timeZone,
          })
        : [],
  }
}

/** The prizes of tiers that a customer has, as commands of this batch have left them. */
function earnedOfTiers(facts: Facts, { id }: Customer): AwardWithPoints[] {
  if (!facts.account.hasTierPrizes) return []
  return (facts.need(tierPrizes, id) ?? [])
    .map((prize) => ({ ...prize, award: facts.peek(awards, prize.award) ?? prize.award }))
    .filter(({ award }) => award.state !== 'undone')
}

/** What was gained, before the promotion. */
interface Promotion extends Pick<Gained, 'tenant' | 'customer' | 'placedAt'> {
  readonly tiers: Tiers
  /** What counted for goals before these gains. */
  readonly before: Progress
  readonly promoted: MoveOutcome
  readonly earned: readonly AwardWithPoints[]
}

/** A tier that was reached before these gains, because tiers were introduced or changed, gives nothing. */
function prizesOf(facts: Facts, promotion: Promotion, posting: Posting): AwardWithPoints[] {
  const { tenant, tiers, customer, before, promoted, earned, placedAt = posting.now } = promotion
  const to = currentTier(tiers, promoted.customer)
  if (!to) return []
  const program = programAt(facts.peek(programSchedule, CURRENT), posting.now)
  const from = higherTier(currentTier(tiers, customer), reachedTier(tiers, before))
  const { timeZone } = tenant
  const reached = { customerId: customer.id, program, tiers, from, to, earned, timeZone, placedAt }
  return givePrizesOfTiers(posting, reached)
}

function higherTier(first: Tier | null, second: Tier | null): Tier | null {
  return (second?.order ?? -1) > (first?.order ?? -1) ? second : first
}

/**
 * Counts what was spent and ordered elsewhere, or takes it off again. It raises the customer where a goal is reached, and
 * gives nothing for that: it happened elsewhere.
 */
export function countElsewhere(
  facts: Facts,
  { tenant, customer, gain }: { tenant: Tenant; customer: Customer; gain: Gain },
  posting: Posting,
): { readonly customer: Customer; readonly changes: readonly Change[] } {
  const source = importedProgressChange(customer.id, gain)
  if (!tenant.settings.usesTiers) return { customer, changes: [source] }
  const { now } = posting
  const tiers = tiersOf(facts, tenant)
  const kept = keptProgress(facts, customer, tenant, now)
  const changed = { days: plus(kept.days, [gain]), added: kept.added && plus(kept.added, [gain]) }
  const promoted = decidePromotion(
    tiers,
    customer,
    progressToday(changed.days, localDate(now, tenant.timeZone)),
    now,
  )
  return {
    customer: promoted.customer,
    changes: [
      source,
      put(tierProgress, keyOf(tiers, customer, tenant, now), changed),
      ...(promoted.move ? [tierHistoryChange(customer.id, posting.nextId(), promoted.move, now)] : []),
    ],
  }
}

/** Takes off again what an import counted, and the tier that it led to. */
export function discountElsewhere(
  facts: Facts,
  undone: {
    readonly tenant: Tenant
    readonly customer: Customer
    readonly gain: Gain | null
    readonly tier: { readonly given: HeldTier; readonly before: HeldTier | null } | null
  },
  posting: Posting,
): { readonly customer: Customer; readonly changes: readonly Change[] } {
  const { tenant, customer, gain, tier } = undone
  const source = gain ? [importedProgressChange(customer.id, negated(gain))] : []
  if (!tenant.settings.usesTiers || (!gain && !tier)) return { customer, changes: source }
  const { now } = posting
  const tiers = tiersOf(facts, tenant)
  const kept = keptProgress(facts, customer, tenant, now)
  const gains = gain ? [negated(gain)] : []
  const changed = { days: plus(kept.days, gains), added: kept.added && plus(kept.added, gains) }
  const progress = progressToday(changed.days, localDate(now, tenant.timeZone))
  const outcome = tier ? tierWithout(tiers, customer, tier, progress, now) : { customer, move: null }
  return {
    customer: outcome.customer,
    changes: [
      ...source,
      ...(gain ? [put(tierProgress, keyOf(tiers, customer, tenant, now), changed)] : []),
      ...(outcome.move ? [tierHistoryChange(customer.id, posting.nextId(), outcome.move, now)] : []),
    ],
  }
}

/**
 * The tier that an import says, kept until its date: it is no promotion and gives nothing. A higher one that the customer
 * holds already stays.
 */
export function holdTier(
  facts: Facts,
  { tenant, customer, held }: { tenant: Tenant; customer: Customer; held: HeldTier },
  posting: Posting,
): { readonly customer: Customer; readonly changes: readonly Change[] } {
  const tiers = tiersOf(facts, tenant)
  const to = tiers.find(({ id }) => id === held.id)
  const from = currentTier(tiers, customer)
  if (!to || (from && from.order > to.order)) return { customer, changes: [] }
  if (from?.id === to.id && customer.tier) {
    const heldUntil = Math.max(held.heldUntil ?? 0, customer.tier.heldUntil ?? 0)
    const isLonger = heldUntil > (customer.tier.heldUntil ?? 0)
    return {
      customer: isLonger ? { ...customer, tier: { ...customer.tier, heldUntil } } : customer,
      changes: [],
    }
  }
  const move: Move = { fromTierId: from?.id ?? null, toTierId: to.id, reason: 'imported', goals: [] }
  return {
    customer: { ...customer, tier: held },
    changes: [tierHistoryChange(customer.id, posting.nextId(), move, posting.now)],
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
