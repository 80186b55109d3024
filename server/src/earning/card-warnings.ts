import type { Instant } from '../platform/clock.ts'
import { type LocalDate, localDate, localDateToText } from '../platform/zone.ts'
import type { StampPeriod } from './card-members.ts'
import {
  alsoOnCard,
  begunCards,
  cardOff,
  EXCLUDED_FROM_STAMPS,
  neverFull,
  UNSEEN_QUANTITY,
} from './card-texts.ts'
import { weekdayOf } from './holds.ts'
import type { CardRule, Program } from './program.ts'
import type { CatalogPlaces, ProgramContext, Warn, Warning } from './warning.ts'
import { unknownIds } from './warning-texts.ts'

/** What of a card is not known, can't happen, or is not for everyone at once. */
export function warningsOfCard(
  rule: CardRule,
  program: Program,
  context: ProgramContext,
  warn: Warn,
): Warning[] {
  const possible = possibleStamps(rule, context)
  const begun = context.begunCards.get(rule.id) ?? 0
  const changed = begun > 0 ? changedMember(rule, liveCard(rule.id, context)) : null
  return [
    ...warningsOfPicked(rule, program, context, warn),
    ...warningsOfOtherCards(rule, program, context, warn),
    ...(rule.counts === 'items' && context.sent?.quantities === false
      ? [warn('/counts', 'unseenQuantity', UNSEEN_QUANTITY)]
      : []),
    ...(possible !== null && possible < rule.stamps
      ? [warn('/stamps', 'neverFull', neverFull(possible, rule.stamps))]
      : []),
    ...(changed === null ? [] : [warn(`/${changed}`, 'begunCards', begunCards(begun))]),
  ]
}

function warningsOfPicked(
  { picked }: CardRule,
  { index }: Program,
  { known }: ProgramContext,
  warn: Warn,
): Warning[] {
  if (picked === null) return []
  const { of, ids } = picked
  const found: Warning[] = []
  const unknown = known === null ? [] : ids.filter((id) => !known[of].has(id))
  if (unknown.length > 0) found.push(warn('/ids', 'unknownId', unknownIds(unknown)))
  const out = new Set(
    index.exclusions.stamps?.rules.flatMap(({ excluded, when }) =>
      excluded.of === of && when === null ? excluded.ids : [],
    ),
  )
  if (ids.every((id) => out.has(id))) found.push(warn('/ids', 'excludedAnyway', EXCLUDED_FROM_STAMPS))
  return found
}

/** The same item stamps two cards: rarely meant where the second was added to replace the first. */
function warningsOfOtherCards(
  { id, picked }: CardRule,
  { index }: Program,
  { known, places }: ProgramContext,
  warn: Warn,
): Warning[] {
  if (picked === null) return []
  return index.cards.flatMap((other) => {
    if (other.id >= id || !other.isActive || other.picked === null) return []
    const both = onBoth(picked, other.picked, places)
    if (both.length === 0) return []
    const names = both.map((one) => known?.[one.of].get(one.id) ?? one.id)
    const told = warn('/ids', 'otherCard', alsoOnCard([...new Set(names)], other.name))
    return [{ ...told, otherRule: other.id }]
  })
}

type Picked = NonNullable<CardRule['picked']>
type PickedId = { readonly of: Picked['of']; readonly id: string }

/** What stamps both cards: of a product and its category the product, of two categories the one inside the other. */
function onBoth(one: Picked, other: Picked, places: CatalogPlaces): readonly PickedId[] {
  const found = [...insideOf(one, other, places), ...insideOf(other, one, places)]
  return [...new Map(found.map((each) => [keyOf(each), each])).values()]
}

function insideOf({ of, ids }: Picked, outer: Picked, places: CatalogPlaces): readonly PickedId[] {
  const wanted = new Set(outer.ids.map((id) => keyOf({ of: outer.of, id })))
  return ids
    .map((id) => ({ of, id }))
    .filter((inner) => [inner, ...around(inner, places)].some((each) => wanted.has(keyOf(each))))
}

/** The brand and the categories that something is in. */
function around({ of, id }: PickedId, { products, categories }: CatalogPlaces): readonly PickedId[] {
  const place = of === 'product' ? products.get(id) : undefined
  const above = of === 'category' ? categories.get(id) : place?.categoryIds
  return [
    ...(above ?? []).map((category) => ({ of: 'category', id: category }) as const),
    ...(place?.brandId == null ? [] : [{ of: 'brand', id: place.brandId } as const]),
  ]
}

function keyOf({ of, id }: PickedId): string {
  return `${of} ${id}`
}

/** A card by which customers collect now. */
export function liveCard(id: number, { current }: ProgramContext): CardRule | undefined {
  return current.index.cards.find((card) => card.id === id)
}

/** The first of what a begun card keeps and the next one will have otherwise; null: nothing. */
function changedMember(rule: CardRule, before: CardRule | undefined): string | null {
  if (before === undefined) return null
  if (rule.stamps !== before.stamps) return 'stamps'
  if (rule.perAmount !== before.perAmount) return 'perAmount'
  if (rule.points !== before.points) return 'points'
  if (rule.rewardId !== before.rewardId) return 'reward'
  if (rule.waitingDays !== before.waitingDays) return 'waitingDays'
  if (rule.validityDays !== before.validityDays) return 'validityDays'
  return JSON.stringify(rule.goodUntil) === JSON.stringify(before.goodUntil) ? null : 'goodUntil'
}

/** Cards that customers have begun, and that are switched off or gone. */
export function warningsOfCardsOff({ rules }: Program, context: ProgramContext): Warning[] {
  return context.current.index.cards.flatMap(({ id, name }) => {
    const begun = context.begunCards.get(id) ?? 0
    const position = rules.findIndex((rule) => rule.id === id && rule.kind === 'card')
    if (begun === 0 || rules[position]?.isActive) return []
    const pointer = position < 0 ? '/rules' : `/rules/${position}/isActive`
    return [{ pointer, name: 'cardOff', message: cardOff(name, begun) }]
  })
}

/** How many stamps a customer can have at once at most; null: as many as it needs. */
function possibleStamps(rule: CardRule, context: ProgramContext): number | null {
  const { counts, stampLimit, stampsGoodDays, when } = rule
  const bounds: number[] = []
  const ofOrder = counts === 'orders' ? 1 : stampLimit?.per === 'order' ? stampLimit.stamps : null
  if (when?.firstOrders != null && ofOrder !== null) bounds.push(when.firstOrders * ofOrder)
  if (stampLimit !== null && stampLimit.per !== 'order') {
    const periods = [
      periodsOfWindow(rule, stampLimit.per, context),
      stampsGoodDays === null ? null : periodsWithin(stampsGoodDays + 1, stampLimit.per),
    ]
    bounds.push(...periods.flatMap((count) => (count === null ? [] : [count * stampLimit.stamps])))
  }
  return bounds.length === 0 ? null : Math.min(...bounds)
}

/** A longer window has more periods than any card needs stamps. */
const WINDOW_DAYS_MAX = 5_000

/** In how many days, weeks or months a card can get stamps; null: it has no end, or that has passed. */
function periodsOfWindow(
  { id, when }: CardRule,
  per: Exclude<StampPeriod, 'order'>,
  { current, now, timeZone }: ProgramContext,
): number | null {
  if (when?.until == null || when.until <= now) return null
  const from: Instant = when.from ?? current.ruleStarts.get(id) ?? now
  const [first, last] = [localDate(from, timeZone), localDate(when.until - 1, timeZone)]
  if (last - first > WINDOW_DAYS_MAX) return null
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  const counting = days.filter((day) => when.days === null || when.days.has(weekdayOf(day)))
  return new Set(counting.map((day) => PERIOD_OF[per](day))).size
}

const PERIOD_OF: Readonly<Record<Exclude<StampPeriod, 'order'>, (day: LocalDate) => string | number>> = {
  day: (day) => day,
  // The first day of all was a Thursday, and weeks begin on Mondays.
  week: (day) => Math.floor((day + 3) / 7),
  month: (day) => localDateToText(day).slice(0, '2026-11'.length),
}

const SHORTEST: Readonly<Record<Exclude<StampPeriod, 'order'>, number>> = { day: 1, week: 7, month: 28 }

/** The most periods that so many days in a row can touch. */
function periodsWithin(days: number, per: Exclude<StampPeriod, 'order'>): number {
  return Math.ceil((days - 1) / SHORTEST[per]) + 1
}
