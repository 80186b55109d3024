/** `punchcard work` and `punchcard clock` as an operator and a merchant use them. */
import { randomBytes } from 'node:crypto'
import { getPriority } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { publishProgram } from '../../src/earning/store.ts'
import { createDatabase, dropDatabase, urlOfDatabase } from '../../src/platform/postgres/databases.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { createKey, createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { freePort, punchcard } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { createJsonClient } from '../support/json-client.ts'
import { LedgerReader, type StoredRecord } from '../support/ledger.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { basic } from '../support/test-api.ts'
import { cloneDatabase, emptyDatabase, openTestDatabase } from '../support/test-database.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

const DAY_MS = 86_400_000
const PROGRAM = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [
    { id: 1, kind: 'purchase' as const, points: '1', validityDays: 30 },
    { id: 2, kind: 'birthday' as const, points: '50' },
  ],
}

let urls: Record<string, string>
let environment: Record<string, string>
let cells: Cells
let readers: Record<string, LedgerReader>
let api: ApiProcess
let worker: WorkerProcess
let drop: () => Promise<unknown>

beforeAll(async () => {
  const [main, other] = await Promise.all([cloneDatabase(), cloneDatabase()])
  drop = () => Promise.all([main.drop(), other.drop()])
  urls = { main: main.url, other: other.url }
  cells = openCells(new Map(Object.entries(urls)), openTestDatabase)
  readers = Object.fromEntries(Object.entries(urls).map(([cell, url]) => [cell, new LedgerReader(url)]))
  await Promise.all(Object.values(readers).map((reader) => reader.open()))
  environment = {
    DATABASE_URL: main.url,
    PUNCHCARD_CELL_OTHER: other.url,
    PUNCHCARD_LOG_LEVEL: 'silent',
  }
  await runHere(['migrate', '--json'], environment)
  process.env.PUNCHCARD_CELL_OTHER = other.url
  const port = String(await freePort())
  ;[api, worker] = await Promise.all([
    startServe(main.url),
    startWorker(main.url, { PUNCHCARD_WORKER_METRICS_PORT: port }),
  ])
})
afterAll(async () => {
  delete process.env.PUNCHCARD_CELL_OTHER
  await Promise.all([api?.stop(), worker?.stop()])
  await Promise.all(Object.values(readers).map((reader) => reader.close()))
  await cells.close()
  await drop()
})

class Shop {
  readonly tenantId: number
  readonly #cell: string
  readonly #authorization: string

  constructor(tenantId: number, cell: string, authorization: string) {
    this.tenantId = tenantId
    this.#cell = cell
    this.#authorization = authorization
  }

  async order(id: string, customer: string, at: number): Promise<void> {
    const client = createJsonClient(this.#authorization)
    const now = new Date(at).toISOString()
    const { body } = await client.post(api.url, '/v1/pvt/POS/orders', {
      OriginalId: id,
      OrderPlacementDate: now,
      OrderCompletedDate: now,
      IsCompleted: true,
      OrderTotal: 100,
      Customer: { OriginalId: customer, BirthdayDate: '1990-06-20' },
    })
    client.close()
    expect(body).toMatchObject({ HasError: false })
  }

  records(customer: string): Promise<StoredRecord[]> {
    return readers[this.#cell]?.records(this.tenantId, customer) ?? Promise.resolve([])
  }
}

async function openShop(options: { isSandbox: boolean; cell: string }): Promise<Shop> {
  const { cell } = options
  const tenantId = await createTenant(cells, { ...DEFAULTS, name: 'Shop', ...options })
  const { token, secret } = await createKey(cells.directory, tenantId, 'test')
  await cells.of({ cell }).transaction([tenantId], (tx) => publishProgram(tx, tenantId, PROGRAM))
  return new Shop(tenantId, cell, basic(token, secret))
}

async function clock(shop: Shop, ...options: string[]): Promise<{ exitCode: number | null; output: string }> {
  const args = ['clock', '--tenant', String(shop.tenantId), ...options]
  const { exitCode, stdout, stderr } = await runHere(args, environment)
  return { exitCode, output: stdout + stderr }
}

describe('the clock of a sandbox', () => {
  it.each([MAIN_CELL, 'other'])('is followed by the API and the worker, in the cell “%s”', async (cell) => {
    const shop = await openShop({ isSandbox: true, cell })
    const live = await openShop({ isSandbox: false, cell })
    const start = Date.now()
    await shop.order('o1', 'ana', start)
    await live.order('o1', 'ana', start)

    const moved = start + 40 * DAY_MS
    const { exitCode, output } = await clock(shop, '--at', new Date(moved).toISOString(), '--json')
    expect(exitCode).toBe(0)
    const { now } = JSON.parse(output) as { now: string }
    expect(Date.parse(now) - moved).toBeLessThan(10_000)
    // The worker finds by itself what has fallen due.
    await until(async () => (await shop.records('ana')).length === 2)
    const [earned, expired] = await shop.records('ana')
    expect(expired).toMatchObject({ type: 8, points: -100, recordedAt: earned?.expiresAt })
    // The API follows within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await shop.order('o2', 'ana', moved)
    const later = (await shop.records('ana')).at(-1)
    expect(Date.parse(later?.recordedAt ?? '') - moved).toBeGreaterThan(0)
    expect(Date.parse(later?.recordedAt ?? '') - moved).toBeLessThan(60_000)
    expect(await live.records('ana')).toMatchObject([{ left: 100 }])

    await clock(shop, '--reset')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await shop.order('o3', 'bob', Date.now())
    const [back] = await shop.records('bob')
    expect(Date.parse(back?.recordedAt ?? '') - start).toBeLessThan(10 * 60_000)
  })

  it('brings its mornings with it, at once', async () => {
    const shop = await openShop({ isSandbox: true, cell: MAIN_CELL })
    await shop.order('o1', 'ana', Date.now())
    const nextYear = new Date().getUTCFullYear() + 1
    await clock(shop, '--at', `${nextYear}-06-20T12:00:00Z`)
    await until(async () => (await shop.records('ana')).some(({ type }) => type === 2))
    await clock(shop, '--at', `${nextYear + 1}-06-20`)
    // Six o'clock has not come yet.
    await clock(shop, '--at', `${nextYear + 1}-06-20T06:00`)
    await until(async () => (await shop.records('ana')).filter(({ type }) => type === 2).length === 2)
  })

  it('goes only forward', async () => {
    const shop = await openShop({ isSandbox: true, cell: MAIN_CELL })
    expect(await clock(shop, '--at', '2020-01-01')).toEqual({
      exitCode: 2,
      output: expect.stringMatching(/goes only forward; --reset sets it back to the time\.\n$/),
    })
    expect((await clock(shop, '--at', '2060-01-31T00:00:00Z')).output).toMatch(/it is 2060-01-31T00:00:0/)
    expect(await clock(shop, '--at', '2060-01-30T00:00:00Z')).toMatchObject({ exitCode: 2 })
    expect(await clock(shop, '--at', '2260-01-30T00:00:00Z')).toMatchObject({ exitCode: 2 })
    expect((await clock(shop)).output).toMatch(/it is 2060-01-31T00:0/)
    expect((await clock(shop, '--reset')).output).toContain(`it is ${new Date().toISOString().slice(0, 10)}`)
  })

  it('is refused to all other merchants, and where it makes no sense', async () => {
    const live = await openShop({ isSandbox: false, cell: MAIN_CELL })
    for (const options of [['--at', '2060-01-01'], ['--reset']]) {
      expect(await clock(live, ...options)).toEqual({
        exitCode: 2,
        output: `Tenant ${live.tenantId} is no sandbox: only the clock of a sandbox can be moved (\`punchcard tenant create --sandbox\`).\n`,
      })
    }
    const sandbox = await openShop({ isSandbox: true, cell: MAIN_CELL })
    expect(await clock(sandbox, '--at', 'tomorrow')).toEqual({
      exitCode: 2,
      output: 'The moment must be an ISO 8601 date like 2027-01-31T00:00:00Z, but is “tomorrow”.\n',
    })
    expect(await clock(new Shop(999_999, MAIN_CELL, ''), '--reset')).toEqual({
      exitCode: 2,
      output: 'There is no tenant 999999.\n',
    })
    await expect(
      readers.main?.query('update tenant set clock_ahead_ms = 1 where id = $1', [live.tenantId]),
    ).rejects.toThrow(/violates check constraint/)
  })
})

describe('punchcard work', () => {
  it('shows on a port of its own how late it is and what became of its jobs', async () => {
    const shop = await openShop({ isSandbox: false, cell: 'other' })
    await shop.order('o1', 'ana', Date.now() - 40 * DAY_MS)
    // It was past its time when it came, and so it is settled already; this one is not.
    await shop.order('o2', 'bob', Date.now())
    await readers.other?.query(
      `update customer set next_due_at = now() - interval '1 hour' where tenant_id = $1 and original_id = 'bob'`,
      [shop.tenantId],
    )
    const figures = async (): Promise<string> => (await fetch(worker.metricsUrl ?? '')).text()
    await until(async () => /^punchcard_settled_accounts_total\{cell="other"\} [1-9]/m.test(await figures()))
    await readers.main?.query(`select queue_job('lookForDailyRuns', '{}', 'lookForDailyRuns')`)
    const job = /^punchcard_job_seconds_count\{cell="main",job="birthdays",outcome="done"\} [1-9]/m
    await until(async () => job.test(await figures()))
    const text = await figures()
    expect(text).toMatch(/^punchcard_due_lag_seconds\{cell="main"\} 0$/m)
    expect(text).toMatch(/^punchcard_due_lag_seconds\{cell="other"\} 0$/m)
    expect(worker.complaints).toEqual([])
  })

  it('stops when it is told to, and leaves no connection behind', async () => {
    const second = await startWorker(urls.main ?? '')
    expect(await second.stop()).toBe(0)
    expect(second.complaints).toEqual([])
  })

  it('has a lower priority than the API, unless it is told otherwise', async () => {
    expect(getPriority(worker.child.pid)).toBeGreaterThanOrEqual(10)
    const equal = await startWorker(urls.main ?? '', { PUNCHCARD_WORKER_NICE: '0' })
    expect(getPriority(equal.child.pid)).toBe(getPriority())
    expect(await equal.stop()).toBe(0)
  })

  it('refuses a port that is taken, and a database that was not migrated', async () => {
    const { port } = new URL(worker.metricsUrl ?? '')
    const taken = { ...environment, PUNCHCARD_WORKER_METRICS_PORT: port }
    expect(await punchcard(['work'], taken)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `Port ${port} is taken: choose another PUNCHCARD_WORKER_METRICS_PORT.\n`,
    })
    const { exitCode, stderr } = await runHere(['work'], { DATABASE_URL: await emptyDatabase() })
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/lacks 0001_tenancy\.sql, .*: run `punchcard migrate` first\.\n$/)
  })

  it('needs no superuser', async () => {
    const role = `punchcard_plain_${randomBytes(5).toString('hex')}`
    const admin = new LedgerReader(SERVER_URL)
    await admin.open()
    await admin.query(`create role ${role} login createdb password 'x'`)
    await admin.query(`grant punchcard_app to ${role}`)
    const server = new URL(SERVER_URL)
    server.username = role
    server.password = 'x'
    const url = await createDatabase(server.href, role)
    onTestFinished(async () => {
      await dropDatabase(server.href, role)
      await admin.query(`drop role ${role}`)
      await admin.close()
    })
    const plain = { DATABASE_URL: url, PUNCHCARD_LOG_LEVEL: 'silent' }
    expect(await runHere(['migrate', '--json'], plain)).toMatchObject({ exitCode: 0 })
    const made = await runHere(['tenant', 'create', '--name', 'S', '--sandbox', '--json'], plain)
    const { tenant } = JSON.parse(made.stdout) as { tenant: number }
    const plainWorker = await startWorker(url)
    onTestFinished(async () => {
      await plainWorker.stop()
    })
    const at = ['clock', '--tenant', String(tenant), '--at', '2060-01-01T12:00:00Z']
    expect(await runHere(at, plain)).toMatchObject({ exitCode: 0 })
    // Row-level security is forced on the owner too.
    const reader = new LedgerReader(urlOfDatabase(SERVER_URL, role))
    await reader.open()
    await until(async () => (await reader.query('select from morning')).length === 1)
    await reader.close()
    expect(plainWorker.complaints).toEqual([])
  })
})
