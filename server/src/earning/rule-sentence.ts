import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ONE } from '../platform/decimal.ts'
import { localDate, localDateTimeToText, startOfDay } from '../platform/zone.ts'
import type { PickedLines } from './card-members.ts'
import { CARD_SLOTS, cardTemplate, pickSlot } from './card-slots.ts'
import { hoursSlot, weekdaysSlot } from './clock-slots.ts'
import { shortText } from './explanation.ts'
import { isLineBonus, isPrize, type PickedKind, picksFrom, type RuleKind, traitsOf } from './kinds.ts'
import type { Count, RuleWords } from './language.ts'
import { type CapPeriod, type Excluded, isExcludedById, type Limit, type Purpose } from './limit-members.ts'
import { capPerSlot, excludedSlot, limitSlots, outOfSlot } from './limit-slots.ts'
import type { SlotType } from './member.ts'
import {
  type ActionLimits,
  type Bonus,
  type Rounding,
  WHEN_MEMBERS,
  type When,
  type WhenMember,
} from './members.ts'
import { kindsAlike, PRIZE_SLOTS, pointsSlot, prizeFormOf, withPrize } from './prize-slots.ts'
import { type ExcludeRule, isOf, limitOf, type Rule, stacks, stacksByItself, whenOf } from './program.ts'
import { RULE_DEFAULTS } from './program-json.ts'
import { asksOfReferral, giftsOfReferral, SLOTS_OF_REFERRALS } from './referral-slots.ts'
import type { Picked, SentencePart, Slot } from './slot.ts'
import type { GoodUntil } from './validity.ts'
import { type Voice, voiceOf } from './voice.ts'
import { languageOf, type Words, wordsFor } from './words.ts'

/** How a rule is told: whose money and days, and what the ids are called. */
export interface RuleSentenceContext {
  readonly locale: Locale
  readonly currency: string
  readonly timeZone: string
  /** Dates of its year are told without the year; without it all are told with theirs. */
  readonly now?: Instant
  /** To whom it is told; default: the merchant's own people. */
  readonly voice?: Voice
  /** undefined: no name is known, and the id is shown. */
  nameOf(kind: Picked, id: string): string | undefined
}

/** What a rule says, for a person, without what goes without saying. */
export function sentenceOfRule(rule: Rule, context: RuleSentenceContext): string {
  const slots = slotsOf(rule, context)
  return optionalPiecesOf(rule, context)
    .filter((piece, index) => index % 2 === 0 || !isDefault(piece, slots))
    .flatMap((piece) => partsOf(piece, slots))
    .map((part) => ('slot' in part ? part.display : part.text))
    .join('')
}

/** The whole of it in pieces, so that what can be changed is changed in its place. */
export function partsOfRule(rule: Rule, context: RuleSentenceContext): SentencePart[] {
  return partsOf(optionalPiecesOf(rule, context).join(''), slotsOf(rule, context))
}

/** Of a template, in turn: what is always said, and what is left out where it is the default. */
function optionalPiecesOf(rule: Rule, context: RuleSentenceContext): string[] {
  const { words } = voiceOf(context)
  const template = words.templates[rule.kind].replace('{card}', () =>
    rule.kind === 'card' ? cardTemplate(rule, words.card) : '',
  )
  return withPrize(template, rule, words.prize)
    .replace('{excluded}', () =>
      rule.kind === 'exclude' && isExcludedById(rule.excluded.of) ? '{of} {ids}' : '{of}',
    )
    .replace('{asks}', () => (rule.kind === 'referral' ? asksOfReferral(rule, words.referral) : ''))
    .replace('{gifts}', () => (rule.kind === 'referral' ? giftsOfReferral(rule, words.referral) : ''))
    .replace('{when}', () => clausesOf(rule, words).join(''))
    .replace('{limit}', () => (limitOf(rule) === null ? '' : words.limited))
    .replace('{stacks}', () => (saysHowItStacks(rule) ? ', {stacks}' : ''))
    .split(/[[\]]/)
}

/** The conditions that a rule has. */
function clausesOf(rule: Rule, words: RuleWords): string[] {
  const when = whenOf(rule)
  if (when === null) return []
  const hasBothEnds = when.from !== null && when.until !== null
  return WHEN_MEMBERS.flatMap((member) => {
    if (when[member] === null || (member === 'until' && hasBothEnds)) return []
    return [words.when[member === 'from' && hasBothEnds ? 'period' : member]]
  })
}

/** A condition of a rule, as its sentence tells it; null: it has none of that kind. */
export function conditionOf(rule: Rule, member: WhenMember, context: RuleSentenceContext): string | null {
  const slots = slotsOf(rule, context)
  const when = whenOf(rule)
  if (when === null || when[member] === null) return null
  return clauseText(voiceOf(context).words.when[member], slots)
}

/** How often a rule gives something, as its sentence tells it; null: as often as it holds. */
export function limitClauseOf(
  rule: Rule,
  member: 'limit' | 'stampLimit',
  context: RuleSentenceContext,
): string | null {
  const { limited, card } = voiceOf(context).words
  const isLimited =
    member === 'limit' ? limitOf(rule) !== null : 'stampLimit' in rule && rule.stampLimit !== null
  if (!isLimited) return null
  return clauseText(member === 'limit' ? limited : card.limited, slotsOf(rule, context))
}

/** What a card is about, as its sentence tells it; null: everything. */
export function pickClauseOf(rule: Rule, context: RuleSentenceContext): string | null {
  if (rule.kind !== 'card' || rule.picked === null) return null
  const { pick } = voiceOf(context).words.card
  return clauseText(pick[rule.counts === 'spend' ? 'spend' : 'orders'].trimStart(), slotsOf(rule, context))
}

/** What a rule gives, as its sentence tells it; null: its kind gives no prize. */
export function prizeClauseOf(rule: Rule, context: RuleSentenceContext): string | null {
  if (!isOf(isPrize, rule)) return null
  return clauseText(voiceOf(context).words.prize.what[prizeFormOf(rule)], slotsOf(rule, context))
}

/** What a card, a prize or a referral has also where its sentence does not say it, so that a change of it is told. */
export function slotsLeftOutOf(rule: Rule, context: RuleSentenceContext): Slot[] {
  if (rule.kind === 'referral') {
    const slots = slotsOf(rule, context)
    return SLOTS_OF_REFERRALS.flatMap((name) => slots[name] ?? [])
  }
  if (!isOf(isPrize, rule)) return []
  const { stamps, graceDays, validityDays } = slotsOf(rule, context)
  return [stamps, graceDays, validityDays].filter((slot) => slot !== undefined)
}

function clauseText(clause: string, slots: Slots): string {
  return partsOf(clause.replace(/^, /, ''), slots)
    .map((part) => ('slot' in part ? part.display : part.text))
    .join('')
}

/** Whether a rule adds up or competes otherwise than its kind does by itself. */
function saysHowItStacks(rule: Rule): boolean {
  return 'stacks' in rule && stacks(rule) !== stacksByItself(rule)
}

/** Whether all slots of a piece have what a rule means that says nothing about them. */
function isDefault(piece: string, slots: Slots): boolean {
  return partsOf(piece, slots).every((part) => {
    if (!('slot' in part)) return true
    const [member = '', inner] = part.slot.slice(1).split('/')
    const whole = RULE_DEFAULTS[member]
    const fallback = inner === undefined ? whole : (whole as Record<string, unknown> | undefined)?.[inner]
    // A choice of two is written as text.
    return (typeof fallback === 'boolean' ? String(fallback) : (fallback ?? null)) === part.value
  })
}

function partsOf(template: string, slots: Slots): SentencePart[] {
  // Odd pieces are the names of slots.
  return template.split(/\{(\w+)\}/).flatMap((piece, index): SentencePart[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ text: piece }]
    const slot = slots[piece]
    if (!slot) throw new Error(`a sentence has a slot ${piece} that its rule has not`)
    return [slot]
  })
}

/** What adds up and what competes, in one sentence. */
export function sentenceOfCombining(locale: Locale, rules: readonly Rule[]): string {
  const { combining, combiningOtherwise } = languageOf(locale).rules
  return rules.some((rule) => rule.isActive && saysHowItStacks(rule)) ? combiningOtherwise : combining
}

interface SlotTools {
  readonly context: RuleSentenceContext
  readonly words: RuleWords
  readonly numbers: Words
  readonly kind: RuleKind
  readonly rule: Rule
}

type Slots = Readonly<Record<string, Slot>>

/** By the names that templates call them by. */
function slotsOf(rule: Rule, context: RuleSentenceContext): Slots {
  const numbers = wordsFor(context)
  const { words } = voiceOf(context)
  const tools = { context, words, numbers, kind: rule.kind, rule }
  const values = rule as unknown as Readonly<Record<string, never>>
  const ofMembers = Object.entries(traitsOf(rule.kind).members).map(([name, { slot }]) =>
    SLOTS[slot](name, values[name] as never, tools),
  )
  return Object.assign({}, kindSlot(tools), ...ofMembers)
}

/** How the members of each type are shown. */
const SLOTS = {
  points: (name, value: Decimal, { numbers }) => ({ [name]: pointsSlot(name, value, numbers) }),
  number: (name, value: Decimal, { numbers }) => ({ [name]: number(`/${name}`, value, numbers) }),
  money: (name, value: Decimal, { numbers }) => ({
    [name]: {
      slot: `/${name}`,
      kind: 'money',
      value: shortText(value),
      display: numbers.money(value),
    },
  }),
  rounding: (name, value: Rounding, { words }) => ({ [name]: roundingSlot(value, words) }),
  waitingDays: (name, value: number, { words, numbers }) => ({
    [name]: {
      slot: '/waitingDays',
      kind: 'days',
      value,
      display: words.available(countOf(value, numbers), value === 0),
    },
  }),
  validityDays: (name, value: number | null, { words, numbers }) => ({
    [name]: {
      slot: '/validityDays',
      kind: 'days',
      value,
      display: words.expire(value === null ? null : countOf(value, numbers)),
    },
  }),
  // It says the same as the days do, in their place.
  goodUntil: (_name, value: GoodUntil | null, tools) =>
    value === null ? {} : { validityDays: goodUntilSlot(value, tools) },
  ids: (name, value: readonly string[], tools) => ({ [name]: idsSlot(value, tools) }),
  bonus: (_name, value: Bonus, tools) => bonusSlots(value, tools),
  date: (name, value: Instant, tools) => ({ [name]: dateSlot(`/${name}`, value, tools) }),
  key: (name, value: string, { context }) => ({
    [name]: picker('/key', value, `“${context.nameOf('action', value) ?? value}”`, 'action'),
  }),
  limits: (_name, { perDay, ever }: ActionLimits, tools) => ({
    perDay: limitSlot('/limits/perDay', perDay, tools),
    ever: limitSlot('/limits/ever', ever, tools),
  }),
  when: (_name, value: When | null, tools) => (value === null ? {} : whenSlots(value, tools)),
  stacks: (_name, _value: boolean | null, tools) => ({ stacks: stacksSlot(tools) }),
  excluded: (_name, { of, ids }: Excluded, tools) => ({
    of: excludedSlot(tools.rule as ExcludeRule, tools.words),
    ...(isExcludedById(of) && { ids: pickedSlot('/ids', ids, of, tools) }),
  }),
  outOf: (name, value: Purpose[], { words }) => ({ [name]: outOfSlot(value, words) }),
  limit: (_name, value: Limit | null, { numbers }) => (value === null ? {} : limitSlots(value, numbers)),
  per: (name, value: CapPeriod, { words }) => ({ [name]: capPerSlot(value, words) }),
  ...CARD_SLOTS,
  ...PRIZE_SLOTS,
  withinDays: (name, value: number, { words, numbers }) => ({
    [name]: { slot: `/${name}`, kind: 'days', value, display: words.card.days(countOf(value, numbers)) },
  }),
  picked: (_name, value: PickedLines | null, tools) =>
    value === null
      ? {}
      : { of: pickSlot(value, tools.words), ids: pickedSlot('/ids', value.ids, value.of, tools) },
} satisfies Record<SlotType, (name: string, value: never, tools: SlotTools) => Slots> as Record<
  SlotType,
  (name: string, value: never, tools: SlotTools) => Slots
>

function number(slot: string, value: Decimal, numbers: Words): Slot {
  return { slot, kind: 'number', value: shortText(value), display: numbers.count(value).text }
}

function picker(slot: string, value: Slot['value'], display: string, picks: Picked): Slot {
  return { slot, kind: 'picker', value, display, picks }
}

function countOf(value: number, numbers: Words): Count {
  return numbers.count(BigInt(value) * ONE)
}

function goodUntilSlot(value: GoodUntil, { words, numbers }: SlotTools): Slot {
  const display =
    'monthEnd' in value
      ? words.expireWithMonth(value.monthEnd)
      : words.expireAfterDay(numbers.dayOfYear(value.yearDay), value.years)
  return { slot: '/goodUntil', kind: 'expiry', value, display }
}

function limitSlot(slot: string, value: number | null, { words, numbers }: SlotTools): Slot {
  const display = words.limit(value === null ? null : countOf(value, numbers))
  return { slot, kind: 'number', value, display }
}

function roundingSlot(value: Rounding, words: RuleWords): Slot {
  const options = (['floor', 'nearest', 'ceiling'] as const).map((one) => ({
    value: one,
    display: words.rounding[one],
  }))
  return { slot: '/rounding', kind: 'choice', value, display: words.rounding[value], options }
}

/** Which of the kinds that it can be turned into the rule is of. */
function kindSlot({ kind, rule, words }: SlotTools): Slots {
  const options = kindsAlike(rule).map((one) => ({ value: one, display: words.kinds[one] }))
  const display = options.find(({ value }) => value === kind)?.display
  if (display === undefined) return {}
  return { kind: { slot: '/kind', kind: 'choice', value: kind, display, options } }
}

function idsSlot(ids: readonly string[], tools: SlotTools): Slot {
  const picks = picksFrom(tools.kind, 'tiers') ? 'tier' : (tools.kind as PickedKind)
  return pickedSlot('/ids', ids, picks, tools)
}

function pickedSlot(
  slot: string,
  ids: readonly string[],
  picks: PickedKind,
  { context, words, numbers }: SlotTools,
): Slot {
  const names = ids.slice(0, voiceOf(context).namesMax).map((id) => context.nameOf(picks, id) ?? id)
  const others = ids.length - names.length
  if (others > 0) names.push(words.andMore(countOf(others, numbers).text))
  return picker(slot, ids, voiceOf(context).listed(picks, names), picks)
}

/** The conditions that a rule has, each by its name. */
function whenSlots(when: When, tools: SlotTools): Slots {
  const { words, numbers } = tools
  const slots: Record<string, Slot> = {}
  if (when.from !== null) slots.from = dateSlot('/when/from', when.from, tools)
  if (when.until !== null) slots.until = dateSlot('/when/until', when.until, tools)
  if (when.days !== null) slots.days = weekdaysSlot(when.days, words)
  if (when.hours !== null) slots.hours = hoursSlot(when.hours, words)
  if (when.tiers !== null) slots.tiers = pickedSlot('/when/tiers', [...when.tiers], 'tier', tools)
  if (when.branches !== null)
    slots.branches = pickedSlot('/when/branches', [...when.branches], 'branch', tools)
  if (when.paymentMethods !== null) {
    slots.paymentMethods = pickedSlot(
      '/when/paymentMethods',
      [...when.paymentMethods],
      'paymentMethod',
      tools,
    )
  }
  if (when.minimumOrder !== null) {
    const display = numbers.money(when.minimumOrder)
    slots.minimum = {
      slot: '/when/minimumOrder',
      kind: 'money',
      value: shortText(when.minimumOrder),
      display,
    }
  }
  if (when.firstOrders !== null) {
    const display = words.firstOrders(countOf(when.firstOrders, numbers))
    slots.firstOrders = { slot: '/when/firstOrders', kind: 'number', value: when.firstOrders, display }
  }
  return slots
}

/** How a rule goes beside others, where it says so. */
function stacksSlot({ words: { stacks: said }, rule }: SlotTools): Slot {
  const competes = 'bonus' in rule && rule.bonus.type === 'points' ? said.unlessLarger : said.insteadOfSmaller
  const options = [
    { value: 'true', display: said.onTop },
    { value: 'false', display: competes },
  ]
  const isOnTop = 'stacks' in rule && stacks(rule)
  return {
    slot: '/stacks',
    kind: 'choice',
    value: String(isOnTop),
    display: isOnTop ? said.onTop : competes,
    options,
  }
}

/** The number, and which of the two kinds of bonus it is. */
function bonusSlots(bonus: Bonus, { kind, words, numbers }: SlotTools): Slots {
  const value = bonus.type === 'points' ? bonus.points : bonus.multiplier
  const count = numbers.count(value)
  const options = [
    { value: 'multiplier', display: words.times(count) },
    { value: 'points', display: words.more(count, isLineBonus(kind)) },
  ]
  const display = options.find((option) => option.value === bonus.type)?.display ?? ''
  return {
    bonusAmount: number(`/${bonus.type}`, value, numbers),
    bonus: { slot: '/bonus', kind: 'choice', value: bonus.type, display, options },
  }
}

/** Which moments are the first after what they end. */
const ENDS: ReadonlySet<string> = new Set(['/endsAt', '/when/until'])

/** The end of a day is said of that day, not of the next one. */
function dateSlot(slot: string, at: Instant, { context, words, numbers }: SlotTools): Slot {
  const { timeZone, now } = context
  const day = localDate(at, timeZone)
  const isMidnight = ENDS.has(slot) && startOfDay(day, timeZone) === at
  const clock = localDateTimeToText(at, timeZone).slice(-'00:00'.length)
  const display = isMidnight
    ? words.endOf(numbers.date(startOfDay(day - 1, timeZone), now))
    : `${numbers.date(at, now)} ${clock}`
  return { slot, kind: 'date', value: new Date(at).toISOString(), display }
}
