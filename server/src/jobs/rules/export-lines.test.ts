import { expect, it } from 'vitest'
import { PLAIN } from './csv.ts'
import { addSums, type ExportFormat, headOf, linesOf } from './export-lines.ts'

const KIND = { columns: ['id', 'name', 'points', 'isEnrolled'], sums: ['points'] }
const ROWS = [
  ['1', '=SUM(A1)', '0.1', true],
  ['2', null, '-0.2', false],
] as const

it('writes CSV with a head, cells that no spreadsheet runs, and nothing for what is missing', () => {
  const csv: ExportFormat = { kind: 'csv', layout: PLAIN }
  expect(headOf(KIND, csv) + linesOf(KIND, csv, ROWS)).toBe(
    "id,name,points,isEnrolled\r\n1,'=SUM(A1),0.1,true\r\n2,,-0.2,false\r\n",
  )
  const spreadsheet: ExportFormat = { kind: 'csv', layout: { kind: 'spreadsheet', decimal: ',' } }
  expect(headOf(KIND, spreadsheet) + linesOf(KIND, spreadsheet, ROWS)).toBe(
    "\uFEFFid;name;points;isEnrolled\r\n1;'=SUM(A1);0,1;true\r\n2;;-0,2;false\r\n",
  )
})

it('writes an object per line, with null for what is missing', () => {
  expect(headOf(KIND, { kind: 'ndjson' })).toBe('')
  expect(linesOf(KIND, { kind: 'ndjson' }, ROWS)).toBe(
    '{"id":"1","name":"=SUM(A1)","points":"0.1","isEnrolled":true}\n' +
      '{"id":"2","name":null,"points":"-0.2","isEnrolled":false}\n',
  )
})

it('adds up exactly, page by page', () => {
  let sums = addSums(KIND, {}, [])
  expect(sums).toEqual({ points: '0' })
  for (let page = 0; page < 3; page += 1) sums = addSums(KIND, sums, [['1', null, '0.1', true]])
  expect(sums).toEqual({ points: '0.3' })
  expect(addSums(KIND, sums, ROWS)).toEqual({ points: '0.2' })
  expect(addSums(KIND, { points: '99999999999999.9999' }, [['1', null, '0.0001', true]])).toEqual({
    points: '100000000000000',
  })
})
