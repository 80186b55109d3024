import type { FieldProblem } from '../../contract/field-problem.ts'
import { LOCALES, type Locale, type LocalizedText, localized } from '../../contract/locale.ts'
import type { OwnWords } from '../content.ts'
import { ELEMENT_TEXTS, TEXTS, type TextKey } from '../texts.ts'

/** As RFC 7396 has it: what is left out stays, and null is the usual text again. */
export type WordsInput = Readonly<Record<string, Readonly<{ [L in Locale]?: string | null }> | null>>

/** More than there are texts: a file must not fill the memory of every process. */
export const WORDS_MAX = 120
export const WORD_LENGTH_MAX = 200

/** Such as `points` and `date` in “{points} expire on {date}”, in the order of the alphabet. */
export function placesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()
}

/** What a merchant says instead of the usual texts, after a change. */
export function changedWords(
  before: OwnWords | undefined,
  input: WordsInput | null | undefined,
): { readonly words: OwnWords | undefined; readonly problems: readonly FieldProblem[] } {
  if (input === undefined) return { words: before, problems: [] }
  if (input === null) return { words: undefined, problems: [] }
  const problems = Object.entries(input).flatMap(([key, texts]) => problemsOf(key, texts ?? {}))
  const kept = Object.entries({ ...before, ...input }).flatMap(([key, texts]) => {
    const merged = texts === null ? [] : Object.entries({ ...before?.[key], ...texts })
    const said = merged.filter(([, text]) => text !== null)
    return said.length === 0 ? [] : [[key, Object.fromEntries(said)] as const]
  })
  const words = Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))) as OwnWords
  if (kept.length > WORDS_MAX)
    return { words, problems: [...problems, { pointer: '/words', message: TOO_MANY }] }
  return { words: kept.length === 0 ? undefined : words, problems }
}

function problemsOf(key: string, texts: Readonly<Record<string, string | null>>): FieldProblem[] {
  const pointer = `/words/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (!isTextKey(key)) return [{ pointer, message: UNKNOWN }]
  return Object.entries(texts).flatMap(([locale, text]) =>
    text === null || hasPlacesOf(key, text)
      ? []
      : [{ pointer: `${pointer}/${locale}`, code: 'places', message: wrongPlaces(key) }],
  )
}

function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(TEXTS, key)
}

function hasPlacesOf(key: TextKey, text: string): boolean {
  return placesOf(text).join() === placesOf(TEXTS[key].en).join()
}

/** All texts in one language, with the merchant's own. One that an upgrade has made wrong is the usual text again. */
export function textsOf(words: OwnWords | undefined, locale: Locale): Record<TextKey, string> {
  const texts = { ...ELEMENT_TEXTS[locale] }
  for (const [key, { [locale]: text }] of Object.entries(words ?? {})) {
    if (text !== undefined && isTextKey(key) && hasPlacesOf(key, text)) texts[key] = text
  }
  return texts
}

/** Without texts that an upgrade has made wrong: they are not said. */
export function saidWords(words: OwnWords = {}): OwnWords {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, texts]) => {
      const said = Object.entries(texts).filter(([, text]) => isTextKey(key) && hasPlacesOf(key, text))
      return said.length === 0 ? [] : [[key, Object.fromEntries(said)] as const]
    }),
  )
}

/** What may be changed, and what is said without. */
export interface UsualText {
  readonly key: TextKey
  readonly places: readonly string[]
  readonly usual: LocalizedText
}

export const USUAL_TEXTS: readonly UsualText[] = (Object.keys(TEXTS) as TextKey[]).map((key) => ({
  key,
  places: [...new Set(placesOf(TEXTS[key].en))],
  usual: Object.fromEntries(LOCALES.map((locale) => [locale, TEXTS[key][locale]])) as LocalizedText,
}))

const UNKNOWN: LocalizedText = localized(
  'There is no text of this name.',
  'Não existe um texto com este nome.',
  'No existe un texto con este nombre.',
)

const TOO_MANY: LocalizedText = localized(
  `No more than ${WORDS_MAX} texts can be changed.`,
  `Não é possível alterar mais de ${WORDS_MAX} textos.`,
  `No se pueden cambiar más de ${WORDS_MAX} textos.`,
)

function wrongPlaces(key: TextKey): LocalizedText {
  const places = placesOf(TEXTS[key].en).map((name) => `{${name}}`)
  if (places.length === 0) {
    return localized(
      'This text has no places such as {points}.',
      'Este texto não tem marcadores como {points}.',
      'Este texto no tiene marcadores como {points}.',
    )
  }
  const listed = places.join(', ')
  return localized(
    `Keep each of these places once, and no others: ${listed}.`,
    `Mantenha cada um destes marcadores uma vez, e nenhum outro: ${listed}.`,
    `Mantenga cada uno de estos marcadores una vez, y ningún otro: ${listed}.`,
  )
}
