import { type Decimal, minimum, notBelowZero, ONE, ZERO } from '../platform/decimal.ts'
import { type LocalDate, localDate, localDateToText } from '../platform/zone.ts'
import { inapplicable } from './applies.ts'
import { countedFor } from './counted.ts'
import { type Earning, worthOf } from './earned.ts'
import { evaluateOrder } from './evaluate.ts'
import { type ExplanationLine, type LimitLine, shortText } from './explanation.ts'
import { weekdayOf } from './holds.ts'
import type { CapPeriod, LimitPeriod } from './limit-members.ts'
import { WEEKDAYS } from './members.ts'
import type { OrderFacts } from './order-facts.ts'
import { type BonusRule, type CapRule, limitOf, type Program } from './program.ts'
import type { Measure, Taken, UsedOf } from './taken.ts'

export interface LimitContext {
  readonly usedOf: UsedOf
  /** The order as it was before the change; null: it is new. */
  readonly before: { readonly facts: OrderFacts; readonly taken: readonly Taken[] } | null
}

export const NO_LIMITS: LimitContext = { usedOf: () => ZERO, before: null }

export function hasLimits({ index }: Program): boolean {
  return index.limited.length > 0 || index.caps.length > 0
}

/** What an order earns within what its customer may still be given. */
export function evaluateWithin(program: Program, facts: OrderFacts, limits: LimitContext): Earning {
  if (!hasLimits(program)) return evaluateOrder(program, facts)
  const blocked = blockedFor(program, facts, limits)
  const earning = evaluateOrder(program, facts, blocked)
  const times = timesTaken(program, facts, earning, blocked)
  const refused = times.filter(({ amount }) => amount === ZERO)
  const told = refused.map(({ ruleId: rule }): LimitLine => ({ kind: 'limit', rule, points: '0' }))
  const capped = withinCaps(program, facts, earning.points, limits)
  const { points } = capped
  const none = earning.points > ZERO && points === ZERO ? { none: 'capped' as const } : {}
  const lines = [...earning.explanation.lines, ...told, ...capped.lines]
  return {
    ...earning,
    points,
    cashback: worthOf(points, program.cashback),
    explanation: { ...earning.explanation, lines, ...none },
    taken: [...times, ...capped.taken],
  }
}

/** Bonuses that a customer was given as often as they may be. */
export function blockedBonuses(
  program: Program,
  at: Pick<OrderFacts, 'placedAt' | 'timeZone'>,
  usedOf: UsedOf,
): ReadonlySet<BonusRule> {
  return blockedFor(program, at, { usedOf, before: null })
}

function blockedFor(
  { index }: Program,
  at: Pick<OrderFacts, 'placedAt' | 'timeZone'>,
  limits: LimitContext,
): ReadonlySet<BonusRule> {
  return new Set(index.limited.filter((rule) => !mayGive(rule, at, limits)))
}

/** How much one order more may earn, whatever is in it; null: there is no cap. */
export function roomOfCaps(
  { index }: Program,
  at: Pick<OrderFacts, 'placedAt' | 'timeZone'>,
  usedOf: UsedOf,
): Decimal | null {
  const rooms = index.caps.map((cap) => {
    if (cap.per === 'order') return cap.points
    const used = usedOf({ ruleId: cap.id, measure: 'points', period: periodOf(cap.per, at) })
    return notBelowZero(cap.points - used)
  })
  return rooms.reduce<Decimal | null>((least, room) => (least === null ? room : minimum(least, room)), null)
}

/** What a stored order has earned, by what it has taken: for looking again whether that is possible. */
export function evaluateAsTaken(program: Program, facts: OrderFacts, taken: readonly Taken[]): Earning {
  // As much room as there was for just that. What is not among it gave nothing by itself: what was refused is, as zero.
  const usedOf: UsedOf = ({ ruleId, measure }) => {
    const rule = program.rules.find(({ id }) => id === ruleId)
    if (!rule) return ZERO
    const had = takenOf(taken, ruleId, measure)
    if (rule.kind === 'cap') return rule.points - (had?.amount ?? ZERO)
    return had ? BigInt(limitOf(rule)?.times ?? 0) * ONE - had.amount : ZERO
  }
  return evaluateWithin(program, facts, { usedOf, before: null })
}

// ── how often ───────────────────────────────────────────────────────────────────────────────────────────────

/** What was given stays given, what was refused stays refused; only what is new to the order needs room. */
function mayGive(
  rule: BonusRule,
  facts: Pick<OrderFacts, 'placedAt' | 'timeZone'>,
  { usedOf, before }: LimitContext,
): boolean {
  const limit = limitOf(rule)
  if (limit === null) return true
  const key = { ruleId: rule.id, measure: 'times', period: periodOf(limit.per, facts) } as const
  const had = takenOf(before?.taken ?? [], rule.id, 'times')
  if (had?.amount === ZERO) return false
  if (had?.period === key.period) return true
  return BigInt(limit.times) * ONE > usedOf(key)
}

/** One of each rule that gave something, and nothing of each that would have and might not. */
function timesTaken(
  { index }: Program,
  facts: OrderFacts,
  { explanation: { lines, none } }: Earning,
  blocked: ReadonlySet<BonusRule>,
): Taken[] {
  if (none !== undefined) return []
  const counted = blocked.size === 0 ? null : countedFor('points', index, facts)
  const gave = new Set(lines.flatMap((line) => ('rule' in line && line.points !== '0' ? [line.rule] : [])))
  return index.limited.flatMap((rule) => {
    const isRefused = counted !== null && blocked.has(rule) && inapplicable(rule, facts, counted) === null
    const limit = limitOf(rule)
    if (limit === null || !(isRefused || gave.has(rule.id))) return []
    const period = periodOf(limit.per, facts)
    return [{ ruleId: rule.id, measure: 'times' as const, period, amount: isRefused ? ZERO : ONE }]
  })
}

function takenOf(all: readonly Taken[], ruleId: number, measure: Measure): Taken | undefined {
  return all.find((one) => one.ruleId === ruleId && one.measure === measure)
}

// ── how much ────────────────────────────────────────────────────────────────────────────────────────────────

interface WithinCaps {
  readonly points: Decimal
  readonly lines: readonly ExplanationLine[]
  readonly taken: readonly Taken[]
}

/** Each cap is applied to what the one before it has left. */
function withinCaps(program: Program, facts: OrderFacts, points: Decimal, limits: LimitContext): WithinCaps {
  const { caps } = program.index
  const lines: ExplanationLine[] = []
  const taken: Taken[] = []
  let given = points
  let givenBefore = caps.length > 0 && limits.before ? pointsBefore(program, limits.before) : ZERO
  for (const cap of caps) {
    const asked = given
    if (cap.per === 'order') {
      given = minimum(asked, cap.points)
      givenBefore = minimum(givenBefore, cap.points)
    } else {
      const period = periodOf(cap.per, facts)
      const had = takenOf(limits.before?.taken ?? [], cap.id, 'points')
      given = takenFrom(cap, { period, asked, askedBefore: givenBefore, had }, limits)
      givenBefore = had?.amount ?? ZERO
      if (given > ZERO) taken.push({ ruleId: cap.id, measure: 'points', period, amount: given })
    }
    if (given < asked) lines.push({ rule: cap.id, kind: 'cap', points: shortText(given - asked) })
  }
  return { points: given, lines, taken }
}

/** What the order would have given before the change, without its caps. */
function pointsBefore(program: Program, { facts, taken }: NonNullable<LimitContext['before']>): Decimal {
  const isGiven = (rule: BonusRule): boolean => (takenOf(taken, rule.id, 'times')?.amount ?? ZERO) > ZERO
  const blocked = new Set(program.index.limited.filter((rule) => !isGiven(rule)))
  return evaluateOrder(program, facts, blocked).points
}

interface Asked {
  readonly period: string
  readonly asked: Decimal
  readonly askedBefore: Decimal
  readonly had: Taken | undefined
}

/**
 * What is new takes what there is room for. What shrinks loses first what was cut off, so a return never adds; what grows
 * takes only what was bought in addition. In another period it also needs room there.
 */
function takenFrom(
  cap: CapRule,
  { period, asked, askedBefore, had }: Asked,
  { usedOf, before }: LimitContext,
): Decimal {
  const room = notBelowZero(cap.points - usedOf({ ruleId: cap.id, measure: 'points', period }))
  if (before === null) return minimum(asked, room)
  const hadAmount = had?.amount ?? ZERO
  const isMoved = periodOf(cap.per as LimitPeriod, before.facts) !== period
  if (isMoved) return minimum(grown(asked, askedBefore, hadAmount, asked), room)
  return grown(asked, askedBefore, hadAmount, room)
}

/** What is taken of what is asked for by an order that had taken something before. */
export function grown(asked: Decimal, askedBefore: Decimal, had: Decimal, room: Decimal): Decimal {
  if (asked <= askedBefore) return minimum(asked, had)
  return had + minimum(asked - askedBefore, room)
}

// ── periods ─────────────────────────────────────────────────────────────────────────────────────────────────

const LETTER: Readonly<Record<LimitPeriod, string>> = {
  day: 'd',
  week: 'w',
  month: 'm',
  year: 'y',
  ever: 'e',
}

/** All that an order placed then may be counted in. */
export function periodsOf(placedAt: number, timeZone: string): string[] {
  return (Object.keys(LETTER) as LimitPeriod[]).map((per) => periodOf(per, { placedAt, timeZone }))
}

/** The name of the day, week and so on in which an order was placed, by the clock that it earned with. */
export function periodOf(
  per: Exclude<CapPeriod, 'order'>,
  { placedAt, timeZone }: Pick<OrderFacts, 'placedAt' | 'timeZone'>,
): string {
  if (per === 'ever') return LETTER.ever
  const day = localDate(placedAt, timeZone)
  const text = localDateToText(per === 'week' ? mondayOf(day) : day)
  const length = per === 'year' ? 'yyyy'.length : per === 'month' ? 'yyyy-mm'.length : text.length
  return `${LETTER[per]}${text.slice(0, length)}`
}

function mondayOf(day: LocalDate): LocalDate {
  return day - WEEKDAYS.indexOf(weekdayOf(day))
}
