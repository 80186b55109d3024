import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LOCALES } from '../locale.ts'
import { catalogueText } from './catalogue.ts'
import { nameOfCode } from './errors.ts'

const reference = readFileSync(new URL('../../../../docs/reference/errors.md', import.meta.url), 'utf8')

/** The numbers in the tables “Errors by operation”, where a row reads `| condition | number |`. */
const codes = new Set(
  [...reference.matchAll(/^\|.*?\|\s*(\d{1,3})\s*\|/gm)]
    .map(([, code]) => Number(code))
    .filter((code) => code < 200),
)
const unknown = catalogueText(999, null)

it('every error of the reference is told in every language', () => {
  expect(codes.size).toBeGreaterThan(40)
  const untold = [...codes].filter((code) => catalogueText(200, code) === unknown).map(nameOfCode)
  expect(untold).toEqual([])
  for (const code of codes) {
    const text = catalogueText(200, code)
    expect(new Set(LOCALES.map((locale) => text[locale])).size).toBe(LOCALES.length)
  }
})

it('what fails before an operation is told by its status', () => {
  for (const status of [400, 403, 413, 414, 415, 503]) expect(catalogueText(status, null)).not.toBe(unknown)
  expect(catalogueText(429, 103)).not.toBe(unknown)
  expect(catalogueText(500, 77)).not.toBe(unknown)
})
