/**
 * Kills workers and stops the database like a power cut while webhooks are delivered: every receiver ends up with
 * every event of the log, and each customer's in their order, with nothing but repetitions beside.
 *
 * `FAULT_ROUNDS=50 WEBHOOK_TENANTS=100 npm test -- test/faults/webhooks` kills 50 times and stops the database 10
 * times, with 200 endpoints of 100 merchants and 300 events a second.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventWriter } from '../../bench/webhook-events.ts'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { createLogger } from '../../src/platform/log.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { createSealer } from '../../src/platform/sealing.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { addEndpoint } from '../../src/webhooks/manage.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { clientOf } from '../support/client-of.ts'
import { Receiver } from '../support/receiver.ts'
import { chanceOf } from '../support/seed.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

const chance = chanceOf('Webhooks')
const KILLS = Number(process.env.FAULT_ROUNDS ?? 5)
const TENANTS = Number(process.env.WEBHOOK_TENANTS ?? 10)
/** Every so many kills, the database is stopped too. */
const KILLS_PER_STOP = 5
const CUSTOMERS = 50
const EVENTS_PER_SECOND = TENANTS * 3
const KEY = randomBytes(32)

let folder: string
let server: LocalPostgres
let url: string
let database: Database
let receiver: Receiver
let workers: WorkerProcess[] = []

const environment = {
  PUNCHCARD_SECRETS_KEY: KEY.toString('base64'),
  PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
  PUNCHCARD_WEBHOOK_RETRY_SECONDS: '1,1,2,2,5,5,5,5,5,5,5,5,5,5,5',
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-webhooks-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  server = await startLocalPostgres({ dataFolder: join(folder, 'data'), spareFolder: join(folder, 'spare') })
  url = await createDatabase(server.url, 'punchcard')
  await migrate(url)
  await migrateQueue(url, createLogger({ level: 'error', destination: process.stderr }))
  database = openTestDatabase(url)
  receiver = await Receiver.start()
  await fill()
  workers = await Promise.all([startWorker(url, environment), startWorker(url, environment)])
})

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await receiver?.stop()
  await database?.close().catch(() => undefined)
  await server?.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

/** Two endpoints a merchant; of a fifth of all, one hangs or answers 500. */
async function fill(): Promise<void> {
  const client = clientOf(url)
  await client.connect()
  await client.query(
    `with made as (
      insert into tenant (name, currency, time_zone, locale)
      select 'Merchant ' || n, 'BRL', 'America/Sao_Paulo', 'pt-BR' from generate_series(1, $1::int) as n
      returning id
    )
    insert into tenant_home (tenant_id, state, epoch) select id, 'active', 1 from made`,
    [TENANTS],
  )
  await client.query(
    `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
    select tenant, (tenant - 1) * $2::bigint + n, 'c' || n, gen_random_uuid(), true, now()
    from generate_series(1, $1::int) as tenant, generate_series(1, $2::int) as n`,
    [TENANTS, CUSTOMERS],
  )
  await client.end()
  const tools = {
    database,
    sealer: createSealer([KEY]),
    reach: { isPrivateAllowed: true },
    clock: systemClock,
    userAgent: 'Punchcard/test',
  }
  const topics = ['Point_Add', 'Point_Update', 'Point_Removed']
  for (let tenantId = 1; tenantId <= TENANTS; tenantId += 1) {
    const second = tenantId % 5 === 0 ? 'hang' : tenantId % 5 === 1 ? 'broken' : 'second'
    for (const path of ['first', second]) {
      const address = `${receiver.url}/${path}/${tenantId}`
      await addEndpoint(tools, tenantId, { url: address, topics, description: '', headers: {} })
    }
  }
  receiver.reply = ({ path }) => {
    if (path.startsWith('/hang')) return 'hang'
    return { status: path.startsWith('/broken') ? 500 : 200 }
  }
}

/** Goes on through every stop of the database. What it does not know the outcome of, the log knows. */
async function writeUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    let writer: EventWriter | undefined
    try {
      writer = await EventWriter.connect(url)
      while (!isOver()) {
        await writer.writeSteadily({
          perSecond: EVENTS_PER_SECOND,
          seconds: 0.5,
          tenants: TENANTS,
          customersPerTenant: CUSTOMERS,
        })
      }
    } catch {
      await sleep(50)
    } finally {
      await writer?.close().catch(() => undefined)
    }
  }
}

/** Until something new has been received. */
async function isFlowing(): Promise<void> {
  const before = receiver.received.length
  await until(async () => receiver.received.length >= before + 2 * TENANTS)
}

async function kill(index: number): Promise<void> {
  const victim = workers[index]
  if (!victim) throw new Error('no worker to kill')
  const ended = once(victim.child, 'exit')
  victim.child.kill('SIGKILL')
  await ended
  workers[index] = await startWorker(url, environment)
}

/** Path → customer → sequence numbers as they came, the first time each. */
function received(): Map<string, Map<number, number[]>> {
  const seen = new Set<string>()
  const found = new Map<string, Map<number, number[]>>()
  for (const { path, id, sequence, body } of receiver.received) {
    if (seen.has(`${path} ${id}`)) continue
    seen.add(`${path} ${id}`)
    const customer = Number(/"Customer":\{"Id":(\d+)/.exec(body)?.[1])
    const ofPath = found.get(path) ?? new Map<number, number[]>()
    found.set(path, ofPath)
    const numbers = ofPath.get(customer) ?? []
    ofPath.set(customer, numbers)
    numbers.push(sequence)
  }
  return found
}

async function readLog(): Promise<{ tenantId: number; customerId: number; events: number }[]> {
  const client = clientOf(url)
  await client.connect()
  const { rows } = await client.query<{ tenant: string; customer: string; events: number; last: number }>(
    `select tenant_id as tenant, customer_id as customer, count(*)::int as events, max(sequence) as last
    from point_event group by 1, 2`,
  )
  await client.end()
  return rows.map(({ tenant, customer, events, last }) => {
    expect(events).toBe(last)
    return { tenantId: Number(tenant), customerId: Number(customer), events }
  })
}

test(`${KILLS} killed workers and ${Math.ceil(KILLS / KILLS_PER_STOP)} stops of the database while webhooks are delivered`, {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  let isOver = false
  const writing = writeUntil(() => isOver)
  for (let round = 1; round <= KILLS; round += 1) {
    await isFlowing()
    await sleep(chance.between(0, 300))
    await kill(round % 2)
    if (round % KILLS_PER_STOP === 0) {
      await isFlowing()
      await sleep(chance.between(0, 300))
      await server.stop('immediate')
      await sleep(chance.between(0, 300))
      await server.start()
    }
  }
  await isFlowing()
  isOver = true
  await writing

  const log = await readLog()
  const wanted = log.reduce((sum, { tenantId, events }) => sum + events * (tenantId % 5 > 1 ? 2 : 1), 0)
  const countUnique = (): number => new Set(receiver.received.map(({ path, id }) => `${path} ${id}`)).size
  await until(async () => countUnique() >= wanted)
  const found = received()
  const counting = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)
  for (const { tenantId, customerId, events } of log) {
    const paths = tenantId % 5 > 1 ? ['first', 'second'] : ['first']
    for (const path of paths) {
      expect(found.get(`/${path}/${tenantId}`)?.get(customerId), `${path} ${customerId}`).toEqual(
        counting(events),
      )
    }
  }
  const repeated = receiver.received.length - countUnique()
  process.stderr.write(
    `${wanted} deliveries of ${log.reduce((sum, { events }) => sum + events, 0)} events, ${repeated} repeated\n`,
  )
})
