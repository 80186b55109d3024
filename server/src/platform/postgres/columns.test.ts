import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, openTestDatabase } from '../../../test/support/test-database.ts'
import { type Columns, namesOf, rowsAs } from './columns.ts'
import { type Database, run } from './database.ts'
import { type Statement, sql } from './sql.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const clone = await cloneDatabase()
  database = openTestDatabase(clone.url)
  drop = clone.drop
})
afterAll(async () => {
  await database.close()
  await drop()
})

const rowsOf = async (statement: Statement<{ position: number }>) => {
  const { rows } = await database.read([], (tx) => run(tx, statement))
  return rows
}

interface Sale {
  readonly id: number | string | null
  readonly note: string | null
  readonly total: bigint
  readonly isPaid: boolean
  readonly at: number | 'infinity' | null
  readonly extra: object | null
}

const SALE: Columns<Sale> = {
  position: ['int', (_sale, index) => index],
  id: ['bigint', ({ id }) => id],
  note: ['text', ({ note }) => note],
  total: ['numeric', ({ total }) => total],
  is_paid: ['boolean', ({ isPaid }) => isPaid],
  at: ['timestamptz', ({ at }) => at],
  extra: ['json', ({ extra }) => extra],
}

const sales: Sale[] = [
  { id: 1, note: 'a "b", {c} \\ NULL', total: 12_500n, isPaid: true, at: 0, extra: { a: ['"', 1] } },
  {
    id: '9223372036854775807',
    note: 'NULL',
    total: -1n,
    isPaid: false,
    at: 'infinity',
    extra: { text: 'line\nline' },
  },
  { id: null, note: null, total: 0n, isPaid: false, at: null, extra: null },
]

const statement = (least: number, rows: readonly Sale[], most: number) => sql<{ position: number }>`
  select ${namesOf(SALE)} from ${rowsAs('sale', SALE, rows)}
  where position >= ${least} and position <= ${most} order by position`

describe('rows that are sent by column', () => {
  it('arrive as they were sent, whatever their type', async () => {
    expect(await rowsOf(statement(0, sales, 9))).toEqual([
      {
        position: 0,
        id: 1,
        note: 'a "b", {c} \\ NULL',
        total: 12_500n,
        is_paid: true,
        at: new Date(0),
        extra: { a: ['"', 1] },
      },
      {
        position: 1,
        id: Number('9223372036854775807'),
        note: 'NULL',
        total: -1n,
        is_paid: false,
        at: Infinity,
        extra: { text: 'line\nline' },
      },
      { position: 2, id: null, note: null, total: 0n, is_paid: false, at: null, extra: null },
    ])
  })

  it('take their numbers among the other parameters, with one text for any number of rows', async () => {
    const few = statement(1, sales, 1)
    const rows = await rowsOf(few)
    expect(rows.map(({ position }) => position)).toEqual([1])
    const none = statement(0, [], 9)
    expect({ name: none.name, text: none.text }).toEqual({ name: few.name, text: few.text })
    expect(await rowsOf(none)).toEqual([])
  })
})
