import type { Locale } from '../../../../server/src/contract/locale.ts'
import type { Answer, Input } from '../../api/client.ts'

export type UsualText = Answer<'storefront.texts'>['items'][number]
type Words = Answer<'storefront.get'>['words']
type WordsBody = NonNullable<NonNullable<Input<'storefront.change'>['body']>['words']>

export const LOCALES = ['pt-BR', 'en', 'es'] as const satisfies readonly Locale[]

/** By name and language; empty: the usual text. */
export interface TextsValues {
  readonly words: Readonly<Record<string, Readonly<Record<Locale, string>>>>
}

/** The elements, in the order of a page; each text belongs to the first that its key fits. */
const GROUPS = {
  balance: /^(hello|balance|pending|available|nothing|pill\.|expiring|until|owed|why|parts\.|signIn)/,
  earn: /^(earn|worth)/,
  rewards: /^(rewards|reward\.|redeem|missing|left|yours)/,
  coupons: /^coupon/,
  tiers: /^tier\./,
  cards: /^card\./,
  history: /^(history|total|plus|minus|more)/,
  checkout: /^(use|applied|remove)/,
  referral: /^(refer|friend)/,
  join: /^(join|optOut|leave)/,
  quizzes: /^quiz/,
  birthday: /^birthday/,
  messages: /^/,
} as const
export type GroupName = keyof typeof GROUPS

export function groupsOf(texts: readonly UsualText[]): readonly (readonly [GroupName, UsualText[]])[] {
  const names = Object.keys(GROUPS) as GroupName[]
  const groupOf = (key: string): GroupName => names.find((name) => GROUPS[name].test(key)) ?? 'messages'
  return names.flatMap((name) => {
    const own = texts.filter(({ key }) => groupOf(key) === name)
    return own.length === 0 ? [] : [[name, own] as const]
  })
}

/** In a form a point leads to what is inside, so keys have none. */
export function nameOf(key: string): string {
  return key.replaceAll('.', '·')
}

export function textsOf(texts: readonly UsualText[], words: Words): TextsValues {
  return {
    words: Object.fromEntries(
      texts.map(({ key }) => {
        const own = words[key] ?? {}
        return [nameOf(key), { 'pt-BR': own['pt-BR'] ?? '', en: own.en ?? '', es: own.es ?? '' }]
      }),
    ),
  }
}

/** What is said now, by key. */
export function wordsOf({ words }: TextsValues): Words {
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, byLocale]) => {
      const said = Object.entries(byLocale).filter(([, text]) => text.trim() !== '')
      return said.length === 0 ? [] : [[keyOf(name), Object.fromEntries(said)]]
    }),
  )
}

function keyOf(name: string): string {
  return name.replaceAll('·', '.')
}

/** What is not as it was; what is empty now is the usual text again. */
export function changedWords(values: TextsValues, before: TextsValues): WordsBody {
  const body: Record<string, Record<string, string | null>> = {}
  for (const [name, byLocale] of Object.entries(values.words)) {
    for (const locale of LOCALES) {
      const text = byLocale[locale]
      if (text === before.words[name]?.[locale]) continue
      body[keyOf(name)] = { ...body[keyOf(name)], [locale]: text.trim() === '' ? null : text.trim() }
    }
  }
  return body
}

/** `/words/pill.expiring/en` is the field of that name. */
export function fieldOf(pointer: string): string {
  const [, words = '', key = '', ...rest] = pointer.split('/')
  return ['', words, nameOf(key), ...rest].join('/')
}

/** Places such as `points` that a text has too few or too many of. */
export function wrongPlaces(text: string, { usual }: UsualText): readonly string[] {
  if (text.trim() === '') return []
  const [is, wanted] = [placesIn(text), placesIn(usual.en)]
  return [...new Set([...is, ...wanted])].filter(
    (place) => is.filter((one) => one === place).length !== wanted.filter((one) => one === place).length,
  )
}

function placesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
