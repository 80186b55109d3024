/** What `serve` and `work` need to know of the cells that the directory names. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { clientOf } from '../support/client-of.ts'
import { urlOfLogin } from '../support/logins.ts'
import { cloneDatabase } from '../support/test-database.ts'
import { startWorker, until } from '../support/workers.ts'
import { startServe } from './punchcard-process.ts'
import { runHere } from './run-here.ts'

let main: pg.Client
let urls: { main: string; other: string }
const drops: (() => Promise<void>)[] = []

beforeAll(async () => {
  const [first, second] = [await cloneDatabase(), await cloneDatabase()]
  urls = { main: first.url, other: second.url }
  drops.push(first.drop, second.drop)
  const log = createLogger({ level: 'error', destination: process.stderr })
  for (const url of [first.url, second.url]) await migrateQueue(urlOfLogin(url, 'owner'), log)
  main = clientOf(first.url)
  await main.connect()
  for (const cell of ['main', 'south-america', 'south-america', 'asia']) await put(cell)
})
afterAll(async () => {
  await main.end()
  for (const drop of drops) await drop()
})

async function put(cell: string): Promise<void> {
  await main.query(
    `insert into tenant (name, currency, time_zone, locale, cell)
    values ('Shop', 'BRL', 'America/Sao_Paulo', 'pt-BR', $1)`,
    [cell],
  )
}

describe('a cell that the directory names', () => {
  it.each(['serve', 'work'])('must be known to `%s`, which says what to set', async (command) => {
    expect(await runHere([command], { DATABASE_URL: urls.main })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'PUNCHCARD_CELL_ASIA is not set: it names the database of the cell “asia”, where 1 tenant lives.\n' +
        'PUNCHCARD_CELL_SOUTH_AMERICA is not set: it names the database of the cell “south-america”, where 2 tenants live.\n',
    })
  })

  it('need not be known before: `migrate` does without', async () => {
    expect(await runHere(['migrate'], { DATABASE_URL: urls.main })).toMatchObject({ exitCode: 0 })
  })

  it('is all that it takes; of one that comes later the worker complains, and goes on', async () => {
    await main.query(`delete from tenant where cell = 'asia'`)
    const serving = { PUNCHCARD_CELL_SOUTH_AMERICA: urlOfLogin(urls.other, 'api') }
    const server = await startServe({ DATABASE_URL: urls.main, ...serving })
    expect(await server.stop()).toBe(0)

    const worker = await startWorker(urls.main, {
      PUNCHCARD_CELL_SOUTH_AMERICA: urlOfLogin(urls.other, 'worker'),
    })
    await put('antarctica')
    await main.query(`select graphile_worker.add_job('lookForDailyRuns')`)
    await until(async () => worker.complaints.length > 0)
    expect(JSON.parse(worker.complaints[0] ?? '')).toMatchObject({
      msg: 'this worker does not know the database of a cell',
      cell: 'antarctica',
      variable: 'PUNCHCARD_CELL_ANTARCTICA',
    })
    expect(await worker.stop()).toBe(0)
  })
})
