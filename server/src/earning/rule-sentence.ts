import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ONE } from '../platform/decimal.ts'
import { localDate, localDateTimeToText, startOfDay } from '../platform/zone.ts'
import { shortText } from './explanation.ts'
import type { Count } from './language.ts'
import type { Bonus, Rounding, Rule, RuleKind, Validity } from './program.ts'
import { KIND_GROUPS, RULE_WORDS, type RuleWords } from './rule-words.ts'
import { type Words, wordsFor } from './words.ts'

/** What is picked by a slot, and what its ids are called. */
export type Picked = 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action'

/** How a rule is told: whose money and days, and what the ids are called. */
export interface RuleTelling {
  readonly locale: Locale
  readonly currency: string
  readonly timeZone: string
  /** Dates of its year are told without the year; without it all are told with theirs. */
  readonly now?: Instant
  /** undefined: no name is known, and the id is shown. */
  nameOf(kind: Picked, id: string): string | undefined
}

export interface Slot {
  /** JSON pointer within the rule. */
  readonly slot: string
  readonly kind: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice'
  readonly value: string | number | null | readonly string[]
  readonly display: string
  /** Of a choice: all there are. */
  readonly options?: { value: string; display: string }[]
  readonly picks?: Picked
}

export type SentencePart = { readonly text: string } | Slot

/** What a rule says, for a person. */
export function sentenceOfRule(rule: Rule, telling: RuleTelling): string {
  return partsOfRule(rule, telling)
    .map((part) => ('slot' in part ? part.display : part.text))
    .join('')
}

/** The same in pieces, so that what can be changed is changed in its place. */
export function partsOfRule(rule: Rule, telling: RuleTelling): SentencePart[] {
  const words = RULE_WORDS[telling.locale]
  const slots = slotsOf(rule, { telling, words, numbers: wordsFor(telling) })
  // Odd pieces are the names of slots.
  return words.templates[rule.kind].split(/\{(\w+)\}/).flatMap((piece, index): SentencePart[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ text: piece }]
    const slot = slots[piece]
    if (!slot) throw new Error(`the sentence of ${rule.kind} has a slot ${piece} that the rule has not`)
    return [slot]
  })
}

/** What adds up and what competes, in one sentence. */
export function sentenceOfCombining(locale: Locale): string {
  return RULE_WORDS[locale].combining
}

interface Context {
  readonly telling: RuleTelling
  readonly words: RuleWords
  readonly numbers: Words
}

type Slots = Readonly<Record<string, Slot>>

function slotsOf(rule: Rule, context: Context): Slots {
  const { numbers } = context
  switch (rule.kind) {
    case 'purchase':
      return {
        points: pointsSlot(rule.points, numbers),
        perAmount: money('/perAmount', rule.perAmount, numbers),
        rounding: roundingSlot(rule.rounding, context),
        minimumOrder: money('/minimumOrder', rule.minimumOrder, numbers),
        ...validitySlots(rule, context),
      }
    case 'product':
    case 'brand':
    case 'category':
    case 'paymentMethod':
    case 'branch':
      return { ...kindSlot(rule.kind, context), ...idsSlot(rule, context), ...bonusSlots(rule, context) }
    case 'tier':
      return { ...idsSlot(rule, context), multiplier: number('/multiplier', rule.multiplier, numbers) }
    case 'firstPurchase':
      return bonusSlots(rule, context)
    case 'campaign':
      return {
        startsAt: dateSlot('/startsAt', rule.startsAt, context),
        endsAt: dateSlot('/endsAt', rule.endsAt, context),
        multiplier: number('/multiplier', rule.multiplier, numbers),
      }
    case 'signup':
    case 'birthday':
    case 'referral':
      return {
        points: pointsSlot(rule.points, numbers),
        ...kindSlot(rule.kind, context),
        ...validitySlots(rule, context),
      }
    case 'quiz':
      return validitySlots(rule, context)
    case 'custom':
      return {
        key: picker(
          '/key',
          rule.key,
          `«${context.telling.nameOf('action', rule.key) ?? rule.key}»`,
          'action',
        ),
        points: pointsSlot(rule.points, numbers),
        perDay: limitSlot('/limits/perDay', rule.limits.perDay, context),
        ever: limitSlot('/limits/ever', rule.limits.ever, context),
        ...validitySlots(rule, context),
      }
  }
}

function number(slot: string, value: Decimal, numbers: Words): Slot {
  return { slot, kind: 'number', value: shortText(value), display: numbers.count(value).text }
}

/** The word is part of what is shown, because it follows the number. */
function pointsSlot(value: Decimal, numbers: Words): Slot {
  const display = numbers.language.points(numbers.count(value))
  return { slot: '/points', kind: 'number', value: shortText(value), display }
}

function money(slot: string, value: Decimal, numbers: Words): Slot {
  return { slot, kind: 'money', value: shortText(value), display: numbers.money(value) }
}

function picker(slot: string, value: Slot['value'], display: string, picks: Picked): Slot {
  return { slot, kind: 'picker', value, display, picks }
}

function countOf(value: number, numbers: Words): Count {
  return numbers.count(BigInt(value) * ONE)
}

function validitySlots({ waitingDays, validityDays }: Validity, { words, numbers }: Context): Slots {
  const good = validityDays === null ? null : countOf(validityDays, numbers)
  return {
    waitingDays: {
      slot: '/waitingDays',
      kind: 'days',
      value: waitingDays,
      display: words.opens(countOf(waitingDays, numbers), waitingDays === 0),
    },
    validityDays: { slot: '/validityDays', kind: 'days', value: validityDays, display: words.isGood(good) },
  }
}

function limitSlot(slot: string, value: number | null, { words, numbers }: Context): Slot {
  const display = words.limit(value === null ? null : countOf(value, numbers))
  return { slot, kind: 'number', value, display }
}

function roundingSlot(value: Rounding, { words }: Context): Slot {
  const options = (['floor', 'nearest', 'ceiling'] as const).map((one) => ({
    value: one,
    display: words.rounding[one],
  }))
  return { slot: '/rounding', kind: 'choice', value, display: words.rounding[value], options }
}

function kindSlot(kind: RuleKind, { words }: Context): Slots {
  const group = KIND_GROUPS.find((kinds) => (kinds as readonly RuleKind[]).includes(kind)) ?? []
  const options = group.map((one) => ({ value: one, display: words.kinds[one] }))
  const display = options.find(({ value }) => value === kind)?.display ?? kind
  return { kind: { slot: '/kind', kind: 'choice', value: kind, display, options } }
}

/** More names than this make no sentence. */
const NAMES_MAX = 5

function idsSlot(rule: Extract<Rule, { ids: string[] }>, { telling, words, numbers }: Context): Slots {
  const names = rule.ids.slice(0, NAMES_MAX).map((id) => telling.nameOf(rule.kind, id) ?? id)
  const others = rule.ids.length - names.length
  if (others > 0) names.push(words.andMore(countOf(others, numbers).text))
  return { ids: picker('/ids', rule.ids, names.join(', '), rule.kind) }
}

/** The number, and which of the two kinds of bonus it is. */
function bonusSlots({ kind, bonus }: Rule & { readonly bonus: Bonus }, { words, numbers }: Context): Slots {
  const isPerLine = kind === 'product' || kind === 'brand' || kind === 'category'
  const value = bonus.type === 'points' ? bonus.points : bonus.multiplier
  const count = numbers.count(value)
  const options = [
    { value: 'multiplier', display: words.times(count) },
    { value: 'points', display: words.more(count, isPerLine) },
  ]
  const display = options.find((option) => option.value === bonus.type)?.display ?? ''
  return {
    bonusAmount: number(`/${bonus.type}`, value, numbers),
    bonus: { slot: '/bonus', kind: 'choice', value: bonus.type, display, options },
  }
}

/** The end of a day is said of that day, not of the next one. */
function dateSlot(slot: '/startsAt' | '/endsAt', at: Instant, { telling, numbers }: Context): Slot {
  const { timeZone, now } = telling
  const day = localDate(at, timeZone)
  const isMidnight = slot === '/endsAt' && startOfDay(day, timeZone) === at
  const clock = localDateTimeToText(at, timeZone).slice(-'00:00'.length)
  const display = isMidnight
    ? `${numbers.date(startOfDay(day - 1, timeZone), now)} 24:00`
    : `${numbers.date(at, now)} ${clock}`
  return { slot, kind: 'date', value: new Date(at).toISOString(), display }
}
