import { expect, it } from 'vitest'
import {
  changedWords,
  fieldOf,
  groupsOf,
  textsOf,
  type UsualText,
  wordsOf,
  wrongPlaces,
} from './texts-values.ts'

const text = (key: string, en: string): UsualText => ({
  key,
  places: [],
  usual: { 'pt-BR': en, en, es: en },
})
const texts = [
  text('pill.expiring', '{points} expire on {date}'),
  text('earn', 'Earn {points}'),
  text('stale', 'Old'),
]

it('what is said comes back as it was sent, and nothing is sent of what is as it was', () => {
  const words = { 'pill.expiring': { en: '{points} end on {date}' } }
  const values = textsOf(texts, words)
  expect(wordsOf(values)).toEqual(words)
  expect(changedWords(values, values)).toEqual({})
})

it('one language is changed, another is the usual again', () => {
  const before = textsOf(texts, { earn: { en: 'Collect {points}' } })
  const after = {
    words: { ...before.words, earn: { 'pt-BR': ' Junte {points} ', en: '  ', es: '' } },
  }
  expect(changedWords(after, before)).toEqual({ earn: { 'pt-BR': 'Junte {points}', en: null } })
})

it('places that are missing, unknown or said twice are found', () => {
  const [expiring] = texts as [UsualText]
  expect(wrongPlaces('{points} end', expiring)).toEqual(['date'])
  expect(wrongPlaces('{points} {points} end on {date}', expiring)).toEqual(['points'])
  expect(wrongPlaces('{points} end on {date} {name}', expiring)).toEqual(['name'])
  expect(wrongPlaces('On {date}, {points} end', expiring)).toEqual([])
  expect(wrongPlaces(' ', expiring)).toEqual([])
})

it('every text has its element, and a problem its field', () => {
  expect(groupsOf(texts).map(([name]) => name)).toEqual(['balance', 'earn', 'messages'])
  expect(fieldOf('/words/pill.expiring/en')).toBe('/words/pill·expiring/en')
})
