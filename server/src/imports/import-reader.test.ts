import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ImportReader } from './import-reader.ts'
import { planReading } from './plan-reading.ts'
import { type Octets, START } from './reading/format.ts'

const ASKED = { kind: 'openingBalances', preset: null, format: null, mapping: null, answers: {} } as const
const ZONE = 'America/Sao_Paulo'
const never = () => false

function octetsOf(file: Buffer): Octets {
  return { size: file.length, read: async (from) => file.subarray(from, from + 4_194_304) }
}

async function linesOf(text: string | Buffer, asked: object = {}) {
  const octets = octetsOf(Buffer.from(text))
  const plan = await planReading(octets, { ...ASKED, ...asked })
  const reader = new ImportReader({ ...plan, kind: 'openingBalances', zone: ZONE })
  const { records } = await reader.read(octets, { from: START, limit: 1_000, isTimeUp: never })
  reader.close()
  return records.map(({ read }) => read)
}

it('tells equal lines apart by their order, however their values are written', async () => {
  const lines = await linesOf(
    'email,points,expiry\na@x.com,10,2027-12-31\nA@x.com ,10.00,2027-12-31\nb@x.com,10,2027-12-31\na@x.com,11,2027-12-31\na@x.com,10.0,31 Dec 2027\n',
  )
  expect(lines.map((line) => 'ordinal' in line && line.ordinal)).toEqual([0, 1, 0, 0, 2])
})

it('knows a line by its key, and a corrected one by the line for which it stands', async () => {
  const keyed = await linesOf('email,points,key\na@x.com,10,k1\na@x.com,10,k2\na@x.com,12,k1\n')
  expect(keyed.map((line) => 'ordinal' in line && line.ordinal)).toEqual([0, 0, 1])
  const corrected = await linesOf(
    'punchcard_line,email,points\n12:87,a@x.com,10\n12:88,a@x.com,10\n12:87,a@x.com,11\nnonsense,a@x.com,10\n',
  )
  expect(corrected).toMatchObject([
    { correctedLine: '12:87', ordinal: 0 },
    { correctedLine: '12:88', ordinal: 0 },
    { correctedLine: '12:87', ordinal: 1 },
    { correctedLine: null, ordinal: 0 },
  ])
})

it.each([
  ['id,points\n8.81E+11,5\n', {}, 'scientific-notation', 'originalId'],
  ['id,points\n"8,81E+11",5\n', {}, 'scientific-notation', 'originalId'],
  ['id,points\n1\u0000,5\n'.replace('\u0000', '\u0007'), {}, 'control-character', 'originalId'],
  ['id,points,orders\n1,5,1.5\n', {}, 'not-a-whole-number', 'orderCount'],
  ['id,points,enrolled\n1,5,perhaps\n', {}, 'not-a-yes-or-no', 'isEnrolled'],
  ['id,points,birthday\n1,5,16/11/87\n', {}, 'short-year', 'birthday'],
  ['id,points\n1,5,6\n', {}, 'broken-line', null],
  [
    `id,points\n1,${'9'.repeat(100_000)}\n`,
    { mapping: { columns: { originalId: 'id', points: 'points' } } },
    'not-a-number',
    'points',
  ],
])('refuses a line alone: %#', async (text, asked, reason, member) => {
  const lines = await linesOf(`${text}2,7\n`, asked)
  expect(lines[0]).toMatchObject({ kind: 'refusal', reason, member })
  expect(lines[1]).toMatchObject({ values: { originalId: '2', points: 70_000n } })
})

it('goes on behind a page in the same and in another reader, packed or not', async () => {
  const text = `email,points\n${Array.from({ length: 500 }, (_, index) => `u${index % 50}@x.com,7\n`).join('')}`
  for (const file of [Buffer.from(text), gzipSync(Buffer.from(text))]) {
    const octets = octetsOf(file)
    const plan = { ...(await planReading(octets, ASKED)), kind: 'openingBalances', zone: ZONE } as const
    const one = new ImportReader(plan)
    const first = await one.read(octets, { from: START, limit: 300, isTimeUp: never })
    const second = await one.read(octets, { from: first.position, limit: 300, isTimeUp: never })
    const other = new ImportReader(plan)
    const passed: number[] = []
    let again = await other.read(octets, { from: first.position, limit: 300, isTimeUp: () => true })
    // The time was up at once: it answers nothing and says that it has not come so far.
    expect([again.records.length, again.position, again.hasEnded]).toEqual([0, first.position, false])
    again = await other.read(octets, {
      ...{ from: first.position, limit: 300, isTimeUp: never },
      onPassed: ({ record }) => passed.push(record.line),
    })
    expect(again).toEqual(second)
    expect(second.records).toHaveLength(200)
    expect(second.hasEnded).toBe(true)
    one.close()
    other.close()
  }
})
