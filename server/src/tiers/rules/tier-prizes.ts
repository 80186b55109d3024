import type { Posting } from '../../accounts/rules/posting.ts'
import type { Award, AwardWithPoints } from '../../awards/award.ts'
import { givePrize } from '../../awards/make-award.ts'
import type { CustomerId } from '../../contract/ids.ts'
import type { Program } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { type LocalDate, localDate } from '../../platform/zone.ts'
import { type Tier, type Tiers, tiersAbove } from '../tier.ts'
import { isReached } from './change-tier.ts'
import { type Days, progressAtEndOf, progressToday } from './progress.ts'

export interface Reached {
  readonly customerId: CustomerId
  readonly program: Program
  readonly tiers: Tiers
  /** The tier that the customer had before; null: none. */
  readonly from: Tier | null
  readonly to: Tier
  /** What the customer has earned of tiers before, and still has. */
  readonly earned: readonly AwardWithPoints[]
  readonly timeZone: string
  /** When the order was placed that reached it; else now. */
  readonly placedAt: Instant
}

/**
 * Gives the prizes of every tier above the old one up to the new one, each once per customer. Returns the new ones. An order
 * of before a rule took effect gives none: else importing three years of orders would hand out three years of gifts.
 */
export function givePrizesOfTiers(posting: Posting, reached: Reached): AwardWithPoints[] {
  const { customerId, program, tiers, from, to, earned, timeZone, placedAt } = reached
  const { version: programVersion, cashback, index } = program
  const had = new Set(earned.map(({ award }) => keyOf(award)))
  const rules = index.tierReached.filter(({ id }) => placedAt >= (program.ruleStarts.get(id) ?? placedAt))
  return tiersAbove(tiers, from)
    .filter(({ order }) => order <= to.order)
    .flatMap(({ id: tierId }) =>
      rules.flatMap((rule) => {
        const reference = String(tierId)
        const made = { customerId, source: 'tier', ruleId: rule.id, reference, programVersion } as const
        if (!rule.ids.includes(reference) || had.has(keyOf(made))) return []
        const line = { rule: rule.id, kind: rule.kind, id: reference }
        return [givePrize(posting, rule, made, { line, cashback, timeZone })]
      }),
    )
}

function keyOf({ ruleId, reference }: Pick<Award, 'ruleId' | 'reference'>): string {
  return `${ruleId} ${reference}`
}

export interface TakenFromTiers {
  readonly tiers: Tiers
  /** The tier that was left of a fall, and since when the order counted that was taken back; null: none was lost. */
  readonly fall: { readonly to: Tier | null; readonly since: Instant } | null
  /** What counted before it was taken back, and what counts now. */
  readonly before: Days
  readonly days: Days
  readonly today: LocalDate
  /** Since then it is known what counted for goals. */
  readonly firstDay: LocalDate
  readonly timeZone: string
}

/**
 * The prizes of tiers for which there is no reason any more, now that an order was taken back: of tiers that fell with it,
 * and of those that, as orders stand, were met on no day since. So of two orders that each reach a tier, both may be
 * cancelled in any order; the tier itself keeps its grace.
 */
export function prizesToUndo(
  earned: readonly AwardWithPoints[],
  { tiers, fall, before, days, today, firstDay, timeZone }: TakenFromTiers,
): AwardWithPoints[] {
  const above = new Set(fall ? tiersAbove(tiers, fall.to).map(({ id }) => String(id)) : [])
  return earned.filter(({ award }) => {
    const tierId = tierOf(award)
    if (fall && award.madeAt >= fall.since && above.has(tierId)) return true
    const tier = tiers.find(({ id }) => String(id) === tierId)
    const since = localDate(award.madeAt, timeZone)
    if (!tier || since < firstDay) return false
    return isMetSince(tier, before, since, today) && !isMetSince(tier, days, since, today)
  })
}

/**
 * Whether there still is a reason for the prize of a tier that the customer is in: its goals were met, as orders stand, on
 * a day since it was given. A tier is kept for its grace also where they were not. What is not known any more counts.
 */
export function isTierPrizeEarned(
  award: Award,
  {
    tiers,
    days,
    today,
    firstDay,
    timeZone,
  }: Pick<TakenFromTiers, 'tiers' | 'days' | 'today' | 'firstDay' | 'timeZone'>,
): boolean {
  const tier = tiers.find(({ id }) => String(id) === tierOf(award))
  const since = localDate(award.madeAt, timeZone)
  return !tier || since < firstDay || isMetSince(tier, days, since, today)
}

/** Whether the goals of a tier were met on any day since. Only a day on which something came can be the first. */
function isMetSince(tier: Tier, days: Days, since: LocalDate, today: LocalDate): boolean {
  const came = [...days.keys()].filter((day) => day > since && day <= today)
  return (
    isReached(tier, progressToday(days, today)) ||
    [since, ...came].some((day) => isReached(tier, progressAtEndOf(days, day)))
  )
}

/** Whether an award was given for this tier or one below it. */
export function isForTierUpTo({ order }: Tier, award: Award, tiers: Tiers): boolean {
  return tiers.some((tier) => String(tier.id) === tierOf(award) && tier.order <= order)
}

/** What a merged customer was still to be given names the tier, and then itself. */
function tierOf({ reference }: Award): string {
  return reference.split('-', 1)[0] ?? reference
}
