import { expect, it } from 'vitest'
import { addResult, linesOf, NOTHING_SENT, partsOf } from './code-file.ts'

it('a file of any system has the same lines', () => {
  expect(linesOf('\ufeffA1\r\nB2\nC3\r\n\n')).toEqual(['A1', 'B2', 'C3'])
  expect(linesOf('')).toEqual([])
})

it('parts have all lines once, in their order', () => {
  const lines = Array.from({ length: 11_001 }, (_, index) => `CODE-${index}`)
  const parts = partsOf(lines)
  expect(parts.map(({ linesBefore, lines: count }) => [linesBefore, count])).toEqual([
    [0, 5_000],
    [5_000, 5_000],
    [10_000, 1_001],
  ])
  expect(parts.flatMap(({ text }) => text.split('\n'))).toEqual(lines)
})

it('a part stays below 2 MiB, however long its lines are', () => {
  const parts = partsOf(Array.from({ length: 20_000 }, () => 'x'.repeat(5_000)))
  expect(parts.every(({ text }) => text.length < 2 * 1024 * 1024)).toBe(true)
})

it('wrong lines have their numbers in the whole file', () => {
  const one = { imported: 1, duplicates: 0, invalid: 1, duplicateCodes: [], invalidLines: [2] }
  const sum = addResult(addResult(NOTHING_SENT, one, 0), one, 5_000)
  expect(sum).toEqual({ ...one, imported: 2, invalid: 2, invalidLines: [2, 5_002] })
})
