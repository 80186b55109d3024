import { fromLocal, toLocal } from '../../format/zone.ts'
import type { Rule } from './program.ts'

type CardRule = Extract<Rule, { kind: 'card' }>

export const COUNTS = ['items', 'orders', 'spend'] as const satisfies readonly CardRule['counts'][]
export const CARD_PICKS = ['product', 'brand', 'category'] as const

/** A card as its form has it: texts as they are typed. */
export interface CardValues {
  readonly name: string
  readonly counts: CardRule['counts']
  readonly of: (typeof CARD_PICKS)[number]
  /** None: everything counts. Items need some. */
  readonly ids: readonly string[]
  /** Of `spend`. */
  readonly perAmount: string
  readonly stamps: string
  /** Empty: none, where it gives a reward. */
  readonly points: string
  /** By its number; null: none. */
  readonly reward: string | null
  /** null: it has no end. */
  readonly window: { readonly from: string; readonly until: string } | null
}

export const NEW_CARD: CardValues = {
  name: '',
  counts: 'items',
  of: 'category',
  ids: [],
  perAmount: '50',
  stamps: '10',
  points: '100',
  reward: null,
  window: null,
}

export const RECIPES = ['buyTen', 'spendInMonth'] as const

interface RecipeContext {
  readonly timeZone: string
  readonly now: Date
  readonly language: string
}

/** What a recipe fills the form in with. `told`: for its name. */
export function recipeOf(
  recipe: (typeof RECIPES)[number],
  { timeZone, now, language }: RecipeContext,
): {
  readonly recipe: (typeof RECIPES)[number]
  readonly told: { readonly month: string }
  readonly values: CardValues
} {
  const window = monthOf(now, timeZone)
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone }).format(Date.parse(window.from))
  const values: CardValues =
    recipe === 'buyTen'
      ? // Which reward only the merchant knows: one that is filled in would be published unread.
        { ...NEW_CARD, points: '' }
      : { ...NEW_CARD, counts: 'spend', perAmount: '300', stamps: '1', window }
  return { recipe, told: { month }, values }
}

/** The merchant's month in which it is now. */
function monthOf(now: Date, timeZone: string): { from: string; until: string } {
  const [year = 0, month = 1] = toLocal(now.toISOString(), timeZone).split('-').map(Number)
  const firstOf = (months: number): string => {
    const day = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
    return fromLocal(`${day}T00:00`, timeZone)
  }
  return { from: firstOf(0), until: firstOf(1) }
}

/** Without a reward it needs points. */
export function withReward({ points }: CardValues, reward: string | null): Partial<CardValues> {
  return { reward, points: reward === null && points === '' ? NEW_CARD.points : points }
}

/** Whether neither a reward nor points were chosen yet. */
export function lacksPrize({ points, reward }: CardValues): boolean {
  return reward === null && points === ''
}

const AMOUNT = /^\d{1,7}(\.\d{1,4})?$/

/** Of one amount a stamp is the whole card. */
function leastStamps(counts: CardValues['counts']): number {
  return counts === 'spend' ? 1 : 2
}

export type Missing = 'name' | 'amount' | 'which' | 'stamps' | 'prize' | 'newReward' | 'points'

/** What is missing or wrong, in the order of the form. `newReward`: the name of a reward to be made; null: none. */
export function missingIn(values: CardValues, newReward: string | null = null): readonly Missing[] {
  const { name, counts, ids, perAmount, stamps, points, reward } = values
  const isNew = newReward !== null
  const isWrong: Readonly<Record<Missing, boolean>> = {
    name: name.trim() === '',
    amount: counts === 'spend' && !(AMOUNT.test(perAmount) && Number(perAmount) > 0),
    which: counts === 'items' && ids.length === 0,
    stamps: !(Number(stamps) >= leastStamps(counts) && Number(stamps) <= 50),
    prize: !isNew && reward === null && points === '',
    newReward: isNew && newReward.trim() === '',
    points: points !== '' && !(AMOUNT.test(points) && Number(points) >= 1),
  }
  return (Object.keys(isWrong) as Missing[]).filter((one) => isWrong[one])
}

/** The members of the rule that the form says. */
export function cardOf({
  counts,
  of,
  ids,
  perAmount,
  stamps,
  points,
  reward,
  window,
}: CardValues): Partial<CardRule> {
  return {
    counts,
    ...(ids.length > 0 ? { of, ids: [...ids] } : {}),
    ...(counts === 'spend' ? { perAmount } : {}),
    stamps: Number(stamps),
    ...(points === '' ? {} : { points }),
    ...(reward === null ? {} : { reward }),
    ...(window ? { once: true, when: window } : {}),
  }
}
