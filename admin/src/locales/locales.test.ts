import { describe, expect, it } from 'vitest'
import { en } from './en/index.ts'
import { beyondHome as esBeyond } from './es/beyond-home.ts'
import * as esInside from './es/inside.ts'
import * as esOutside from './es/outside.ts'
import { beyondHome as ptBeyond } from './pt-BR/beyond-home.ts'
import * as ptInside from './pt-BR/inside.ts'
import * as ptOutside from './pt-BR/outside.ts'

/** Path of a key → its text. */
function flat(texts: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${path}${key}`, value] as const] : [...flat(value, `${path}${key}.`)],
    ),
  )
}

const english = flat(en)
const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\w+\}\}/g)].map(([one]) => one).sort()

/** Words that say nothing in another language than English: what is left untranslated has one of them. */
const ENGLISH = /\b(the|and|your|you|with|this|that|from|which|what|when|has|are|not|they|its|every|each)\b/i

/** “Singular” and “Plural” are the same words in all three. */
const SAME_WORDS = ['settings.one', 'settings.many']

describe.each([
  ['pt-BR', flat({ ...ptInside.inside, ...ptBeyond, ...ptOutside.outside })],
  ['es', flat({ ...esInside.inside, ...esBeyond, ...esOutside.outside })],
])('%s', (_, texts) => {
  it('has the texts of English, each with the same placeholders', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
    const wrong = [...texts].filter(
      // One of something may be said without the number.
      ([key, text]) =>
        !key.endsWith('_one') &&
        String(placeholdersOf(text)) !== String(placeholdersOf(english.get(key) ?? '')),
    )
    expect(wrong).toEqual([])
  })

  it('has no English in it', () => {
    expect([...texts].filter(([, text]) => ENGLISH.test(text.replaceAll(/\{\{\w+\}\}/g, '')))).toEqual([])
    const same = [...texts].filter(
      ([key, text]) => text === english.get(key) && /\s/.test(text) && !SAME_WORDS.includes(key),
    )
    expect(same).toEqual([])
  })

  it('says it as PANEL.md wants: no exclamations, no “please”, no empty texts', () => {
    expect([...texts].filter(([, text]) => text.trim() === '' || /!|por favor/i.test(text))).toEqual([])
  })
})

it('Portuguese says the number with one of something, because none is singular there too', () => {
  const portuguese = flat({ ...ptInside.inside, ...ptBeyond, ...ptOutside.outside })
  const wrong = [...portuguese].filter(
    ([key, text]) => key.endsWith('_one') && /\b1\b/.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')),
  )
  expect(wrong).toEqual([])
})

it('English says no “please”, no “successfully”, no “oops”', () => {
  expect([...english].filter(([, text]) => /!|please|successfully|oops/i.test(text))).toEqual([])
})
