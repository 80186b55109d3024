import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import { localDate, minuteOfDay } from '../platform/zone.ts'
import { hasPrice, idsOfLine } from './evaluate.ts'
import type { Explanation } from './explanation.ts'
import { failedCondition, weekdayOf } from './holds.ts'
import { isLineBonus, isOrderBonus, lookOf } from './kinds.ts'
import type { HourWindow, Weekday, When, WhenMember } from './members.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'
import {
  type CampaignRule,
  isOf,
  type LineBonusRule,
  type OrderBonusRule,
  type Program,
  type Rule,
  stacks,
} from './program.ts'

/** Why a bonus gave an order nothing. */
export type WhyNot =
  | { readonly why: 'notYet' | 'over'; readonly at: Instant }
  | { readonly why: 'otherDay'; readonly days: readonly Weekday[]; readonly was: Weekday }
  | { readonly why: 'otherHour'; readonly hours: readonly HourWindow[]; readonly was: number }
  | { readonly why: 'otherTier' | 'otherBranch' | 'otherPayment'; readonly ids: readonly string[] }
  | { readonly why: 'belowItsMinimum'; readonly minimum: Decimal; readonly counted: Decimal }
  | { readonly why: 'notAmongFirst'; readonly first: number; readonly number: number | null }
  | { readonly why: 'noSuchLine' }
  | { readonly why: 'beaten'; readonly by: Rule }

export type NotMore = WhyNot & { readonly rule: Rule }

type BonusRule = LineBonusRule | OrderBonusRule | CampaignRule

/** Of each active bonus that gave an order nothing, why; none where the order as a whole earned nothing. */
export function whyNotMore(program: Program, facts: OrderFacts, { lines, none }: Explanation): NotMore[] {
  if (none !== undefined || facts.total === 0n) return []
  const gave = new Set(lines.flatMap((line) => ('rule' in line ? [line.rule] : [])))
  return program.rules.flatMap((rule) => {
    if (!rule.isActive || !isBonus(rule) || gave.has(rule.id)) return []
    const why = notAbout(rule, facts) ?? notTrue(rule, facts) ?? beaten(rule, program, gave)
    return why === null ? [] : [{ ...why, rule }]
  })
}

function isBonus(rule: Rule): rule is BonusRule {
  return rule.kind === 'campaign' || isOf(isLineBonus, rule) || isOf(isOrderBonus, rule)
}

/** Where it is about something else: other dates, products, payments. */
function notAbout(rule: BonusRule, facts: OrderFacts): WhyNot | null {
  if (rule.kind === 'campaign') return outside(rule.startsAt, rule.endsAt, facts.placedAt)
  if (isOf(isLineBonus, rule)) {
    const isNamed = (line: LineFacts): boolean =>
      hasPrice(line) && idsOfLine(rule.kind, line).some((id) => rule.ids.includes(id))
    return facts.products.some(isNamed) ? null : { why: 'noSuchLine' }
  }
  const { idOf, match } = lookOf(rule.kind)
  if (idOf && 'ids' in rule) {
    const id = idOf(facts)
    return id !== null && rule.ids.includes(id) ? null : { why: OTHER[rule.kind], ids: rule.ids }
  }
  return match?.(facts, rule as never) === null
    ? { why: 'notAmongFirst', first: 1, number: facts.number }
    : null
}

const OTHER = { paymentMethod: 'otherPayment', branch: 'otherBranch', tier: 'otherTier' } as const

function outside(from: Instant | null, until: Instant | null, at: Instant): WhyNot | null {
  if (from !== null && at < from) return { why: 'notYet', at: from }
  return until !== null && at >= until ? { why: 'over', at: until } : null
}

/** Where it asks for something that is not true. */
function notTrue({ when }: BonusRule, facts: OrderFacts): WhyNot | null {
  const failed = when && failedCondition(when, facts, facts.total)
  return failed ? REASONS[failed](when, facts) : null
}

const REASONS: Readonly<Record<WhenMember, (when: When, facts: OrderFacts) => WhyNot>> = {
  from: ({ from }) => ({ why: 'notYet', at: from ?? 0 }),
  until: ({ until }) => ({ why: 'over', at: until ?? 0 }),
  days: ({ days }, { placedAt, timeZone }) => ({
    why: 'otherDay',
    days: [...(days ?? [])],
    was: weekdayOf(localDate(placedAt, timeZone)),
  }),
  hours: ({ hours }, { placedAt, timeZone }) => ({
    why: 'otherHour',
    hours: hours ?? [],
    was: minuteOfDay(placedAt, timeZone),
  }),
  tiers: ({ tiers }) => ({ why: 'otherTier', ids: [...(tiers ?? [])] }),
  branches: ({ branches }) => ({ why: 'otherBranch', ids: [...(branches ?? [])] }),
  paymentMethods: ({ paymentMethods }) => ({ why: 'otherPayment', ids: [...(paymentMethods ?? [])] }),
  minimumOrder: ({ minimumOrder }, { total }) => ({
    why: 'belowItsMinimum',
    minimum: minimumOrder ?? 0n,
    counted: total,
  }),
  firstOrders: ({ firstOrders }, { number }) => ({ why: 'notAmongFirst', first: firstOrders ?? 0, number }),
}

/** Where another of those that it competes with counted instead. */
function beaten(rule: BonusRule, { rules }: Program, gave: ReadonlySet<number>): WhyNot | null {
  if (stacks(rule)) return null
  const rivals = rules.filter(isBonus).filter((one) => gave.has(one.id) && !stacks(one))
  const by = rivals.find((one) => isOfPoints(one) === isOfPoints(rule))
  return by ? { why: 'beaten', by } : null
}

function isOfPoints(rule: BonusRule): boolean {
  return rule.kind !== 'campaign' && rule.bonus.type === 'points'
}
