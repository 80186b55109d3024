import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SERVER_URL } from '../../../../test/support/server-url.ts'
import { arraysOf } from '../columns.ts'
import { named, type Statement, sql } from '../sql.ts'
import { valueTypes } from '../value-types.ts'
import { PreparedStatements, Round } from './round.ts'

const select = (value: number) => sql<{ value: number }>`select ${value}::int as value`
const divide = (by: number) => sql<{ result: number }>`select 1 / ${by}::int as result`
const backend = () => sql<{ pid: number }>`select pg_backend_pid() as pid`

interface Connection {
  readonly client: pg.Client
  /** Sends them as one round. */
  ask<Row>(...statements: readonly Statement<Row>[]): Promise<{ rows: Row[] }>[]
}

const TIMEOUT_MS = 30_000
const SHORT_MS = 200

async function connect({ timeoutMs = TIMEOUT_MS, types = pg.types as unknown } = {}): Promise<Connection> {
  const client = new pg.Client({ connectionString: SERVER_URL }).on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  const prepared = new PreparedStatements(types as pg.CustomTypesConfig)
  return {
    client,
    ask(...statements) {
      const round = new Round(prepared, () => {})
      const answers = statements.map((statement) => round.add(statement, timeoutMs))
      client.query(round)
      return answers
    },
  }
}

const outcomesOf = async (answers: readonly Promise<{ rows: unknown[] }>[]) =>
  (await Promise.allSettled(answers)).map((outcome) =>
    outcome.status === 'fulfilled'
      ? outcome.value.rows
      : ((outcome.reason as pg.DatabaseError).code ?? outcome.reason),
  )

describe('a round of statements', () => {
  it('answers each with its own rows, the first time and when they are prepared', async () => {
    const { ask } = await connect()
    const many = sql`select n::int, null as nothing, n > 1 as truth from generate_series(1, 3) as n`
    const none = sql`select 1 as value where false`
    const all = [
      [
        { n: 1, nothing: null, truth: false },
        { n: 2, nothing: null, truth: true },
        { n: 3, nothing: null, truth: true },
      ],
      [],
      [{ value: 7 }],
      [{ value: 8 }],
    ]
    for (let times = 0; times < 3; times += 1) {
      expect(await outcomesOf(ask<unknown>(many, none, select(7), select(8)))).toEqual(all)
    }
  })

  it('takes parameters of every kind', async () => {
    const { ask } = await connect()
    const statement = sql`select ${null}::text as nothing, ${'a\nã🙂'}::text as text, ${1.5}::float8 as number,
      ${true}::boolean as truth, ${new Date(0)}::timestamptz as time, ${Buffer.from([0, 255])}::bytea as bytes,
      ${{ a: [1] }}::jsonb as json, ${[1, null]}::int[] as list, ${12_500n}::numeric::text as decimal`
    const [[row] = []] = (await outcomesOf(ask(statement))) as unknown[][]
    expect(row).toEqual({
      nothing: null,
      text: 'a\nã🙂',
      number: 1.5,
      truth: true,
      time: new Date(0),
      bytes: Buffer.from([0, 255]),
      json: { a: [1] },
      list: [1, null],
      decimal: '1.2500',
    })
  })

  it('takes lists and decimals also where a statement was put together by hand', async () => {
    const { ask } = await connect()
    const text = 'select $1::text[] as list, $2::numeric::text as decimal, $3::text[] as none'
    const statement = { ...named(text), values: [['a "b"', null], 12_500n, []] }
    expect(await outcomesOf(ask(statement))).toEqual([
      [{ list: ['a "b"', null], decimal: '1.2500', none: [] }],
    ])
  })

  it('grows beyond the room that it starts with', async () => {
    const { ask } = await connect()
    const size = (text: string) => sql`select length(${text}::text) as length`
    const texts = [10, 100_000, 3_000_000, 5].map((length) => 'ã'.repeat(length))
    expect(await outcomesOf(ask(...texts.map(size)))).toEqual(texts.map(({ length }) => [{ length }]))
  })

  it('does nothing behind a statement that fails, and leaves the connection as good as before', async () => {
    const { ask } = await connect()
    const [pid] = await outcomesOf(ask(backend()))
    for (let times = 0; times < 3; times += 1) {
      const answers = ask<unknown>(select(1), divide(0), select(2), sql`create table never_made ()`)
      expect(await outcomesOf(answers)).toEqual([[{ value: 1 }], '22012', '25P02', '25P02'])
    }
    const found = sql`select to_regclass('never_made') as found`
    expect(await outcomesOf(ask<unknown>(found, divide(1), select(2), backend()))).toEqual([
      [{ found: null }],
      [{ result: 1 }],
      [{ value: 2 }],
      pid,
    ])
  })

  it('prepares again what failed before the server had prepared it', async () => {
    const { ask, client } = await connect()
    const fromLater = { ...named('select * from later'), values: [] }
    expect(await outcomesOf(ask(fromLater))).toEqual(['42P01'])
    await client.query('create temp table later as select 5 as value')
    expect(await outcomesOf(ask(fromLater))).toEqual([[{ value: 5 }]])
  })

  it('leaves one prepared statement behind, however often it fails', async () => {
    const { ask } = await connect()
    const count = sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`
    for (let times = 0; times < 50; times += 1) {
      expect(await outcomesOf(ask<unknown>(divide(0), select(1)))).toEqual(['22012', '25P02'])
    }
    expect(await outcomesOf(ask<unknown>(divide(1), select(1)))).toEqual([[{ result: 1 }], [{ value: 1 }]])
    const [[row] = []] = (await outcomesOf(ask(count))) as { count: number }[][]
    expect(row?.count).toBeLessThanOrEqual(3)
  })

  it('reads the columns that the answer has, where a pooler has prepared the statement anew', async () => {
    const { ask, client } = await connect()
    const all = { ...named('select widening.*, 7 as last from widening'), values: [] }
    await client.query('create temp table widening as select 1 as first')
    expect(await outcomesOf(ask(all))).toEqual([[{ first: 1, last: 7 }]])
    await client.query(`alter table widening add column second text default 'b'`)
    await client.query(`deallocate ${all.name}`)
    await client.query(`prepare ${all.name} as ${all.text}`)
    expect(await outcomesOf(ask(all, all))).toEqual(Array(2).fill([{ first: 1, second: 'b', last: 7 }]))
  })

  it('rejects a statement with a value that can’t be read, and answers the others', async () => {
    const { ask } = await connect({ types: valueTypes })
    const misread = sql`select 'NaN'::numeric as value from generate_series(1, 2)`
    const [before, problem, after] = await outcomesOf(ask<unknown>(select(1), misread, select(2)))
    expect([before, after]).toEqual([[{ value: 1 }], [{ value: 2 }]])
    expect(String(problem)).toMatch('not a decimal')
    expect(await outcomesOf(ask(select(3)))).toEqual([[{ value: 3 }]])
  })

  it('sends nothing more where the transaction could not be opened', async () => {
    const [{ client }, other] = [await connect(), await connect()]
    await other.client.query('create table if not exists unopened (value int)')
    onTestFinished(async () => void (await other.client.query('drop table if exists unopened')))
    const prepared = new PreparedStatements(pg.types as unknown as pg.CustomTypesConfig)
    const [first, second] = [new Round(prepared, () => {}), new Round(prepared, () => {})]
    const answers = [
      first.add(divide(0), TIMEOUT_MS, true),
      second.add(sql`insert into unopened values (1)`, TIMEOUT_MS),
    ]
    client.query(first)
    client.query(second)
    const [opening, write] = await outcomesOf(answers)
    expect(opening).toBe('22012')
    expect(String(write)).toMatch(/Connection terminated|not queryable/)
    expect((await other.client.query('select * from unopened')).rows).toEqual([])
  })

  it('goes on without a statement whose values could not be read', async () => {
    const { client } = await connect()
    const prepared = new PreparedStatements(pg.types as unknown as pg.CustomTypesConfig)
    const round = new Round(prepared, () => {})
    const values = arraysOf({ value: ['int', () => fail('no such member')] }, [1])
    const broken = { ...named('select $1::int[]'), values }
    const first = round.add(select(1), TIMEOUT_MS)
    expect(() => round.add(broken, TIMEOUT_MS)).toThrow('no such member')
    const last = round.add(select(3), TIMEOUT_MS)
    client.query(round)
    expect(await outcomesOf([first, last])).toEqual([[{ value: 1 }], [{ value: 3 }]])
  })

  it('fails as a whole where the connection is lost, and says so of each', async () => {
    const [{ ask }, other] = [await connect(), await connect()]
    const [[row] = []] = (await outcomesOf(ask(backend()))) as { pid: number }[][]
    const outcomes = outcomesOf(ask<unknown>(select(1), sql`select pg_sleep(30)`, select(2)))
    await sleep(100)
    await outcomesOf(other.ask(sql`select pg_terminate_backend(${row?.pid}::int)`))
    expect(await outcomes).toEqual([[{ value: 1 }], '57P01', '57P01'])
  })

  it('gives up a connection that does not answer in time: what comes late is nobody’s answer', async () => {
    const { ask } = await connect({ timeoutMs: SHORT_MS })
    const late = await outcomesOf(ask<unknown>(sql`select pg_sleep(1)`, select(1)))
    expect(late.map(String)).toEqual(['Error: Query read timeout', 'Error: Query read timeout'])
    const [next] = await outcomesOf(ask(select(2)))
    expect(String(next)).toMatch(/Connection terminated|not queryable/)
  })

  it('waits for an unhurried statement as long as that may take', async () => {
    const { client } = await connect()
    const round = new Round(new PreparedStatements(pg.types as unknown as pg.CustomTypesConfig), () => {})
    const slow = round.add(sql`select 1 as value from pg_sleep(0.5)`, TIMEOUT_MS)
    const quick = round.add(select(1), SHORT_MS)
    client.query(round)
    expect(await outcomesOf([slow, quick])).toEqual([[{ value: 1 }], [{ value: 1 }]])
  })
})

function fail(message: string): never {
  throw new Error(message)
}
