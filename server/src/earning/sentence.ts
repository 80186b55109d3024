import { POINT_TYPE, type PointType } from '../accounts/account.ts'
import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromText, ONE, ZERO } from '../platform/decimal.ts'
import { localDateFromText, startOfDay } from '../platform/zone.ts'
import type { Line, NoPurchasePoints, RuleLine } from './explanation.ts'
import {
  isLineBonus,
  isOrderBonus,
  type LineBonusKind,
  type OrderBonusKind,
  picksFrom,
  type RuleKind,
} from './kinds.ts'
import type {
  LineBonusFacts,
  NothingFacts,
  NothingReason,
  OrderBonusFacts,
  PurchaseFacts,
} from './language.ts'
import type { Bonus } from './members.ts'
import { isOf, limitOf, type Program, type RuleOf, stacks } from './program.ts'
import { capText, limitText, type Words, wordsFor } from './words.ts'

/** What a sentence is told with: whose money and days, and what the ids are called. */
export interface SentenceContext {
  readonly locale: Locale
  readonly currency: string
  readonly timeZone: string
  /** The version that the explanation names; undefined: it is gone, and its numbers are left out. */
  readonly program: Program | undefined
  /** What a tier, a quiz or a reward is called now; undefined: it is gone. */
  nameOf(kind: 'tier' | 'quiz' | 'reward', id: string): string | undefined
  /** Whether free text (reasons and keys) is left out: it may tell who the customer is. */
  readonly hidesWords?: boolean
}

/** A record as far as a sentence goes. */
export interface ToldRecord {
  readonly type: PointType
  readonly points: Decimal
  readonly cashback: Decimal
  readonly lines: readonly Line[]
  readonly none?: NoPurchasePoints | undefined
}

/** Why a record has its points, for a person. */
export function sentenceOf(record: ToldRecord, context: SentenceContext): string {
  const words = wordsFor(context)
  const { language } = words
  const { points, cashback, lines } = record
  const amount = amountText(points, cashback, words)
  if (record.type === POINT_TYPE.orderCancelled) {
    const isTold = lines.length > 1 || lines[0]?.kind === 'elsewhere'
    return language.cancelled(amount, isTold ? lineTexts(lines, context) : [])
  }
  if (record.type === POINT_TYPE.merge) return language.merged
  if (record.type === POINT_TYPE.orderAdjusted) {
    const says = (line: Line): boolean => line.points !== '0' || standsAlone(line)
    const counting = record.none === undefined ? lines : lines.filter(says)
    return language.adjusted(amount, lineTexts(counting, context), clauseOfNone(record, context, words))
  }
  const [first] = lines
  if (first && lines.length === 1) {
    const told = saysThatItWent(first) ? amountText(-points, -cashback, words) : amount
    return language.single(told, reasonWithRule(first, lines, context, words))
  }
  return language.several(amount, lineTexts(lines, context))
}

function amountText(points: Decimal, cashback: Decimal, { language, money, count }: Words): string {
  return points === ZERO && cashback !== ZERO
    ? language.cashback(money(cashback))
    : language.points(count(points))
}

/** Where the verb says that points went, a minus before them would say it twice: “20 points expired”. */
function saysThatItWent(line: Line): boolean {
  switch (line.kind) {
    case 'expired':
    case 'erased':
    case 'inactive':
      return true
    case 'adjustment':
      return line.amount === undefined && line.points.startsWith('-')
    case 'pointsChange':
      return line.points.startsWith('-')
    default:
      return false
  }
}

/** Whether a line is a clause of its own, about no points. */
function standsAlone({ kind }: Line): boolean {
  return kind === 'partReturned' || kind === 'exclude' || kind === 'limit'
}

/** Each line by itself: `+25 for the first purchase (rule “Welcome”)`. */
export function lineTexts(lines: readonly Line[], context: SentenceContext): string[] {
  const words = wordsFor(context)
  return lines.map((line) => {
    const reason = reasonWithRule(line, lines, context, words)
    if (standsAlone(line)) return reason
    return words.language.line(words.signed(decimalFromText(line.points)), reason)
  })
}

/** The reason alone of each line: `for the first purchase`. */
export function reasonTexts(lines: readonly Line[], context: SentenceContext): string[] {
  const words = wordsFor(context)
  return lines.map((line) => reasonOf(line, lines, context, words))
}

/** More names than this make no sentence. */
const NAMES_MAX = 5

/** Why an order has no points. */
export interface OrderOfNothing {
  readonly why: NothingReason
  readonly total: Decimal
}

export function sentenceOfNothing(order: OrderOfNothing, context: SentenceContext): string {
  const words = wordsFor(context)
  return words.language.orderOfNothing(factsOfNothing(order.why, order.total, context, words))
}

/** What an order's records come to, less what was written off of it. */
export function sentenceOfOrder(points: Decimal, context: SentenceContext): string {
  const { language, count } = wordsFor(context)
  return language.orderStands(language.points(count(points)))
}

export function sentenceOfOpening(points: Decimal, recordedAt: Instant, context: SentenceContext): string {
  const words = wordsFor(context)
  return words.language.opened(words.language.points(words.count(points)), words.date(recordedAt))
}

/** For an order of which something was let go. */
export function sentenceOfWrittenOff(points: Decimal, context: SentenceContext): string {
  const { language, count } = wordsFor(context)
  return language.orderWrittenOff(language.points(count(points)))
}

/** For an order whose lines are dearer than the whole: what they can multiply ends with its total. */
export function sentenceOfCap(lines: Decimal, total: Decimal, context: SentenceContext): string {
  const words = wordsFor(context)
  return words.language.linesCapped(words.money(lines), words.money(total))
}

function clauseOfNone({ none, lines }: ToldRecord, context: SentenceContext, words: Words): string | null {
  if (none === undefined) return null
  const total = lines.find((line) => line.kind === 'purchase' && 'amount' in line) as RuleLine | undefined
  const facts = factsOfNothing(NOTHING[none], decimalFromText(total?.amount ?? '0'), context, words)
  return words.language.nothing(facts)
}

/** What an explanation calls it, and what a language does. */
export const NOTHING = {
  'no-purchase-rule': 'noRule',
  'below-minimum': 'belowMinimum',
  excluded: 'excluded',
  capped: 'capped',
} as const satisfies Record<NoPurchasePoints, NothingReason>

function factsOfNothing(
  why: NothingReason,
  total: Decimal,
  { program }: SentenceContext,
  words: Words,
): NothingFacts {
  if (why === 'capped') {
    // The narrowest is the one that has no room first.
    const cap = program?.index.caps.find(({ per }) => per !== 'order')
    return { why, cap: cap ? capText(cap, words) : null }
  }
  if (why !== 'belowMinimum') return { why }
  const minimum = program?.index.purchase?.minimumOrder
  return { why, total: words.money(total), minimum: minimum === undefined ? null : words.money(minimum) }
}

// ── reasons ─────────────────────────────────────────────────────────────────────────────────────────────────

function reasonWithRule(line: Line, all: readonly Line[], context: SentenceContext, words: Words): string {
  const reason = reasonOf(line, all, context, words)
  const rule = 'rule' in line ? ruleOf(context, line) : undefined
  // The name of a campaign, of a card and of what gave a prize is in the reason itself.
  const saysIt = rule?.kind === 'campaign' || rule?.kind === 'card' || line.kind === 'prizeTakenBack'
  return rule && rule.name !== '' && !saysIt ? words.language.withRule(reason, rule.name) : reason
}

export function reasonOf(line: Line, all: readonly Line[], context: SentenceContext, words: Words): string {
  const { reasons } = words.language
  const name = (kind: 'tier' | 'quiz' | 'reward', id = ''): string => context.nameOf(kind, id) ?? id
  switch (line.kind) {
    case 'recorded':
    case 'otherRecord':
    case 'notEnrolled':
    case 'writtenOff':
    case 'erased':
    case 'imported':
    case 'import':
    case 'importUndone':
    case 'elsewhere':
    case 'merged':
    case 'unexplained':
      return reasons[line.kind]({})
    case 'quiz':
      return reasons.quiz({ name: name('quiz', line.id) })
    case 'tierBenefit': {
      const multiplier = line.multiplier === undefined ? null : words.times(decimalFromText(line.multiplier))
      return reasons.tierBenefit({ name: name('tier', line.id), multiplier })
    }
    case 'reward':
      return reasons.reward({ name: name('reward', line.id), cashback: words.optionalMoney(line.amount) })
    case 'adjustment': {
      const { reason, points } = line
      const amount = decimalFromText(line.amount ?? '0')
      const isAdded = amount === ZERO ? decimalFromText(points) > ZERO : amount > ZERO
      const cashback = amount === ZERO ? null : words.money(isAdded ? amount : -amount)
      return reasons.adjustment({ isAdded, cashback, reason })
    }
    case 'partReturned':
      return reasons.partReturned({
        amount: words.money(decimalFromText(line.amount)),
        key: written(line.key, context),
      })
    case 'refunded': {
      const cashback = words.money(decimalFromText(line.amount))
      return reasons.refunded({ name: name('reward', line.id), cashback })
    }
    case 'cashbackChange': {
      const [reason, key] = [written(line.reason, context), written(line.key, context)]
      const amount = decimalFromText(line.amount)
      const isAdded = amount > ZERO
      return reasons.cashbackChange({ amount: words.money(isAdded ? amount : -amount), isAdded, reason, key })
    }
    case 'pointsChange': {
      const [reason, key] = [written(line.reason, context), written(line.key, context)]
      return reasons.pointsChange({ isAdded: decimalFromText(line.points) > ZERO, reason, key })
    }
    case 'returned':
      return reasons.returned({ name: name('reward', line.id), date: words.date(line.at) })
    case 'expired': {
      const { points, recordedAt, order } = line.lot
      const count = words.count(decimalFromText(points))
      return reasons.expired({ points: count, date: words.date(recordedAt), order })
    }
    case 'limit': {
      const rule = ruleOf(context, line)
      const limit = rule ? limitOf(rule) : null
      return reasons.limit({ limit: limit && limitText(limit, words) })
    }
    case 'inactive': {
      const since = localDateFromText(line.since)
      return reasons.inactive({
        since: since === null ? line.since : words.date(startOfDay(since, context.timeZone)),
      })
    }
    case 'prizeTakenBack': {
      const rule = ruleOf(context, line)
      const of = rule === undefined ? null : rule.kind === 'card' ? 'card' : 'tier'
      return reasons.prizeTakenBack({ name: rule?.name || null, of })
    }
    default:
      return reasonOfRule(line, all, context, words)
  }
}

/** Lines of rules but for quizzes, which are told the same with and without a rule. */
function reasonOfRule(line: RuleLine, all: readonly Line[], context: SentenceContext, words: Words): string {
  const { reasons } = words.language
  const { kind, id = '', amount = '0' } = line
  if (isLineBonus(kind)) return reasons[kind](lineBonusFacts(line, kind, all, context, words))
  if (isOrderBonus(kind)) return reasons[kind](orderBonusFacts(line, kind, context, words))
  const money = words.money(decimalFromText(amount))
  switch (kind) {
    case 'purchase':
      return reasons.purchase(purchaseFacts(line, ruleOf(context, line, kind), words))
    case 'campaign': {
      const rule = ruleOf(context, line, kind)
      return reasons.campaign({
        name: rule?.name || null,
        amount: money,
        multiplier: rule ? words.times(rule.multiplier) : null,
      })
    }
    case 'exclude': {
      const rule = ruleOf(context, line, kind)
      return reasons.exclude({ amount: money, what: rule ? leftOutText(rule, words) : null })
    }
    case 'cap': {
      const rule = ruleOf(context, line, kind)
      return reasons.cap({ cap: rule ? capText(rule, words) : null })
    }
    case 'card': {
      const number = line.count === undefined ? null : words.count(BigInt(line.count) * ONE).text
      return reasons.card({ name: ruleOf(context, line, kind)?.name || null, number })
    }
    case 'tierReached':
      return reasons.tierReached({ name: context.nameOf('tier', id) ?? id })
    case 'custom':
      return reasons.custom({ key: ruleOf(context, line, kind)?.key ?? null })
    case 'quiz':
      return reasons.quiz({ name: context.nameOf('quiz', id) ?? id })
    default:
      return reasons[kind]({})
  }
}

function leftOutText({ excluded: { of, ids } }: RuleOf<'exclude'>, { language }: Words): string {
  const named = ids.slice(0, NAMES_MAX).map((id) => `“${id}”`)
  return language.rules.leftOut(of, [...named, ...(ids.length > NAMES_MAX ? ['…'] : [])].join(', '))
}

/** Also one that is switched off: the explanation names it, so it was not when it fired. */
function ruleOf<Kind extends RuleKind>(
  { program }: SentenceContext,
  { rule: id }: { rule: number },
  kind?: Kind,
): RuleOf<Kind> | undefined {
  const rule = program?.rules.find((one) => one.id === id)
  return kind === undefined || rule?.kind === kind ? (rule as RuleOf<Kind> | undefined) : undefined
}

function purchaseFacts(
  { amount = '0' }: RuleLine,
  rule: RuleOf<'purchase'> | undefined,
  words: Words,
): PurchaseFacts {
  const total = decimalFromText(amount)
  if (!rule) return { amount: words.money(total), rate: null, rounding: null }
  const isWhole = (total * rule.points) % (rule.perAmount * ONE) === 0n
  return {
    amount: words.money(total),
    rate: { points: words.count(rule.points), perAmount: words.money(rule.perAmount) },
    rounding: isWhole ? null : rule.rounding,
  }
}

function lineBonusFacts(
  line: RuleLine,
  kind: LineBonusKind,
  all: readonly Line[],
  context: SentenceContext,
  words: Words,
): LineBonusFacts {
  const rule = ruleOf(context, line, kind)
  const { bonus, ids = [] } = rule ?? {}
  if (line.count !== undefined) {
    const each = bonus?.type === 'points' ? words.count(bonus.points) : null
    return { ids, count: words.count(BigInt(line.count) * ONE), each }
  }
  // Where a multiplier for the whole order counts, it matters how much better than it the line's own one is.
  const insteadOf = rule && stacks(rule) ? null : multiplierOfOrder(all, context)
  return {
    ids,
    amount: words.money(decimalFromText(line.amount ?? '0')),
    multiplier: timesOf(bonus, words),
    insteadOf: insteadOf === null ? null : words.times(insteadOf),
  }
}

/** Of the rule by which the whole order counts, where there is one among the lines. */
function multiplierOfOrder(all: readonly Line[], context: SentenceContext): Decimal | null {
  for (const line of all) {
    if (!('rule' in line) || !('amount' in line) || line.amount === undefined) continue
    const rule = ruleOf(context, line)
    if (rule?.kind === 'campaign' && !stacks(rule)) return rule.multiplier
    if (rule && isOf(isOrderBonus, rule) && rule.bonus.type === 'multiplier') return rule.bonus.multiplier
  }
  return null
}

function orderBonusFacts(
  line: RuleLine,
  kind: OrderBonusKind,
  context: SentenceContext,
  words: Words,
): OrderBonusFacts {
  const rule = ruleOf(context, line, kind)
  const { id = '', count } = line
  return {
    name: (picksFrom(kind, 'tiers') ? context.nameOf('tier', id) : undefined) ?? id,
    count: count === undefined ? null : words.count(BigInt(count) * ONE),
    amount: words.optionalMoney(line.amount),
    multiplier: timesOf(rule?.bonus, words),
  }
}

function timesOf(bonus: Bonus | undefined, words: Words): string | null {
  return bonus?.type === 'multiplier' ? words.times(bonus.multiplier) : null
}

const HIDDEN = '•••'

function written(text: string, { hidesWords }: SentenceContext): string {
  return hidesWords ? HIDDEN : text
}
