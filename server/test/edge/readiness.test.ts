/** Processes whose databases are away when they start, later, or for as long as they run. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { withClient } from '../../src/platform/postgres/client.ts'
import { type Cells, openCells } from '../../src/tenancy/cells.ts'
import { createKey, createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { freePort, punchcard, type Running, startPunchcard, startServe } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { clientOf } from '../support/client-of.ts'
import { type Gateway, startGateway } from '../support/gateway.ts'
import { urlOfLogin } from '../support/logins.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { basic } from '../support/test-api.ts'
import { cloneDatabase, emptyDatabase, openTestDatabase } from '../support/test-database.ts'

const REWARDS = '/v1/pvt/RewardConfigurations'
/** A cell that is back is used within seconds. */
const SOON = { timeout: 30_000, interval: 250 }

let urls: { main: string; other: string }
let cells: Cells
let shops: { main: string; other: string }
const drops: (() => Promise<void>)[] = []

beforeAll(async () => {
  const [main, other] = [await cloneDatabase(), await cloneDatabase()]
  drops.push(main.drop, other.drop)
  urls = { main: main.url, other: other.url }
  const log = createLogger({ level: 'error', destination: process.stderr })
  for (const url of Object.values(urls)) await migrateQueue(urlOfLogin(url, 'owner'), log)
  cells = openCells(new Map(Object.entries(urls)), openTestDatabase)
  shops = { main: await openShop('main'), other: await openShop('other') }
})
afterAll(async () => {
  await cells.close()
  for (const drop of drops) await drop()
})

/** The `Authorization` header of a merchant who lives in this cell. */
async function openShop(cell: string): Promise<string> {
  const tenantId = await createTenant(cells, { ...DEFAULTS, name: 'Shop', isSandbox: false, cell })
  const { token, secret } = await createKey(cells.directory, tenantId, 'test')
  return basic(token, secret)
}

function gatewayToDatabase(): Promise<Gateway> {
  const { hostname, port } = new URL(SERVER_URL)
  return startGateway({ hostname, port: Number(port) || 5432 })
}

/** The same database by way of a gateway. */
function through(gateway: Gateway, url: string): string {
  const there = new URL(url)
  there.host = `127.0.0.1:${gateway.port}`
  return there.href
}

const api = (url: string): string => urlOfLogin(url, 'api')
const worker = (url: string): string => urlOfLogin(url, 'worker')

interface Process extends AsyncDisposable {
  readonly log: () => string
  readonly metrics: () => Promise<string>
  readonly statusOf: (path: string, authorization?: string) => Promise<number>
  readonly url: string
}

function processAt(running: Running, url: string, metricsUrl: string): Process {
  return {
    log: running.log,
    url,
    metrics: async () => (await fetch(`${metricsUrl}/metrics`)).text(),
    statusOf: async (path, authorization) =>
      (await fetch(url + path, authorization ? { headers: { authorization } } : {})).status,
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}

const hasStarted = ({ log }: Running): boolean => /"msg":"(ready|started, and ready when[^"]*)"/.test(log())

async function serve(environment: Record<string, string>): Promise<Process> {
  const [port, metricsPort] = [String(await freePort()), String(await freePort())]
  const ports = { PORT: port, PUNCHCARD_METRICS_PORT: metricsPort }
  const running = await startPunchcard(['serve'], { ...environment, ...ports }, hasStarted)
  return processAt(running, `http://127.0.0.1:${port}`, `http://127.0.0.1:${metricsPort}`)
}

async function work(environment: Record<string, string>): Promise<Process> {
  const port = String(await freePort())
  const settings = { PUNCHCARD_WORKER_METRICS_PORT: port, PUNCHCARD_STOP_SECONDS: '5' }
  const running = await startPunchcard(['work'], { ...environment, ...settings }, hasStarted)
  return processAt(running, `http://127.0.0.1:${port}`, `http://127.0.0.1:${port}`)
}

/** As a shop needs it: when to come back, and what to quote. */
async function expectRefused(url: string, authorization: string): Promise<void> {
  const answer = await fetch(url + REWARDS, { headers: { authorization } })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(answer.headers.get('punchcard-request-id')).toMatch(/\w/)
  const ErrorMessage = 'The database cannot be reached: send the request again.'
  expect(await answer.json()).toMatchObject({ HasError: true, ErrorMessage })
}

/** What the check of a container says, which knows nothing of the database. */
async function healthAt(url: string): Promise<{ exitCode: number | null; stdout: string }> {
  const { exitCode, stdout } = await runHere(['health'], {
    DATABASE_URL: urls.main,
    PORT: new URL(url).port,
    PUNCHCARD_WORKER_METRICS_PORT: '0',
  })
  return { exitCode, stdout }
}

async function isQueueServed(url: string): Promise<boolean> {
  const client = clientOf(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select from graphile_worker.jobs where task_identifier = 'lookForDailyRuns'`,
    )
    return rows.length === 0
  } finally {
    await client.end()
  }
}

async function queueJob(url: string): Promise<void> {
  const client = clientOf(url)
  await client.connect()
  await client.query(`select graphile_worker.add_job('lookForDailyRuns')`)
  await client.end()
}

describe('a cell that is away at the start', () => {
  it('is named by `serve`, which serves the others, and is used without a restart when it comes', async () => {
    const gateway = await gatewayToDatabase()
    await gateway.close()
    await using server = await serve({
      DATABASE_URL: urls.main,
      PUNCHCARD_CELL_OTHER: through(gateway, api(urls.other)),
    })
    expect(server.log()).toContain('"msg":"ready"')
    const named = server
      .log()
      .split('\n')
      .find((line) => line.includes('does not answer'))
    expect(JSON.parse(named ?? '')).toMatchObject({
      level: 'error',
      cell: 'other',
      variable: 'PUNCHCARD_CELL_OTHER',
      reason: expect.stringContaining('ECONNREFUSED'),
    })
    expect(await server.statusOf('/readyz')).toBe(200)
    expect(await healthAt(server.url)).toEqual({ exitCode: 0, stdout: 'serve: ready\nwork: absent\n' })
    expect(await server.statusOf(REWARDS, shops.main)).toBe(200)
    await expectRefused(server.url, shops.other)
    const metrics = await server.metrics()
    expect(metrics).toContain('punchcard_ready{kind="serve"} 1')
    expect(metrics).toContain('punchcard_database_up{cell="main"} 1')
    expect(metrics).toContain('punchcard_database_up{cell="other"} 0')

    await gateway.open()
    await expect.poll(() => server.statusOf(REWARDS, shops.other), SOON).toBe(200)
    expect(await server.metrics()).toContain('punchcard_database_up{cell="other"} 1')
  })

  it('is named by `work`, which works in the others, and is worked in when it comes', async () => {
    const gateway = await gatewayToDatabase()
    await gateway.close()
    await using one = await work({
      DATABASE_URL: urls.main,
      PUNCHCARD_CELL_OTHER: through(gateway, worker(urls.other)),
    })
    expect(one.log()).toContain('"variable":"PUNCHCARD_CELL_OTHER"')
    expect(await one.statusOf('/readyz')).toBe(200)
    await queueJob(urls.main)
    await queueJob(urls.other)
    await expect.poll(() => isQueueServed(urls.main), SOON).toBe(true)
    expect(await isQueueServed(urls.other)).toBe(false)
    const metrics = await one.metrics()
    expect(metrics).toContain('punchcard_database_up{cell="other"} 0')
    expect(metrics).toContain('punchcard_job_done_timestamp_seconds{cell="other",job="hourly"} 0')

    await gateway.open()
    await expect.poll(() => isQueueServed(urls.other), SOON).toBe(true)
    expect(await one.metrics()).toContain('punchcard_due_lag_seconds{cell="other"} 0')
  })
})

describe('a cell that goes away later', () => {
  it('leaves `serve` ready for the others, shows in its metrics, and is used again', async () => {
    const gateway = await gatewayToDatabase()
    await using server = await serve({
      DATABASE_URL: urls.main,
      PUNCHCARD_CELL_OTHER: through(gateway, api(urls.other)),
    })
    expect(await server.statusOf(REWARDS, shops.other)).toBe(200)
    await gateway.close()
    await expect.poll(() => server.metrics(), SOON).toContain('punchcard_database_up{cell="other"} 0')
    expect(await server.statusOf('/readyz')).toBe(200)
    expect(await server.statusOf(REWARDS, shops.main)).toBe(200)
    await expectRefused(server.url, shops.other)
    await gateway.open()
    await expect.poll(() => server.statusOf(REWARDS, shops.other), SOON).toBe(200)
    await expect.poll(() => server.metrics(), SOON).toContain('punchcard_database_up{cell="other"} 1')
  })
})

describe('a cell that takes no writes', () => {
  /** For connections from now on; those that are open end, as in a failover. */
  async function letOthersWrite(can: boolean): Promise<void> {
    const name = new URL(urls.other).pathname.slice(1)
    const setting = can ? 'reset default_transaction_read_only' : 'set default_transaction_read_only = on'
    await withClient({ connectionString: SERVER_URL }, async (client) => {
      await client.query(`alter database ${pg.escapeIdentifier(name)} ${setting}`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
  }

  it('is no database that is up, and is named, until it takes them', async () => {
    await using server = await serve({ DATABASE_URL: urls.main, PUNCHCARD_CELL_OTHER: api(urls.other) })
    expect(await server.metrics()).toContain('punchcard_database_up{cell="other"} 1')
    await letOthersWrite(false)
    try {
      await expect.poll(() => server.log(), SOON).toContain('the database of a cell takes no writes')
      // It answers each time it is asked, and stays down all the same.
      for (let asked = 0; asked < 3; asked += 1) {
        expect(await server.metrics()).toContain('punchcard_database_up{cell="other"} 0')
        await sleep(2_000)
      }
      expect(await server.statusOf(REWARDS, shops.other)).toBe(200)
      expect(await server.statusOf('/readyz')).toBe(200)
    } finally {
      await letOthersWrite(true)
    }
    await expect.poll(() => server.metrics(), SOON).toContain('punchcard_database_up{cell="other"} 1')
  })
})

describe('a cell that was not migrated', () => {
  it('holds up its own merchants alone, is named with what to do, and is used once it is migrated', async () => {
    const empty = await emptyDatabase()
    await using server = await serve({ DATABASE_URL: urls.main, PUNCHCARD_CELL_OTHER: api(empty) })
    expect(server.log()).toMatch(/"reason":"The database “\w+” lacks 0001_tenancy.sql, [^"]*migrate/)
    expect(await server.statusOf('/readyz')).toBe(200)
    expect(await server.statusOf(REWARDS, shops.main)).toBe(200)
    await expectRefused(server.url, shops.other)
    expect(await server.metrics()).toContain('punchcard_database_up{cell="other"} 0')
    const migrated = await punchcard(['migrate'], {
      DATABASE_URL: urls.main,
      PUNCHCARD_CELL_OTHER: urlOfLogin(empty, 'owner'),
    })
    expect(migrated).toMatchObject({ exitCode: 0 })
    await expect.poll(() => server.statusOf(REWARDS, shops.other), SOON).toBe(200)
  })
})

describe('the directory, away at the start', () => {
  it('leaves `serve` alive and not ready, with our 503 for shops, until it answers; then for good', async () => {
    const gateway = await gatewayToDatabase()
    await gateway.close()
    const PUNCHCARD_CELL_OTHER = api(urls.other)
    await using server = await serve({ DATABASE_URL: through(gateway, urls.main), PUNCHCARD_CELL_OTHER })
    expect(server.log()).not.toContain('"msg":"ready"')
    expect(await server.statusOf('/livez')).toBe(200)
    expect(await server.statusOf('/readyz')).toBe(503)
    expect(await healthAt(server.url)).toEqual({ exitCode: 1, stdout: 'serve: not ready\nwork: absent\n' })
    expect(await server.metrics()).toContain('punchcard_ready{kind="serve"} 0')
    await expectRefused(server.url, shops.main)
    await expectRefused(server.url, shops.other)
    await gateway.open()
    await expect.poll(() => server.statusOf('/readyz'), SOON).toBe(200)
    await expect.poll(() => server.log(), SOON).toContain('"msg":"ready"')
    for (const shop of Object.values(shops)) expect(await server.statusOf(REWARDS, shop)).toBe(200)

    // Away again: it is the same for all processes, so taking this one out would help nobody.
    await gateway.close()
    await expect.poll(() => server.metrics(), SOON).toContain('punchcard_database_up{cell="main"} 0')
    expect(await server.statusOf('/readyz')).toBe(200)
    await expectRefused(server.url, shops.main)
  })

  it('leaves `work` alive and not ready until it answers', async () => {
    const gateway = await gatewayToDatabase()
    await gateway.close()
    await using one = await work({
      DATABASE_URL: through(gateway, urls.main),
      PUNCHCARD_CELL_OTHER: worker(urls.other),
    })
    expect(await one.statusOf('/livez')).toBe(200)
    expect(await one.statusOf('/readyz')).toBe(503)
    expect(await one.metrics()).toContain('punchcard_ready{kind="work"} 0')
    await gateway.open()
    await expect.poll(() => one.statusOf('/readyz'), SOON).toBe(200)
    await queueJob(urls.main)
    await expect.poll(() => isQueueServed(urls.main), SOON).toBe(true)
  })

  it('is no reason to wait where its name is wrong: then nothing starts', async () => {
    const wrong = new URL(urls.main)
    wrong.pathname = '/nowhere'
    const { exitCode, stderr } = await punchcard(['serve'], { DATABASE_URL: wrong.href, PORT: '0' })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'database "nowhere" does not exist. Create the database, or correct DATABASE_URL.\n',
    })
  })
})

describe('a process that is told to stop', () => {
  it('says so at /readyz and in its metrics while it serves on', async () => {
    await using server = await startServe({
      DATABASE_URL: urls.main,
      PUNCHCARD_CELL_OTHER: api(urls.other),
      PUNCHCARD_DRAIN_SECONDS: '2',
      PUNCHCARD_METRICS_PORT: String(await freePort()),
    })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    server.process.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect(await (await fetch(server.metricsUrl ?? '')).text()).toContain('punchcard_ready{kind="serve"} 0')
    const headers = { authorization: shops.main }
    expect((await fetch(server.url + REWARDS, { headers })).status).toBe(200)
  })
})
