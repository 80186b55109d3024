import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CsvLayout, csvLine, csvStart, PLAIN, unguarded } from './csv.ts'

const BRAZIL: CsvLayout = { kind: 'spreadsheet', decimal: ',' }
const AMERICA: CsvLayout = { kind: 'spreadsheet', decimal: '.' }

it.each([
  [PLAIN, ['a', 'b'], 'a,b\r\n'],
  [PLAIN, ['say "hi"', 'a,b', 'a;b'], '"say ""hi""","a,b","a;b"\r\n'],
  [PLAIN, ['two\nlines', '12.50', ''], '"two\nlines",12.50,\r\n'],
  [AMERICA, ['12.50', 'a;b'], '12.50,a;b\r\n'],
  [BRAZIL, ['12.50', '-3', 'a;b', 'a,b', 'v1.2'], '12,50;-3;"a;b";a,b;v1.2\r\n'],
])('writes a line as %o wants it', (layout, cells, line) => {
  expect(csvLine(cells, layout)).toBe(line)
})

it.each(['=1+1', '+55 11', '-a', '@home', '\tx', '\rx', '=cmd|calc'])(
  'lets no spreadsheet run %j',
  (cell) => {
    for (const layout of [PLAIN, BRAZIL, AMERICA]) {
      expect(csvLine([cell], layout).replaceAll('"', '')).toBe(`'${cell}\r\n`)
    }
  },
)

it.each(['-3', '-12.5', '0', '1000000'])('leaves the number %s a number', (cell) => {
  expect(csvLine([cell], PLAIN)).toBe(`${cell}\r\n`)
})

it('begins a file for spreadsheets with a mark that it is UTF-8', () => {
  expect([csvStart(PLAIN), csvStart(BRAZIL)]).toEqual(['', '\uFEFF'])
})

it('guards a text so that our own readers find it again', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^'[=+\-@\t\r]/.test(text))
      const line = csvLine([text], PLAIN)
      const cell = line.slice(0, -2)
      const bare = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(unguarded(bare)).toBe(text)
    }),
    { numRuns: 1_000, seed: Number(process.env.TEST_SEED ?? 7) },
  )
})
