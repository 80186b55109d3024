/** What a merchant says instead of the usual texts. */
import { expect, it } from 'vitest'
import { LOCALES } from '../../contract/locale.ts'
import { ELEMENT_TEXTS, TEXTS } from '../texts.ts'
import { changedWords, placesOf, textsOf, WORDS_MAX } from './words.ts'

const pointersOf = (input: Parameters<typeof changedWords>[1]) =>
  changedWords(undefined, input).problems.map(({ pointer }) => pointer)

it('the usual texts have the same places in each language, and there are fewer than can be changed', () => {
  for (const text of Object.values(TEXTS)) {
    for (const locale of LOCALES) expect(placesOf(text[locale])).toEqual(placesOf(text.en))
  }
  expect(Object.keys(TEXTS).length).toBeLessThanOrEqual(WORDS_MAX)
})

it.each([
  [{ earn: { en: 'Collect {points}' } }, []],
  [{ earn: { en: 'Collect points' } }, ['/words/earn/en']],
  [{ earn: { en: 'Collect {points} {points}' } }, ['/words/earn/en']],
  [{ earn: { en: 'Collect {points}', es: 'Junte {puntos}' } }, ['/words/earn/es']],
  [{ redeem: { en: 'Redeem {points}' } }, ['/words/redeem/en']],
  [{ 'pill.expiring': { en: '{date}: {points} expire' } }, []],
  [{ shine: { en: 'Shine' } }, ['/words/shine']],
  [{ 'a/b~': null }, ['/words/a~1b~0']],
  [{ constructor: { en: 'x' } }, ['/words/constructor']],
])('%j is refused at %j', (input, pointers) => {
  expect(pointersOf(input as never)).toEqual(pointers)
})

it('what is left out stays, and null is the usual text again', () => {
  const words = { earn: { en: 'Collect {points}', es: 'Junte {points}' }, more: { en: 'More' } }
  const change = (input: Parameters<typeof changedWords>[1]) => changedWords(words, input).words
  expect(change(undefined)).toBe(words)
  expect(change(null)).toBeUndefined()
  expect(change({ earn: { es: null } })).toEqual({ earn: { en: 'Collect {points}' }, more: { en: 'More' } })
  expect(change({ earn: null })).toEqual({ more: { en: 'More' } })
  expect(change({ earn: { en: null, es: null }, more: null })).toBeUndefined()
})

it('an upgrade that changes a text does not break it', () => {
  const words = { earn: { en: 'Collect' }, gone: { en: 'Gone' }, more: { en: 'Further' } }
  expect(textsOf(words, 'en')).toEqual({ ...ELEMENT_TEXTS.en, more: 'Further' })
  expect(textsOf(words, 'es')).toEqual(ELEMENT_TEXTS.es)
})
