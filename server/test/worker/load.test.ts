/** How the worker finds out that others are at work, for whom it makes way. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchLoad } from '../../src/platform/postgres/load.ts'
import { cloneDatabase } from '../support/test-database.ts'

let drop: () => Promise<void>
let pool: pg.Pool
let other: pg.Client

beforeAll(async () => {
  const database = await cloneDatabase()
  drop = database.drop
  pool = new pg.Pool({ connectionString: database.url, application_name: 'punchcard work' })
  other = new pg.Client({ connectionString: database.url, application_name: 'punchcard serve' })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await pool.end()
  await drop()
})

/** What is seen in a second, one look after the other. */
async function look(watch: () => Promise<number>): Promise<number[]> {
  const counts: number[] = []
  for (let index = 0; index < 8; index += 1) {
    counts.push(await watch())
    await sleep(120)
  }
  return counts
}

it('counts every process at work, also in the moments between two statements', async () => {
  const isDone = new AbortController()
  const working = (async () => {
    while (!isDone.signal.aborted) {
      await other.query('select 1')
      await sleep(5)
    }
  })()
  const counts = await look(watchLoad(pool, '^punchcard work'))
  isDone.abort()
  await working
  // Not all: the machine may stall.
  expect(counts.filter((count) => count === 1).length).toBeGreaterThan(4)
})

it('counts no process that is only connected, and no other workers', async () => {
  await sleep(100)
  const worker = pool.query('select pg_sleep(1)')
  expect(await look(watchLoad(pool, '^punchcard work'))).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  await worker
})
