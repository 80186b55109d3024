import { POINT_TYPE, type PointType } from '../accounts/account.ts'
import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromText, ONE, ZERO } from '../platform/decimal.ts'
import type { Line, NoPurchasePoints, RuleLine } from './explanation.ts'
import type { LineBonusFacts, NothingFacts, NothingReason, PurchaseFacts } from './language.ts'
import type { Bonus, LineBonusKind, Program, Rule, RuleKind } from './program.ts'
import { type Words, wordsFor } from './words.ts'

/** What a sentence is told with: whose money and days, and what the ids are called. */
export interface Telling {
  readonly locale: Locale
  readonly currency: string
  readonly timeZone: string
  /** The version that the explanation names; undefined: it is gone, and its numbers are left out. */
  readonly program: Program | undefined
  /** What a tier, a quiz or a reward is called now; undefined: it is gone. */
  nameOf(kind: 'tier' | 'quiz' | 'reward', id: string): string | undefined
  /** Whether what somebody wrote, reasons and keys, is left out: it may tell who the customer is. */
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
export function sentenceOf(record: ToldRecord, telling: Telling): string {
  const words = wordsFor(telling)
  const { language } = words
  const { points, cashback, lines } = record
  const amount = amountText(points, cashback, words)
  if (record.type === POINT_TYPE.orderCancelled) {
    // One line is what the order had earned, all of which went: the head has said so.
    return language.cancelled(amount, lines.length > 1 ? lineTexts(lines, telling) : [])
  }
  if (record.type === POINT_TYPE.orderAdjusted) {
    const says = (line: Line): boolean => line.points !== '0' || line.kind === 'partReturned'
    const counting = record.none === undefined ? lines : lines.filter(says)
    return language.adjusted(amount, lineTexts(counting, telling), clauseOfNone(record, telling, words))
  }
  const [first] = lines
  if (first && lines.length === 1) {
    const told = saysThatItWent(first) ? amountText(-points, -cashback, words) : amount
    return language.single(told, reasonWithRule(first, lines, telling, words))
  }
  return language.several(amount, lineTexts(lines, telling))
}

function amountText(points: Decimal, cashback: Decimal, { language, money, count }: Words): string {
  return points === ZERO && cashback !== ZERO
    ? language.cashback(money(cashback))
    : language.points(count(points))
}

/** Where the verb says that points went, a minus before them would say it twice: «20 points expired». */
function saysThatItWent(line: Line): boolean {
  switch (line.kind) {
    case 'expired':
    case 'erased':
      return true
    case 'adjustment':
      return line.amount === undefined && line.points.startsWith('-')
    case 'pointsChange':
      return line.points.startsWith('-')
    default:
      return false
  }
}

/** Each line by itself: `+25 for the first purchase (rule «Welcome»)`. */
export function lineTexts(lines: readonly Line[], telling: Telling): string[] {
  const words = wordsFor(telling)
  return lines.map((line) => {
    const reason = reasonWithRule(line, lines, telling, words)
    if (line.kind === 'partReturned') return reason
    return words.language.line(words.signed(decimalFromText(line.points)), reason)
  })
}

/** The reason alone of each line: `for the first purchase`. */
export function reasonTexts(lines: readonly Line[], telling: Telling): string[] {
  const words = wordsFor(telling)
  return lines.map((line) => reasonOf(line, lines, telling, words))
}

/** Why an order has no points. */
export interface OrderOfNothing {
  readonly why: NothingReason
  readonly total: Decimal
}

export function sentenceOfNothing(order: OrderOfNothing, telling: Telling): string {
  const words = wordsFor(telling)
  return words.language.orderOfNothing(factsOfNothing(order.why, order.total, telling, words))
}

/** What an order's records come to, less what was written off of it. */
export function sentenceOfOrder(points: Decimal, telling: Telling): string {
  const { language, count } = wordsFor(telling)
  return language.orderStands(language.points(count(points)))
}

export function sentenceOfOpening(points: Decimal, recordedAt: Instant, telling: Telling): string {
  const words = wordsFor(telling)
  return words.language.opened(words.language.points(words.count(points)), words.date(recordedAt))
}

/** For an order of which something was let go. */
export function sentenceOfWrittenOff(points: Decimal, telling: Telling): string {
  const { language, count } = wordsFor(telling)
  return language.orderWrittenOff(language.points(count(points)))
}

/** For an order whose lines are dearer than the whole: what they can multiply ends with its total. */
export function sentenceOfCap(lines: Decimal, total: Decimal, telling: Telling): string {
  const words = wordsFor(telling)
  return words.language.linesCapped(words.money(lines), words.money(total))
}

function clauseOfNone({ none, lines }: ToldRecord, telling: Telling, words: Words): string | null {
  if (none === undefined) return null
  const total = lines.find((line) => line.kind === 'purchase' && 'amount' in line) as RuleLine | undefined
  const why = none === 'below-minimum' ? 'belowMinimum' : 'noRule'
  const facts = factsOfNothing(why, decimalFromText(total?.amount ?? '0'), telling, words)
  return words.language.nothing(facts)
}

function factsOfNothing(
  why: NothingReason,
  total: Decimal,
  { program }: Telling,
  words: Words,
): NothingFacts {
  if (why !== 'belowMinimum') return { why }
  const minimum = program?.index.purchase?.minimumOrder
  return { why, total: words.money(total), minimum: minimum === undefined ? null : words.money(minimum) }
}

// ── reasons ─────────────────────────────────────────────────────────────────────────────────────────────────

function reasonWithRule(line: Line, all: readonly Line[], telling: Telling, words: Words): string {
  const reason = reasonOf(line, all, telling, words)
  const rule = 'rule' in line ? ruleOf(telling, line) : undefined
  // A campaign's name is in the reason itself.
  return rule && rule.name !== '' && rule.kind !== 'campaign'
    ? words.language.withRule(reason, rule.name)
    : reason
}

function reasonOf(line: Line, all: readonly Line[], telling: Telling, words: Words): string {
  const { reasons } = words.language
  const name = (kind: 'tier' | 'quiz' | 'reward', id = ''): string => telling.nameOf(kind, id) ?? id
  switch (line.kind) {
    case 'recorded':
    case 'otherRecord':
    case 'notEnrolled':
    case 'writtenOff':
    case 'erased':
    case 'imported':
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
        key: written(line.key, telling),
      })
    case 'refunded': {
      const cashback = words.money(decimalFromText(line.amount))
      return reasons.refunded({ name: name('reward', line.id), cashback })
    }
    case 'cashbackChange': {
      const [reason, key] = [written(line.reason, telling), written(line.key, telling)]
      const amount = decimalFromText(line.amount)
      const isAdded = amount > ZERO
      return reasons.cashbackChange({ amount: words.money(isAdded ? amount : -amount), isAdded, reason, key })
    }
    case 'pointsChange': {
      const [reason, key] = [written(line.reason, telling), written(line.key, telling)]
      return reasons.pointsChange({ isAdded: decimalFromText(line.points) > ZERO, reason, key })
    }
    case 'returned':
      return reasons.returned({ name: name('reward', line.id), date: words.date(line.at) })
    case 'expired': {
      const { points, recordedAt, order } = line.lot
      return reasons.expired({
        points: words.count(decimalFromText(points)),
        date: words.date(recordedAt),
        order,
      })
    }
    default:
      return reasonOfRule(line, all, telling, words)
  }
}

/** Lines of rules but for quizzes, which are told the same with and without a rule. */
function reasonOfRule(line: RuleLine, all: readonly Line[], telling: Telling, words: Words): string {
  const { reasons } = words.language
  const { kind, id = '', amount = '0' } = line
  const money = words.money(decimalFromText(amount))
  switch (kind) {
    case 'purchase':
      return reasons.purchase(purchaseFacts(line, ruleOf(telling, line, kind), words))
    case 'product':
    case 'brand':
    case 'category':
      return reasons[kind](lineBonusFacts(line, kind, all, telling, words))
    case 'paymentMethod':
    case 'branch':
      return reasons[kind]({ id, multiplier: timesOf(ruleOf(telling, line, kind)?.bonus, words) })
    case 'tier': {
      const multiplier = ruleOf(telling, line, kind)?.multiplier
      return reasons.tier({
        name: telling.nameOf('tier', id) ?? id,
        multiplier: multiplier === undefined ? null : words.times(multiplier),
      })
    }
    case 'firstPurchase':
      return reasons.firstPurchase({ multiplier: timesOf(ruleOf(telling, line, kind)?.bonus, words) })
    case 'campaign': {
      const rule = ruleOf(telling, line, kind)
      return reasons.campaign({
        name: rule?.name || null,
        amount: money,
        multiplier: rule ? words.times(rule.multiplier) : null,
      })
    }
    case 'custom':
      return reasons.custom({ key: ruleOf(telling, line, kind)?.key ?? null })
    case 'quiz':
      return reasons.quiz({ name: telling.nameOf('quiz', id) ?? id })
    default:
      return reasons[kind]({})
  }
}

type RuleOf<Kind extends RuleKind> = Extract<Rule, { kind: Kind }>

/** Also one that is switched off: the explanation names it, so it was not when it fired. */
function ruleOf<Kind extends RuleKind>(
  { program }: Telling,
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
  telling: Telling,
  words: Words,
): LineBonusFacts {
  const bonus = ruleOf(telling, line, kind)?.bonus
  if (line.count !== undefined) {
    const each = bonus?.type === 'points' ? words.count(bonus.points) : null
    return { count: words.count(BigInt(line.count) * ONE), each }
  }
  // Where a campaign runs, what counts is how much better than it the line's own multiplier is.
  const campaign = all.find((one) => one.kind === 'campaign')
  const running = campaign && ruleOf(telling, campaign as RuleLine, 'campaign')
  return {
    amount: words.money(decimalFromText(line.amount ?? '0')),
    multiplier: timesOf(bonus, words),
    insteadOf: running ? words.times(running.multiplier) : null,
  }
}

function timesOf(bonus: Bonus | undefined, words: Words): string | null {
  return bonus?.type === 'multiplier' ? words.times(bonus.multiplier) : null
}

const HIDDEN = '•••'

function written(text: string, { hidesWords }: Telling): string {
  return hidesWords ? HIDDEN : text
}
