import type { Customer, HeldTier } from '../../accounts/customer.ts'
import type { Instant } from '../../platform/clock.ts'
import { localDate, startOfDay } from '../../platform/zone.ts'
import { currentTier, type Move, type MoveReason, type Tier, type Tiers, tiersAbove } from '../tier.ts'
import { type Days, type Progress, progressAtEndOf, progressToday } from './progress.ts'

/** The highest of these tiers whose goals are all met. */
export function reachedTier(tiers: Tiers, progress: Progress): Tier | null {
  return tiers.findLast((tier) => isReached(tier, progress)) ?? null
}

export function isReached({ goals, isBase }: Tier, progress: Progress): boolean {
  return !isBase && goals.length > 0 && goals.every((goal) => progress(goal) >= goal.value)
}

export interface MoveOutcome {
  readonly customer: Customer
  readonly move: Move | null
}

/** Raises a customer at once where the goals of a higher tier are met. */
export function decidePromotion(
  tiers: Tiers,
  customer: Customer,
  progress: Progress,
  now: Instant,
): MoveOutcome {
  if (customer.erasedAt !== null) return { customer, move: null }
  const current = currentTier(tiers, customer)
  const reached = reachedTier(tiersAbove(tiers, current), progress)
  if (!reached) return { customer, move: null }
  return moved(tiers, customer, reached, { reason: 'goals reached', of: reached, progress }, now)
}

/** An order that has been cancelled or wholly given back. */
export interface TakenBack {
  /** Since when it has counted. */
  readonly countedAt: Instant
  /** The tier that the customer had before it. */
  readonly tierIdBefore: number | null
}

/**
 * Takes away at once what was reached since that order counted and is no longer met: down to the highest that is met,
 * but not below the tier that the customer had before the order, which keeps its grace. So does one that was lost
 * meanwhile and reached again: since when it is held does not tell, because a fall from above begins it anew.
 */
export function decideFall(
  tiers: Tiers,
  customer: Customer,
  progress: Progress,
  { countedAt, tierIdBefore }: TakenBack,
  now: Instant,
): MoveOutcome {
  const unchanged = { customer, move: null }
  const held = customer.tier
  const tier = tiers.find(({ id }) => id === held?.id)
  if (!held || !tier || tier.goals.length === 0 || held.since < countedAt) return unchanged
  if (isHeld(held, now)) return unchanged
  const before = tiers.find(({ id, isBase }) => id === tierIdBefore && !isBase) ?? null
  const reached = reachedTier(tiers, progress)
  if (isAtLeast(before, tier) || isAtLeast(reached, tier)) return unchanged
  const cause = { reason: 'order taken back', of: tier, progress } as const
  return before && !isAtLeast(reached, before)
    ? moved(tiers, customer, before, cause, countedAt)
    : moved(tiers, customer, reached, cause, now)
}

function isAtLeast(tier: Tier | null, other: Tier): boolean {
  return tier !== null && tier.order >= other.order
}

/**
 * The tier of a customer after an import that led to `given` is undone: the one before it, or the highest that the goals
 * reach without it. What has changed since stays.
 */
export function tierWithout(
  tiers: Tiers,
  customer: Customer,
  { given, before }: { readonly given: HeldTier; readonly before: HeldTier | null },
  progress: Progress,
  now: Instant,
): MoveOutcome {
  const held = customer.tier
  if (held?.id !== given.id || held.since !== given.since) return { customer, move: null }
  const orderOf = (one: HeldTier | null): number => tiers.find(({ id }) => id === one?.id)?.order ?? -1
  const reached = reachedTier(tiers, progress)
  // It is met without the import by now, so it is no longer held but reached.
  if (reached && reached.order >= orderOf(given)) {
    const { heldUntil: _, ...plain } = held
    return { customer: { ...customer, tier: plain }, move: null }
  }
  const isHigher = reached !== null && reached.order > orderOf(before)
  const tier = isHigher ? { id: reached.id, since: now, belowSince: null } : before
  const changed = { ...customer, tier }
  return {
    customer: changed,
    move: {
      fromTierId: currentTier(tiers, customer)?.id ?? null,
      toTierId: currentTier(tiers, changed)?.id ?? null,
      reason: 'import undone',
      goals: [],
    },
  }
}

/** A tier that was imported is kept until its date, whatever its goals say. */
function isHeld({ heldUntil }: HeldTier, now: Instant): boolean {
  return heldUntil !== undefined && now < heldUntil
}

export interface MoveContext {
  readonly tiers: Tiers
  readonly customer: Customer
  /** All of the customer's that counted at any time in the grace period. */
  readonly days: Days
  readonly timeZone: string
  readonly graceDays: number
  /** When missed goals were last looked for; null: never. */
  readonly sweptAt: Instant | null
}

/**
 * Looks which tier is a customer's: a higher one at once. Goals that are no longer met are noted first; only when
 * they have not been met for as long as the grace period does the customer go to the highest that is still theirs.
 */
export function decideTier(context: MoveContext, now: Instant): MoveOutcome {
  const { tiers, customer, days, timeZone, graceDays } = context
  const unchanged = { customer, move: null }
  const today = localDate(now, timeZone)
  const progress = progressToday(days, today)
  const raised = decidePromotion(tiers, customer, progress, now)
  if (raised.move) return raised
  const held = customer.tier
  if (!held) return unchanged
  // Of a person who was erased before erasing ended the tier.
  if (customer.erasedAt !== null) return { customer: { ...customer, tier: null }, move: null }
  const tier = tiers.find(({ id }) => id === held.id)
  const reached = reachedTier(tiers, progress)
  if (!tier) return moved(tiers, customer, reached, { reason: 'tier removed', of: null, progress }, now)
  if (isHeld(held, now)) return held.belowSince === null ? unchanged : withMark(customer, held, null)
  // Without goals it was given by hand, and stays.
  if (tier.goals.length === 0) return unchanged
  if (isAtLeast(reached, tier)) {
    return held.belowSince === null ? unchanged : withMark(customer, held, null)
  }
  const belowSince = held.belowSince ?? fellAt(context, tier, held, now)
  if (today - localDate(belowSince, timeZone) >= graceDays) {
    return moved(tiers, customer, reached, { reason: 'goals missed', of: tier, progress }, now)
  }
  return held.belowSince === null ? withMark(customer, held, belowSince) : unchanged
}

/**
 * Since when the goals of the tier are not met. Time alone tells it to the day, whenever it is looked at. What
 * it does not tell, such as a cancelled order or a goal that was raised, has happened since the last look.
 */
function fellAt(context: MoveContext, tier: Tier, held: HeldTier, now: Instant): Instant {
  const { days, timeZone, graceDays, sweptAt } = context
  const today = localDate(now, timeZone)
  let day = today
  while (day > today - graceDays && !isReached(tier, progressAtEndOf(days, day - 1))) day -= 1
  const looked = [sweptAt, held.heldUntil].map((at) => at ?? held.since)
  const since = Math.max(startOfDay(day, timeZone), held.since, ...looked)
  // A sandbox's clock can have been set back.
  return Math.min(since, now)
}

interface Cause {
  readonly reason: MoveReason
  /** The tier whose goals decided. */
  readonly of: Tier | null
  readonly progress: Progress
}

function moved(tiers: Tiers, customer: Customer, to: Tier | null, cause: Cause, since: Instant): MoveOutcome {
  const changed = { ...customer, tier: to && { id: to.id, since, belowSince: null } }
  const from = cause.reason === 'tier removed' ? customer.tier : currentTier(tiers, customer)
  return {
    customer: changed,
    move: {
      fromTierId: from?.id ?? null,
      toTierId: currentTier(tiers, changed)?.id ?? null,
      reason: cause.reason,
      goals: (cause.of?.goals ?? []).map((goal) => ({ goal, value: cause.progress(goal) })),
    },
  }
}

function withMark(customer: Customer, held: HeldTier, belowSince: Instant | null): MoveOutcome {
  return { customer: { ...customer, tier: { ...held, belowSince } }, move: null }
}
