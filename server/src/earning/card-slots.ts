import { type Decimal, ONE } from '../platform/decimal.ts'
import {
  CARD_PICKS,
  type CardCounts,
  type PickedLines,
  STAMP_PERIODS,
  type StampLimit,
} from './card-members.ts'
import { shortText } from './explanation.ts'
import type { CardWords, RuleWords } from './language.ts'
import { perSlot } from './limit-slots.ts'
import type { CardRule, Rule } from './program.ts'
import type { Slot } from './slot.ts'
import type { Words } from './words.ts'

/* The sentence of a card: which template it has, and the slots of its members. */

/** With everything that is only said where the card has it. */
export function cardTemplate(
  { counts, stamps, picked, stampLimit, when }: CardRule,
  words: CardWords,
): string {
  const { templates, pick, limited, grace } = words
  const isWhole = counts === 'spend' && stamps === 1
  return templates[isWhole ? 'whole' : counts]
    .replace('{pick}', () => (picked === null ? '' : pick[counts === 'spend' ? 'spend' : 'orders']))
    .replace('{limited}', () => (stampLimit === null ? '' : limited))
    .replace('{grace}', () => (when?.until == null ? '' : grace))
}

interface Tools {
  readonly rule: Rule
  readonly words: RuleWords
  readonly numbers: Words
}

/** How the members that only cards have are shown, but for what is picked. */
export const CARD_SLOTS = {
  counts: (name: string, _value: CardCounts, { rule, words }: Tools) => ({
    [name]: countsSlot(rule as CardRule, words),
  }),
  cardPerAmount: (name: string, value: Decimal | null, { numbers }: Tools): Record<string, Slot> =>
    value === null ? {} : { [name]: cardAmountSlot(value, numbers) },
  stamps: (name: string, value: number, { numbers }: Tools) => ({ [name]: stampsSlot(value, numbers) }),
  stampLimit: (_name: string, value: StampLimit | null, { numbers }: Tools): Record<string, Slot> =>
    value === null ? {} : stampLimitSlots(value, numbers),
  graceDays: (name: string, value: number, { numbers }: Tools) => ({ [name]: graceSlot(value, numbers) }),
  stampsGoodDays: (name: string, value: number | null, { rule, numbers }: Tools) => ({
    [name]: stampsGoodSlot(value, rule as CardRule, numbers),
  }),
  once: (name: string, value: boolean, { words }: Tools) => ({ [name]: onceSlot(value, words) }),
}

/** Only what can be chosen without another member: items need ids, and what is spent an amount. */
function countsSlot({ counts, picked, stamps }: CardRule, { card }: RuleWords): Slot {
  const isOpen = counts !== 'spend' && picked !== null && stamps > 1
  const options = (isOpen ? (['items', 'orders'] as const) : [counts]).map((value) => ({
    value,
    display: card.counts[value],
  }))
  return { slot: '/counts', kind: 'choice', value: counts, display: card.counts[counts], options }
}

export function pickSlot({ of }: PickedLines, { kinds }: RuleWords): Slot {
  const options = CARD_PICKS.map((value) => ({ value, display: kinds[value] }))
  return { slot: '/of', kind: 'choice', value: of, display: kinds[of], options }
}

function cardAmountSlot(value: Decimal, { money }: Words): Slot {
  return { slot: '/perAmount', kind: 'money', value: shortText(value), display: money(value) }
}

function stampsSlot(value: number, words: Words): Slot {
  return { slot: '/stamps', kind: 'number', value, display: countOf(value, words).text }
}

function stampLimitSlots({ stamps, per }: StampLimit, words: Words) {
  const { rules } = words.language
  const display = rules.card.stamps(countOf(stamps, words))
  return {
    limitStamps: { slot: '/stampLimit/stamps', kind: 'number', value: stamps, display },
    limitPer: perSlot('/stampLimit/per', per, STAMP_PERIODS, rules),
  } as const
}

function graceSlot(value: number, words: Words): Slot {
  const display = words.language.rules.card.days(countOf(value, words))
  return { slot: '/graceDays', kind: 'days', value, display }
}

function stampsGoodSlot(value: number | null, { when }: CardRule, words: Words): Slot {
  const { expire, card } = words.language.rules
  // With a last day, stamps end some days after it: “never” would be said beside that.
  const isEnding = value === null && when?.until != null
  const display = isEnding ? card.untilItEnds : expire(value === null ? null : countOf(value, words))
  return { slot: '/stampsGoodDays', kind: 'days', value, display }
}

function onceSlot(value: boolean, { card }: RuleWords): Slot {
  const options = (['true', 'false'] as const).map((one) => ({ value: one, display: card.once[one] }))
  return { slot: '/once', kind: 'choice', value: String(value), display: card.once[`${value}`], options }
}

function countOf(value: number, { count }: Words) {
  return count(BigInt(value) * ONE)
}
