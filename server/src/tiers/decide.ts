import type { Customer, HeldTier } from '../accounts/customer.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ONE, ZERO } from '../platform/decimal.ts'
import { type LocalDate, localDate, startOfDay } from '../platform/zone.ts'
import {
  currentTier,
  type Goal,
  MEASURE,
  type Move,
  type MoveReason,
  type Tier,
  type Tiers,
  tiersAbove,
} from './tier.ts'

const DAY_MS = 86_400_000

/**
 * From when on things count for a goal on this day: the start of the same date so many months ago in the
 * tenant's zone, so that what happened on a day counts until the end of its anniversary.
 */
export function windowStart(day: LocalDate, months: number, timeZone: string): Instant {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const start = Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth))
  return startOfDay(start / DAY_MS, timeZone)
}

/** How much a customer has of what a goal counts. */
export type Progress = (goal: Goal) => Decimal

/** The highest of these tiers whose goals are all met. */
export function reachedTier(tiers: Tiers, progress: Progress): Tier | null {
  return tiers.findLast((tier) => isReached(tier, progress)) ?? null
}

function isReached({ goals, isBase }: Tier, progress: Progress): boolean {
  return !isBase && goals.length > 0 && goals.every((goal) => progress(goal) >= goal.value)
}

export interface MoveOutcome {
  readonly customer: Customer
  readonly move: Move | null
}

/** Raises a customer at once where the goals of a higher tier are met. */
export function decideRaise(tiers: Tiers, customer: Customer, progress: Progress, now: Instant): MoveOutcome {
  const current = currentTier(tiers, customer)
  const reached = reachedTier(tiersAbove(tiers, current), progress)
  if (!reached) return { customer, move: null }
  return moved(tiers, customer, reached, { reason: 'goals reached', of: reached, progress }, now)
}

/** One thing that counts for goals, and when it happened. */
export interface Gain {
  readonly at: Instant
  readonly spend: Decimal
  readonly orders: number
  readonly points: Decimal
}

export interface MoveContext {
  readonly tiers: Tiers
  readonly customer: Customer
  /** All of the customer's that counted at any time in the grace period. */
  readonly gains: readonly Gain[]
  readonly timeZone: string
  readonly graceDays: number
  /** When it was last seen to that nobody's goals are missed unnoticed; null: never. */
  readonly sweptAt: Instant | null
}

/**
 * Looks whether a customer keeps the tier. Goals that are no longer met are noted first; only when they have
 * not been met for as long as the grace period does the customer go to the highest tier that is still theirs.
 */
export function decideMove(context: MoveContext, now: Instant): MoveOutcome {
  const { tiers, customer, timeZone, graceDays } = context
  const unchanged = { customer, move: null }
  const held = customer.tier
  if (!held) return unchanged
  const today = localDate(now, timeZone)
  const progress = valuesOn(context, today)
  const raised = decideRaise(tiers, customer, progress, now)
  if (raised.move) return raised
  const tier = tiers.find(({ id }) => id === held.id)
  const reached = reachedTier(tiers, progress)
  if (!tier) return moved(tiers, customer, reached, { reason: 'tier removed', of: null, progress }, now)
  // Without goals it was given by hand, and stays.
  if (tier.goals.length === 0) return unchanged
  if (reached && reached.order >= tier.order) {
    return held.belowSince === null ? unchanged : withMark(customer, held, null)
  }
  const belowSince = held.belowSince ?? fellAt(context, tier, held, now)
  if (today - localDate(belowSince, timeZone) >= graceDays) {
    return moved(tiers, customer, reached, { reason: 'goals missed', of: tier, progress }, now)
  }
  return held.belowSince === null ? withMark(customer, held, belowSince) : unchanged
}

/**
 * Since when the goals of the tier are not met. Time alone tells it to the day, whenever somebody looks. What
 * it does not tell, such as a cancelled order or a goal that was raised, has happened since the last look.
 */
function fellAt(context: MoveContext, tier: Tier, held: HeldTier, now: Instant): Instant {
  const { timeZone, graceDays, sweptAt } = context
  const today = localDate(now, timeZone)
  let day = today
  while (day > today - graceDays && !isReached(tier, valuesOn(context, day - 1))) day -= 1
  const since = Math.max(startOfDay(day, timeZone), held.since, sweptAt ?? held.since)
  // A sandbox's clock can have been set back.
  return Math.min(since, now)
}

/** What the customer had at the end of a day; today, what they have. */
function valuesOn({ gains, timeZone }: MoveContext, day: LocalDate): Progress {
  const end = startOfDay(day + 1, timeZone)
  return (goal) => {
    const start = windowStart(day, goal.months, timeZone)
    return gains.reduce(
      (sum, gain) => (gain.at >= start && gain.at < end ? sum + quantity(gain, goal) : sum),
      ZERO,
    )
  }
}

export function quantity(gain: Omit<Gain, 'at'>, { measure }: Pick<Goal, 'measure'>): Decimal {
  switch (measure) {
    case MEASURE.spend:
      return gain.spend
    case MEASURE.orders:
      return BigInt(gain.orders) * ONE
    case MEASURE.points:
      return gain.points
  }
}

interface Cause {
  readonly reason: MoveReason
  /** The tier whose goals decided. */
  readonly of: Tier | null
  readonly progress: Progress
}

function moved(tiers: Tiers, customer: Customer, to: Tier | null, cause: Cause, now: Instant): MoveOutcome {
  const changed = { ...customer, tier: to && { id: to.id, since: now, belowSince: null } }
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
