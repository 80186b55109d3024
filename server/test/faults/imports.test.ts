/**
 * Kills workers, servers and the database while a file is run dry, applied, exported and undone, and a shop sends orders
 * of the same customers: every line and every order has one effect, the sums are those of the dry run, the exported file
 * has every lot once, and undoing leaves what was there beside the import.
 *
 * `IMPORT_KILLS=200 npm test -- test/faults/imports` does it in full.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXPORT_JOB } from '../../src/app/job-kinds.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { octetsOf } from '../../src/jobs/files.ts'
import type { Job } from '../../src/jobs/job.ts'
import { startJob } from '../../src/jobs/manage.ts'
import { PLAIN } from '../../src/jobs/rules/csv.ts'
import { filesOfJob } from '../../src/jobs/store/files.ts'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase, type Tx } from '../../src/platform/postgres/database.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { isUnavailable } from '../../src/platform/postgres/failures.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { ImportsAtWork } from '../support/imports-at-work.ts'
import { createJsonClient } from '../support/json-client.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { makeReward } from '../support/rewards.ts'
import { chanceOf } from '../support/seed.ts'
import type { ShopKey } from '../support/test-api.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

const KILLS = Number(process.env.IMPORT_KILLS ?? 4)
/** So that there is something to do at each kill. */
const LINES = Math.max(3_000, KILLS * 500)
/** Of a file of orders; an even number. */
const ORDERS = 1_000
/** Lines of customers who are in the file before. */
const REPEATED = 100
/** Who buy meanwhile. They were there before the file came. */
const BUYERS = 20
const POINTS_PER_ORDER = 10
const BETWEEN_ORDERS_MS = 50
/** Of so many kills, one is that of the database, and one that of the server. */
const OF_EACH = 4
const PHASES = 4
const KEY = makeSealingKey()
const SEALED = { PUNCHCARD_SECRETS_KEY: KEY }
const sealer = createSealer([Buffer.from(KEY, 'base64')])
const BY = { key: 'person:7', label: 'Ana' }

const chance = chanceOf('Imports')
let folder: string
let server: LocalPostgres
let url: string
let database: Database
let shop: ShopKey
let imports: ImportsAtWork
let workers: WorkerProcess[] = []
let serving: ApiProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-imports-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  server = await startLocalPostgres({ dataFolder: join(folder, 'data'), spareFolder: join(folder, 'spare') })
  url = await createDatabase(server.url, 'punchcard')
  await migrate(url)
  await migrateQueue(urlOfLogin(url, 'owner'), createLogger({ level: 'error', destination: process.stderr }))
  database = openDatabase({
    ...{ url: urlOfLogin(url, 'api'), connectionCount: 2, connectTimeoutMs: 10_000 },
    ...{ applicationName: 'punchcard test', onIdleError: () => {}, sealer },
  })
  shop = await openShop(database, { program: SIMPLE_PROGRAM })
  const { tenantId } = shop
  imports = new ImportsAtWork({ database: { ...database, transaction }, tenantId, clock: Date.now })
}, 120_000)
afterAll(async () => {
  await Promise.all([...workers.map((worker) => worker.stop()), serving?.stop()])
  await database?.close().catch(() => {})
  await server?.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

/** The database may be starting. */
async function transaction<T>(tenantIds: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await database.transaction(tenantIds, work)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await sleep(100)
    }
  }
}

async function kill({ child }: Pick<WorkerProcess, 'child'>): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Customers who buy one order after the other, each sent until it is answered, while the server may be gone. */
class Buyers {
  readonly answered: string[] = []
  readonly #sending: Promise<unknown>
  #isOver = false

  constructor(authorization: string) {
    const client = createJsonClient(authorization)
    const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
      for (let count = 0; !this.#isOver; count += 1) {
        const id = `o${buyer}-${count}`
        const order = orderToSend(id, `c${buyer}`, POINTS_PER_ORDER)
        const isAnswered = async () => {
          const answer = await client.post(serving?.url ?? '', '/v1/pvt/POS/orders', order).catch(() => null)
          return answer?.status === 200 && !answer.body.HasError
        }
        await until(isAnswered)
        this.answered.push(id)
        await sleep(BETWEEN_ORDERS_MS * BUYERS)
      }
    })
    this.#sending = Promise.all(buyers).finally(() => client.close())
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#sending
  }
}

let killed = 0

async function killOne(): Promise<void> {
  killed += 1
  const turn = killed % OF_EACH
  if (turn === 3) {
    await server.stop(killed % (2 * OF_EACH) === 3 ? 'kill' : 'immediate')
    await server.start()
  } else if (turn === 2) {
    if (serving) await kill(serving)
    serving = await startServe(url)
  } else {
    const [first, ...others] = workers
    if (first) await kill(first)
    workers = [...others, await startWorker(url, SEALED)]
  }
}

/** Waits for the end of a job, and kills something again and again until then. Returns how often. */
async function disturb(job: Pick<Job, 'id'>, phasesLeft: number): Promise<number> {
  const hasEnded = async () => ['done', 'failed', 'cancelled'].includes((await imports.job(job)).state)
  const [before, kills] = [killed, Math.ceil((KILLS - killed) / phasesLeft)]
  while (killed - before < kills) {
    const { done } = await imports.job(job)
    await until(async () => (await imports.job(job)).done > done || (await hasEnded()))
    if (await hasEnded()) break
    await sleep(chance.between(0, 100))
    await killOne()
  }
  await until(hasEnded)
  expect((await imports.job(job)).state).toBe('done')
  return killed - before
}

it(`does every line once while workers, servers and the database are killed ${KILLS} times`, {
  timeout: 180_000 + KILLS * 60_000,
}, async () => {
  workers = [await startWorker(url, SEALED), await startWorker(url, SEALED)]
  serving = await startServe(url)
  const buyers = new Buyers(shop.authorization)
  await until(async () => (await sums()).customers === BUYERS)
  const distinct = LINES - REPEATED
  const lines = Array.from({ length: LINES }, (_, n) => `c${n % distinct};${n + 1};2037-12-31`)
  const made = await imports.make(['ID;Pontos;Validade', ...lines])
  const kills = [await disturb(await imports.check(made), PHASES)]
  const { plan } = await imports.find(made.id)
  expect(plan?.findings.counts).toMatchObject({
    ...{ create: distinct - BUYERS, update: REPEATED + BUYERS, refused: 0 },
  })

  kills.push(await disturb(await imports.apply(made), PHASES - 1))
  expect(await imports.find(made.id)).toMatchObject({
    state: 'applied',
    applied: { counts: plan?.findings.counts, sums: plan?.findings.sums },
  })
  const imported = { records: LINES, points: (LINES * (LINES + 1)) / 2 }
  expect(await sums()).toMatchObject({ imported, effects: LINES, customers: distinct })

  const exporting = await startExport()
  kills.push(await disturb(exporting, PHASES - 2))
  expect(await exportedLots(exporting)).toEqual(imported)

  kills.push(await disturb(await imports.undo(made), PHASES - 3))
  expect(await imports.find(made.id)).toMatchObject({ state: 'undone' })
  await buyers.stop()
  const { answered } = buyers
  // An order has earned once, and its points are all that is left.
  const points = answered.length * POINTS_PER_ORDER
  expect(await sums()).toMatchObject({ points, orders: answered.length, effects: 0, imported: { points: 0 } })
  expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
  process.stderr.write(
    `of ${LINES} lines and ${answered.length} orders; kills during check, apply, export and undo: ${kills.join(', ')}\n`,
  )
  expect(killed).toBeGreaterThan(KILLS / 2)
})

it('brings every order once, and cancels every one that is undone, while they are killed', {
  timeout: 180_000 + KILLS * 60_000,
}, async () => {
  killed = 0
  if (workers.length === 0) workers = [await startWorker(url, SEALED), await startWorker(url, SEALED)]
  serving ??= await startServe(url)
  const lines = Array.from(
    { length: ORDERS },
    (_, n) => `b${n};e${n % 97};2026-03-01;2026-03-02;120;${n % 2 === 0 ? 12 : ''}`,
  )
  const head = 'Order ID;Customer ID;Placed at;Completed at;Total;Earned points'
  const made = await imports.make([head, ...lines], { kind: 'orders' })
  const kills = [await disturb(await imports.check(made), 3)]
  const { plan } = await imports.find(made.id)
  expect(plan?.findings.counts).toMatchObject({ create: ORDERS, refused: 0 })
  kills.push(await disturb(await imports.apply(made), 2))
  const { applied } = await imports.find(made.id)
  expect(applied?.counts).toEqual(plan?.findings.counts)
  expect(await broughtOrders()).toEqual({
    orders: ORDERS,
    cancelled: 0,
    elsewhere: (ORDERS / 2) * 12,
    effects: ORDERS,
  })
  kills.push(await disturb(await imports.undo(made), 1))
  expect(await imports.find(made.id)).toMatchObject({ state: 'undone' })
  expect(await broughtOrders()).toEqual({ orders: ORDERS, cancelled: ORDERS, elsewhere: 0, effects: 0 })
  expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
  process.stderr.write(`of ${ORDERS} orders; kills during check, apply and undo: ${kills.join(', ')}\n`)
})

function broughtOrders() {
  return oneOf(
    `select count(*)::int as orders, count(*) filter (where state = 3 and original_id like 'undone-%')::int as cancelled,
       (select coalesce(sum(points), 0)::int from order_elsewhere where tenant_id = $1) as elsewhere,
       (select count(*)::int from import_effect where tenant_id = $1 and kind = 2) as effects
     from customer_order where tenant_id = $1 and origin = 2`,
  )
}

interface CodeFile {
  readonly head: string
  readonly line: (n: number) => string
  readonly counts: object
  /** Codes that somebody can use, or be given. */
  readonly good: string
}

const COUPON_HOLDERS = 500
const CODE_FILES: Readonly<Record<'coupons' | 'couponCodes', CodeFile>> = {
  coupons: {
    head: 'code;originalId;type;value;validUntil',
    line: (n) => `K${n};k${n % COUPON_HOLDERS};percent;10;2037-12-31`,
    counts: { create: COUPON_HOLDERS, update: LINES - COUPON_HOLDERS, refused: 0 },
    good: 'select count(*)::int as good from coupon where tenant_id = $1 and inactivated_at is null',
  },
  couponCodes: {
    head: 'code;rewardId;validUntil',
    line: (n) => `L${n};Mug;2037-12-31`,
    counts: { create: LINES, refused: 0 },
    good: `select coalesce(sum(coupon_count), 0)::int as good from pre_generated_coupon_list as list
      where tenant_id = $1 and coupon_count = (
        select count(*) from pre_generated_coupon as code where code.list_id = list.id and not is_assigned
      )`,
  },
}

it.each(['coupons', 'couponCodes'] as const)(
  'brings each line of a file of %s once, and takes it back',
  {
    timeout: 180_000 + KILLS * 60_000,
  },
  async (kind) => {
    if (workers.length === 0) workers = [await startWorker(url, SEALED), await startWorker(url, SEALED)]
    killed = 0
    if (kind === 'couponCodes') await makeReward(database, shop.tenantId, { title: 'Mug' })
    const { head, line, counts, good: query } = CODE_FILES[kind]
    const lines = [head, ...Array.from({ length: LINES }, (_, n) => line(n))]
    const good = () => oneOf<{ good: number }>(query)
    const made = await imports.make(lines, { kind })
    const kills = [await disturb(await imports.check(made), PHASES)]
    const { plan } = await imports.find(made.id)
    expect(plan?.findings.counts).toMatchObject(counts)
    expect(await good()).toEqual({ good: 0 })
    kills.push(await disturb(await imports.apply(made), PHASES - 1))
    expect(await imports.find(made.id)).toMatchObject({
      state: 'applied',
      applied: { counts: plan?.findings.counts },
    })
    expect(await good()).toEqual({ good: LINES })
    const again = await imports.make(lines, { kind })
    await disturb(await imports.check(again), PHASES)
    kills.push(await disturb(await imports.apply(again), PHASES - 2))
    expect(await imports.find(again.id)).toMatchObject({ applied: { counts: { doneBefore: LINES } } })
    expect(await good()).toEqual({ good: LINES })
    kills.push(await disturb(await imports.undo(made), PHASES - 3))
    expect(await imports.find(made.id)).toMatchObject({ state: 'undone', undone: { kept: 0 } })
    expect(await good()).toEqual({ good: 0 })
    expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
    process.stderr.write(
      `of ${LINES} lines of ${kind}; kills during check, apply, apply, undo: ${kills.join(', ')}\n`,
    )
  },
)

async function oneOf<Row extends Record<string, unknown>>(query: string): Promise<Row | undefined> {
  const reader = new LedgerReader(url)
  await reader.open()
  const [row] = await reader.query<Row>(query, [shop.tenantId])
  await reader.close()
  return row
}

function startExport(): Promise<Job> {
  const { tenantId } = shop
  const input = {
    ...{ export: 'lots', filter: { from: null, until: null }, isMasked: false },
    format: { kind: 'csv', layout: PLAIN },
  } as const
  return transaction([tenantId], async (tx) => {
    const started = await startJob(tx, EXPORT_JOB, { tenantId, input, by: BY, now: Date.now() })
    if (isRefusal(started)) throw new Error(started.message)
    return started
  })
}

/** Of the lots that the import has brought. */
async function exportedLots({ id }: Job): Promise<{ records: number; points: number }> {
  const files = await transaction([shop.tenantId], (tx) => filesOfJob(tx, shop.tenantId, id))
  const file = files.find(({ name }) => name.endsWith('.csv'))
  if (!file) throw new Error('there is no file')
  const parts: Buffer[] = []
  for await (const part of octetsOf(database, sealer, file)) parts.push(part)
  const [head = '', ...rows] = Buffer.concat(parts).toString().trimEnd().split('\n')
  const at = (row: string, column: string) => row.split(',')[head.trimEnd().split(',').indexOf(column)] ?? ''
  const brought = rows.filter((row) => at(row, 'lastDay') === '2037-12-31')
  return {
    records: new Set(brought.map((row) => at(row, 'recordId'))).size,
    points: brought.reduce((sum, row) => sum + Number(at(row, 'points')), 0),
  }
}

async function sums() {
  const row = await oneOf<{
    points: number
    effects: number
    customers: number
    orders: number
    records: number
    brought: number
  }>(
    `select (select coalesce(sum(points_balance), 0)::float from customer where tenant_id = $1) as points,
       (select count(*)::int from import_effect where tenant_id = $1) as effects,
       (select count(*)::int from customer where tenant_id = $1) as customers,
       (select count(*)::int from customer_order where tenant_id = $1) as orders,
       count(*)::int as records, coalesce(sum(points), 0)::float as brought
     from point_record where tenant_id = $1 and type = 10`,
  )
  if (!row) throw new Error('sums have a row')
  const { records, brought, ...rest } = row
  return { ...rest, imported: { records, points: brought } }
}
