/**
 * Ten merchants import at the same time, with one worker: none is slower than the others, and an eleventh merchant's
 * daily run runs, its webhooks arrive, its orders and its panel are answered.
 *
 * `npm run soak:imports` does it with 100,000 lines each (`FAIR_LINES=100000 npm test -- imports/fairness`).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createReader, usePanel } from '../../bench/panel.ts'
import type { Job } from '../../src/jobs/job.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { localDateToText } from '../../src/platform/zone.ts'
import { MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { lastDailyRun } from '../../src/tenancy/daily.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { addEndpoint } from '../../src/webhooks/manage.ts'
import { queueDailyRun } from '../../src/worker/jobs.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { startServe } from '../support/api-processes.ts'
import { ImportsAtWork } from '../support/imports-at-work.ts'
import { createJsonClient } from '../support/json-client.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { patient } from '../support/patience.ts'
import { Receiver } from '../support/receiver.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { webhookTools } from '../support/webhooks.ts'
import { startWorker, until } from '../support/workers.ts'

const LINES = Number(process.env.FAIR_LINES ?? 1_500)
/** A turn is two seconds, in which some 2,000 lines are done: of fewer lines it is chance who is behind. */
const JUDGED_FROM = 50_000
/** One is right; the jobs are looked at one after the other. */
const TURNS_APART_MAX = 2
const MERCHANTS = 10
const APART_MAX = 1.3
const LATE_MS = 5_000
const DAILY_MS = 60_000
const BETWEEN_ORDERS_MS = 500
const PANEL = { perSecond: 4, seconds: 2 }
const LOOK_EVERY_MS = 200
const KEY = makeSealingKey()
const PROGRAM = {
  ...SIMPLE_PROGRAM,
  rules: [...SIMPLE_PROGRAM.rules, { id: 2, kind: 'birthday' as const, points: '50', validityDays: 30 }],
}

let url: string
let database: Database
let reader: LedgerReader
let drop: () => Promise<void>
beforeAll(async () => {
  const cloned = await cloneDatabase()
  ;({ url, drop } = cloned)
  await migrateQueue(urlOfLogin(url, 'owner'), createLogger({ level: 'error', destination: process.stderr }))
  // As one of the workers: that it looks is no reason to make way.
  database = openDatabase({
    ...{ url, connectionCount: 3, applicationName: 'punchcard work', onIdleError: () => {} },
    sealer: createSealer([Buffer.from(KEY, 'base64')]),
  })
  reader = new LedgerReader(url)
  await reader.open()
})
afterAll(async () => {
  await reader?.close()
  await database?.close()
  await drop?.()
})

interface Importing {
  readonly imports: ImportsAtWork
  readonly job: Job
}

/** One that is run dry, and is only applied when all others are. */
async function prepare(merchant: number): Promise<{ imports: ImportsAtWork; id: number; job: Job }> {
  const { tenantId } = await openShop(database, { program: SIMPLE_PROGRAM })
  const imports = new ImportsAtWork({ database, tenantId, clock: Date.now })
  const lines = Array.from({ length: LINES }, (_, n) => `m${merchant}-${n};${(n % 900) + 1};2037-12-31`)
  const { id } = await imports.make(['ID;Pontos;Validade', ...lines])
  return { imports, id, job: await imports.check({ id }) }
}

const jobOf = ({ imports, job }: Importing): Promise<Job> => imports.job(job)

/** How far apart the least and the most of them are. */
function endsOf(numbers: readonly number[]): { readonly least: number; readonly most: number } {
  return { least: Math.min(...numbers), most: Math.max(...numbers) }
}

async function hasEnded({ imports, job }: Importing): Promise<boolean> {
  const { state } = await imports.job(job)
  if (state === 'failed' || state === 'cancelled') throw new Error(`an import is ${state}`)
  return state === 'done'
}

/** The eleventh merchant, who has a birthday child, a shopper, a receiver of webhooks and somebody at the panel. */
class Bystander {
  readonly lateMs: number[] = []
  readonly panelMs: number[] = []
  dailyMs = 0

  /** Until the others are done. */
  async live(serveUrl: string, isOver: () => boolean): Promise<void> {
    const shop = await openShop(database, { program: PROGRAM })
    await Promise.all([
      this.#shop(shop, serveUrl, isOver),
      this.#lookAtPanel(shop.tenantId, serveUrl, isOver),
      this.#spendTheNight(shop.tenantId, shop.authorization, serveUrl),
    ])
  }

  async #shop(
    { tenantId, authorization }: { readonly tenantId: number; readonly authorization: string },
    serveUrl: string,
    isOver: () => boolean,
  ): Promise<void> {
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.stop())
    const cells = openCells(new Map([[MAIN_CELL, url]]), openTestDatabase)
    onTestFinished(() => cells.close())
    const tools = { ...webhookTools({ cells }), sealer: createSealer([Buffer.from(KEY, 'base64')]) }
    await addEndpoint(tools, tenantId, {
      url: `${receiver.url}/shopper`,
      topics: ['Point_Add'],
      description: '',
      headers: {},
    })
    const client = createJsonClient(authorization)
    const answeredAt: number[] = []
    const arrived = () => new Set(receiver.received.map(({ id }) => id)).size
    while (!isOver() || answeredAt.length < 3) {
      const order = orderToSend(`b${answeredAt.length}`, 'shopper', 10)
      const answer = await client.post(serveUrl, '/v1/pvt/POS/orders', order)
      expect([answer.status, answer.body.HasError]).toEqual([200, false])
      answeredAt.push(Date.now())
      // The worker takes an endpoint on once: what is late before that is late without any import.
      if (answeredAt.length === 1) await until(async () => arrived() > 0)
      await sleep(BETWEEN_ORDERS_MS)
    }
    client.close()
    const ofShopper = () => receiver.received.filter(({ sequence }) => sequence > 1)
    await until(async () => new Set(ofShopper().map(({ id }) => id)).size >= answeredAt.length - 1)
    this.lateMs.push(...ofShopper().map(({ at, sequence }) => at - (answeredAt[sequence - 1] ?? Number.NaN)))
  }

  async #lookAtPanel(tenantId: number, serveUrl: string, isOver: () => boolean): Promise<void> {
    const authorization = await createReader(database, tenantId)
    const asked = { port: Number(new URL(serveUrl).port), tenantId, authorization, ...PANEL }
    // What is refused throws.
    do this.panelMs.push((await usePanel(asked)).p99Ms)
    while (!isOver())
  }

  async #spendTheNight(tenantId: number, authorization: string, serveUrl: string): Promise<void> {
    const tenant = await database.read([], (tx) => findTenant(tx, tenantId))
    if (!tenant) throw new Error('the tenant is there')
    const today = localDateToText(lastDailyRun(Date.now(), tenant.timeZone))
    const client = createJsonClient(authorization)
    const child = { OriginalId: 'child', BirthdayDate: `1990${today.slice(4)}T12:00:00Z`, IsEnrolled: true }
    const made = await client.post(serveUrl, '/v1/pvt/Customer', child)
    expect([made.status, made.body]).toEqual([200, expect.objectContaining({ HasError: false })])
    client.close()
    const cells = openCells(new Map([[MAIN_CELL, url]]), openTestDatabase)
    onTestFinished(() => cells.close())
    const queuedAt = performance.now()
    await queueDailyRun(cells, tenant)
    const points = async () => {
      const [row] = await reader.query<{ points: number }>(
        `select points_balance::float as points from customer where tenant_id = $1 and original_id = 'child'`,
        [tenantId],
      )
      return row?.points
    }
    await until(async () => (await points()) === 50)
    this.dailyMs = performance.now() - queuedAt
  }
}

it(`${MERCHANTS} merchants import ${LINES} lines each, and an eleventh notices nothing`, {
  timeout: 180_000 + LINES * MERCHANTS * 5,
}, async () => {
  const worker = await startWorker(url, {
    PUNCHCARD_SECRETS_KEY: KEY,
    PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
    PUNCHCARD_VERIFY_HOUR: 'never',
  })
  onTestFinished(async () => void (await worker.stop()))
  const serve = await startServe(url)
  onTestFinished(() => serve.stop())
  const prepared = await Promise.all(Array.from({ length: MERCHANTS }, (_, merchant) => prepare(merchant)))
  await until(async () => (await Promise.all(prepared.map(hasEnded))).every(Boolean))

  const importing: Importing[] = []
  for (const { imports, id } of prepared) importing.push({ imports, job: await imports.apply({ id }) })
  const startedAt = performance.now()
  let isOver = false
  const bystander = new Bystander()
  const living = bystander.live(serve.url, () => isOver)
  // It fails here, not when all is over.
  let failure: unknown = null
  living.catch((error: unknown) => {
    failure = error
  })
  let atFirstEnd: Job[] = []
  for (;;) {
    if (failure) throw failure
    const ended = await Promise.all(importing.map(hasEnded))
    if (atFirstEnd.length === 0 && ended.some(Boolean)) {
      atFirstEnd = await Promise.all(importing.map(jobOf))
    }
    if (ended.every(Boolean)) break
    await sleep(LOOK_EVERY_MS)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  isOver = true
  await living

  const lines = endsOf(atFirstEnd.map(({ done }) => done))
  const turns = endsOf(atFirstEnd.map(({ leaseNumber }) => leaseNumber))
  const apart = lines.most / lines.least
  const { lateMs, panelMs, dailyMs } = bystander
  process.stderr.write(
    `${MERCHANTS} × ${LINES} lines in ${seconds.toFixed(0)} s; when the first was done, the last had ${lines.least} ` +
      `(${apart.toFixed(2)} ×) after ${turns.least} turns of ${turns.most}; ${lateMs.length} webhooks of the eleventh, ${Math.max(...lateMs)} ms at most; panel p99 ` +
      `${Math.max(...panelMs).toFixed(0)} ms at most; its daily run after ${(dailyMs / 1_000).toFixed(1)} s\n`,
  )
  expect(turns.most - turns.least).toBeLessThanOrEqual(TURNS_APART_MAX)
  if (LINES >= JUDGED_FROM) expect(apart).toBeLessThanOrEqual(APART_MAX)
  expect(Math.max(...lateMs)).toBeLessThan(patient(LATE_MS))
  expect(dailyMs).toBeLessThan(patient(DAILY_MS))
  for (const { imports, id } of prepared) {
    const { applied } = await imports.find(id)
    expect(applied?.counts.create).toBe(LINES)
  }
  const [first] = importing
  const merchant = (first as Importing).job.tenantId
  expect((await verifyMerchant(database, merchant)).differences).toEqual([])
})
