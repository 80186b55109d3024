import { describe, expect, it } from 'vitest'
import { addFigures, cellsOf, guessFormat, linesOf, NOTHING_SENT, partsOf, readCodes } from './code-file.ts'

const read = (text: string) => {
  const lines = linesOf(text)
  const format = guessFormat(lines)
  return { format, ...readCodes(lines, format) }
}
const codesOf = (text: string) => read(text).codes.map(({ code }) => code)

it('a file of any system has the same lines', () => {
  expect(linesOf('\ufeffA1\r\nB2\nC3\r\n\n')).toEqual(['A1', 'B2', 'C3'])
  expect(linesOf('')).toEqual([])
})

describe('how a file is written is guessed:', () => {
  it('one code per line', () => {
    expect(guessFormat(['AA-1', 'AA-2'])).toEqual({ delimiter: 'none', hasHeader: false, column: 0 })
    expect(codesOf('GOLD\nSILVER')).toEqual(['GOLD', 'SILVER'])
  })

  it('with a header', () => {
    expect(read('Código\nAA-1\nAA-2')).toMatchObject({
      format: { delimiter: 'none', hasHeader: true },
      codes: [
        { code: 'AA-1', line: 2 },
        { code: 'AA-2', line: 3 },
      ],
    })
    expect(codesOf('spring sale\nAA-1')).toEqual(['AA-1'])
  })

  it('with several columns, of which one is called after codes', () => {
    const text = 'Name;Coupon code;Until\n"Sale; spring";"AA-1";2027-01-01\nFall;AA-2;2027-02-01'
    expect(read(text).format).toEqual({ delimiter: 'semicolon', hasHeader: true, column: 1 })
    expect(codesOf(text)).toEqual(['AA-1', 'AA-2'])
  })

  it('with several columns and no header', () => {
    const format = { hasHeader: false, column: 0 }
    expect(read('AA-1,10\nAA-2,10').format).toEqual({ delimiter: 'comma', ...format })
    expect(read('AA-1\t10\nAA-2\t10').format).toEqual({ delimiter: 'tab', ...format })
  })

  it('a delimiter in some of the lines is part of the code', () => {
    expect(codesOf('AA,1\nAA2')).toEqual(['AA,1', 'AA2'])
  })
})

it('quotation marks keep what is between them', () => {
  expect(cellsOf('"a,""b""", c ,', 'comma')).toEqual(['a,"b"', 'c', ''])
})

it('every line is a code, blank, there before, or the header', () => {
  const file = read('\ncode\nAA-1\n\naa-1\nAA-2\n')
  expect(file).toMatchObject({ blank: 2, lines: 6, repeated: [{ code: 'aa-1', line: 5 }] })
  expect(file.codes).toHaveLength(2)
})

describe('parts', () => {
  const codes = Array.from({ length: 11_001 }, (_, index) => ({ code: `CODE-${index}`, line: index + 2 }))

  it('have all codes once, in their order', () => {
    const parts = partsOf(codes)
    expect(parts.map((part) => part.codes.length)).toEqual([5_000, 5_000, 1_001])
    expect(parts.flatMap(({ text }) => text.split('\n'))).toEqual(codes.map(({ code }) => code))
  })

  it('stay below 2 MiB, however long their lines are', () => {
    const parts = partsOf(codes.map(({ line }) => ({ code: 'x'.repeat(5_000), line })))
    expect(parts.every(({ text }) => text.length < 2 * 1024 * 1024)).toBe(true)
  })

  it('tell refused codes by their line in the file', () => {
    const one = { added: 1, duplicates: 0, invalid: 1, duplicateCodes: [], invalidLines: [2] }
    const [first, second] = partsOf(codes)
    if (!first || !second) throw new Error('there are three parts')
    const sum = addFigures(addFigures(NOTHING_SENT, one, first), one, second)
    expect(sum).toMatchObject({ added: 2, invalid: 2, sent: 10_000 })
    expect(sum.invalidCodes.map(({ line }) => line)).toEqual([3, 5_003])
  })
})
