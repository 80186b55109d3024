import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import { localDate, minuteOfDay } from '../platform/zone.ts'
import type { Counted } from './counted.ts'
import { hasPrice, idsOfLine, linesThatCount } from './evaluate.ts'
import { failedCondition, weekdayOf } from './holds.ts'
import { isLineBonus, type LineBonusKind, lookOf } from './kinds.ts'
import type { HourWindow, Weekday, When, WhenMember } from './members.ts'
import type { OrderFacts } from './order-facts.ts'
import { type BonusRule, type CardRule, isOf } from './program.ts'

/** Why a bonus is not one for an order. */
export type Inapplicable =
  | { readonly why: 'notYet' | 'over'; readonly at: Instant }
  | { readonly why: 'otherDay'; readonly days: readonly Weekday[]; readonly was: Weekday }
  | { readonly why: 'otherHour'; readonly hours: readonly HourWindow[]; readonly was: number }
  | { readonly why: 'otherTier' | 'otherBranch' | 'otherPayment'; readonly ids: readonly string[] }
  | { readonly why: 'belowItsMinimum'; readonly minimum: Decimal; readonly counted: Decimal }
  | { readonly why: 'notAmongFirst'; readonly first: number; readonly number: number | null }
  | { readonly why: 'noSuchLine' }
  | { readonly why: 'beforeCard'; readonly at: Instant }

/** What counts of the order, and its lines. */
type Basis = Pick<Counted, 'amount' | 'lines'>

/** null: it is about the order, and all that it asks for is true. */
export function inapplicable(rule: BonusRule, facts: OrderFacts, counted: Basis): Inapplicable | null {
  return notAbout(rule, facts, counted) ?? notTrue(rule, facts, counted)
}

/** Where it is about something else: other dates, products, payments. */
function notAbout(rule: BonusRule, facts: OrderFacts, counted: Basis): Inapplicable | null {
  if (rule.kind === 'campaign') return outside(rule.startsAt, rule.endsAt, facts.placedAt)
  if (isOf(isLineBonus, rule)) {
    return isAmong(rule.ids, idsIn(counted, rule.kind, 'computedOn')) ? null : { why: 'noSuchLine' }
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

/** By kind, and by which lines are looked at. */
const idsOfCounted = new WeakMap<Basis, Map<string, ReadonlySet<string>>>()

/**
 * Which lines of an order are looked at: those on which a bonus is computed, which the total leaves room for; those with a
 * price; or also those that came without one.
 */
const LINES = {
  computedOn: ({ lines, amount }: Basis) => linesThatCount(lines, amount).map(({ line }) => line),
  priced: ({ lines }: Basis) => lines.filter(hasPrice),
  ordered: ({ lines }: Basis) => lines.filter((line) => hasPrice(line) || line.price === null),
}

/**
 * By which rules of a kind may name such a line. Worked out once for all rules: to look for each id of 500 lines among
 * 1,000 ids of 200 rules took 0.3 s.
 */
function idsIn(counted: Basis, kind: LineBonusKind, which: keyof typeof LINES): ReadonlySet<string> {
  const known = idsOfCounted.get(counted) ?? new Map<string, ReadonlySet<string>>()
  idsOfCounted.set(counted, known)
  const name = `${kind} ${which}`
  let ids = known.get(name)
  if (!ids) {
    ids = new Set(LINES[which](counted).flatMap((line) => idsOfLine(kind, line)))
    known.set(name, ids)
  }
  return ids
}

const setOfIds = new WeakMap<readonly string[], ReadonlySet<string>>()

/** By the fewer of the two. Few rules are asked about so often that they need a set, so it is made when one is. */
function isAmong(ids: readonly string[], ofOrder: ReadonlySet<string>): boolean {
  if (ofOrder.size > ids.length) return ids.some((id) => ofOrder.has(id))
  const named = setOfIds.get(ids) ?? new Set(ids)
  setOfIds.set(ids, named)
  for (const id of ofOrder) if (named.has(id)) return true
  return false
}

const OTHER = { paymentMethod: 'otherPayment', branch: 'otherBranch', tier: 'otherTier' } as const

function outside(from: Instant | null, until: Instant | null, at: Instant): Inapplicable | null {
  if (from !== null && at < from) return { why: 'notYet', at: from }
  return until !== null && at >= until ? { why: 'over', at: until } : null
}

/**
 * Why a card gives an order no stamps, by the order alone; null: it may give some. `counted`: for stamps. `startedAt`:
 * when the card first took effect; a card with a beginning of its own goes by that.
 */
export function inapplicableCard(
  rule: CardRule,
  facts: OrderFacts,
  counted: Basis,
  startedAt: Instant | undefined,
): Inapplicable | null {
  const { picked, counts, when } = rule
  if (startedAt !== undefined && when?.from == null && facts.placedAt < startedAt) {
    return { why: 'beforeCard', at: startedAt }
  }
  if (
    picked !== null &&
    !isAmong(picked.ids, idsIn(counted, picked.of, counts === 'spend' ? 'priced' : 'ordered'))
  ) {
    return { why: 'noSuchLine' }
  }
  return notTrue(rule, facts, counted)
}

/** Where it asks for something that is not true. */
function notTrue(
  { when }: Pick<BonusRule | CardRule, 'when'>,
  facts: OrderFacts,
  { amount }: Basis,
): Inapplicable | null {
  const failed = when && failedCondition(when, facts, amount)
  return failed ? REASONS[failed](when, facts, amount) : null
}

const REASONS: Readonly<
  Record<WhenMember, (when: When, facts: OrderFacts, counted: Decimal) => Inapplicable>
> = {
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
  minimumOrder: ({ minimumOrder }, _facts, counted) => ({
    why: 'belowItsMinimum',
    minimum: minimumOrder ?? 0n,
    counted,
  }),
  firstOrders: ({ firstOrders }, { number }) => ({ why: 'notAmongFirst', first: firstOrders ?? 0, number }),
}
