/**
 * Kills API processes and stops the database like a power cut, at random moments under load: whatever was
 * acknowledged is there once, and whatever was not is there whole or not at all.
 *
 * `FAULT_ROUNDS=30 npm test -- test/faults/kills` does each of the two 30 times.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR } from '../../src/contract/private-api/errors.ts'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { chanceOf } from '../support/seed.ts'
import type { ShopKey } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 6)
const SENDERS = 16
const CUSTOMERS = 40

let folder: string
let server: LocalPostgres
let databaseUrl: string
let database: Database
let shop: ShopKey
let client: JsonClient
let processes: ApiProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-kills-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  server = await startLocalPostgres({ dataFolder: join(folder, 'data'), spareFolder: join(folder, 'spare') })
  databaseUrl = await createDatabase(server.url, 'punchcard')
  await migrate(databaseUrl)
  database = openTestDatabase(databaseUrl)
  shop = await openShop(database, { program: SIMPLE_PROGRAM })
  client = createJsonClient(shop.authorization)
  processes = await Promise.all([startServe(databaseUrl), startServe(databaseUrl)])
})

afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  client?.close()
  await database?.close().catch(() => undefined)
  await server?.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

const chance = chanceOf('Kills')

/** What the senders were told, and what they had to send again. */
class Load {
  readonly orders = new Map<string, { customer: string; total: number }>()
  readonly changes = new Map<string, { customer: string; value: number }>()
  /** Acknowledged by each process since it was last asked. */
  acknowledged = [0, 0]
  readonly failures = new Map<string, number>()
  #isStopped = false
  #sending: Promise<unknown> = Promise.resolve()

  start(): void {
    this.#sending = Promise.all(Array.from({ length: SENDERS }, (_, sender) => this.#send(sender)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#sending
  }

  async #send(sender: number): Promise<void> {
    for (let count = 0; !this.#isStopped; count += 1) {
      const id = `${sender}-${count}`
      const customer = `customer-${chance.between(0, CUSTOMERS - 1)}`
      if (count % 5 === 4) await this.#addCashback(id, `customer-of-${sender}`)
      else await this.#placeOrder(id, count === 0 ? `customer-of-${sender}` : customer)
    }
  }

  async #placeOrder(id: string, customer: string): Promise<void> {
    const total = chance.between(1, 200)
    const body = await this.#insist('/v1/pvt/POS/orders', orderToSend(id, customer, total))
    expect(body).toMatchObject({ HasError: false, Result: { OriginalId: id, OrderTotal: total, State: 2 } })
    this.orders.set(id, { customer, total })
  }

  async #addCashback(id: string, customer: string): Promise<void> {
    const value = chance.between(1, 20)
    const change = { Value: value, OperationType: 0, Reason: 'load', ChangeKey: id }
    const body = await this.#insist(`/v1/pvt/Customer/${customer}/cashback`, change)
    // A key that was used before is our own: the answer to it was lost.
    if (body.HasError) expect(body.ErrorCode).toBe(ERROR.ChangePoints_ChangeKeyAlreadyExists)
    this.changes.set(id, { customer, value })
  }

  /** Sends the same to one process and the other until there is an answer. */
  async #insist(path: string, body: object) {
    for (let index = chance.between(0, 1); ; index = 1 - index) {
      const url = processes[index]?.url ?? ''
      try {
        const answer = await client.post<object>(url, path, body)
        if (answer.status === 200) {
          this.acknowledged[index] = (this.acknowledged[index] ?? 0) + 1
          return answer.body
        }
        this.#countFailure(`HTTP ${answer.status} ${answer.body.ErrorMessage}`)
      } catch (error) {
        this.#countFailure((error as NodeJS.ErrnoException).code ?? String(error))
      }
      await sleep(20)
    }
  }

  #countFailure(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1)
  }

  /** Until both processes have answered again. */
  async isFlowing(): Promise<void> {
    this.acknowledged = [0, 0]
    await expect
      .poll(() => Math.min(...this.acknowledged), { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(10)
  }
}

test(`${ROUNDS} killed API processes and ${ROUNDS} stops of the database under load`, {
  timeout: 120_000 + ROUNDS * 30_000,
}, async () => {
  const load = new Load()
  load.start()
  for (let round = 0; round < ROUNDS; round += 1) {
    await load.isFlowing()
    await sleep(chance.between(0, 200))
    await killAndRestart(round % 2)

    await load.isFlowing()
    await sleep(chance.between(0, 200))
    await stopAndStartDatabase()
  }
  await load.isFlowing()
  await load.stop()

  process.stderr.write(
    `${load.orders.size} orders and ${load.changes.size} cashback changes acknowledged; sent again after: ` +
      `${JSON.stringify(Object.fromEntries(load.failures))}\n`,
  )
  const unexpected = [...load.failures.keys()].filter((what) => /^HTTP (?!503)/.test(what))
  expect(unexpected).toEqual([])
  await expectAllOnce(load)
  await expectNothingHalf()
  expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
})

async function killAndRestart(index: number): Promise<void> {
  const victim = processes[index]
  if (!victim) throw new Error('no process to kill')
  const ended = once(victim.child, 'exit')
  victim.child.kill('SIGKILL')
  await ended
  processes[index] = await startServe(databaseUrl)
}

async function stopAndStartDatabase(): Promise<void> {
  await server.stop('immediate')
  await sleep(chance.between(0, 300))
  await server.start()
  for (const { child, complaints } of processes) {
    expect([child.exitCode, child.signalCode], complaints.slice(-3).join('\n')).toEqual([null, null])
  }
}

/** Compares whole tables, which logins are kept from: 60,000 orders would take it longer than a statement may. */
async function query<Row extends object>(text: string): Promise<Row[]> {
  const reader = new pg.Client({
    connectionString: databaseUrl,
    options: '-c enable_hashjoin=on -c enable_seqscan=on -c statement_timeout=120s',
  })
  await reader.connect()
  try {
    return (await reader.query<Row>(text)).rows
  } finally {
    await reader.end()
  }
}

async function expectAllOnce({ orders, changes }: Load): Promise<void> {
  const stored = await query<{
    id: string
    customer: string
    total: number
    points: number
    events: number
  }>(`
    select bought.original_id as id, customer.original_id as customer, total::float,
      sum(record.points)::float as points, count(event.record_id)::int as events
    from customer_order as bought
    join customer on customer.id = bought.customer_id
    join point_record as record on record.order_id = bought.id
    join point_event as event on event.record_id = record.id
    group by bought.id, bought.original_id, customer.original_id, total`)
  expect(stored.length).toBe(orders.size)
  for (const { id, ...order } of stored) {
    const sent = orders.get(id)
    expect(order, id).toEqual({ ...sent, points: sent?.total, events: 1 })
  }

  const balances = await query<{ id: string; balance: number }>(
    'select original_id as id, points_balance::float as balance from customer',
  )
  const expected = new Map<string, number>()
  const add = (customer: string, points: number) =>
    expected.set(customer, (expected.get(customer) ?? 0) + points)
  for (const { customer, total } of orders.values()) add(customer, total)
  for (const { customer, value } of changes.values()) add(customer, value / 0.05)
  expect(new Map(balances.map(({ id, balance }) => [id, balance]))).toEqual(expected)
}

/** An order without its record, a record without its order, a change key without its record, and so on. */
async function expectNothingHalf(): Promise<void> {
  const halves = await query(`
    select 'order' as what, original_id as id from customer_order as bought
    where not exists (select from point_record where order_id = bought.id)
    union all
    select 'record', id::text from point_record as record
    where (order_id is not null and not exists (select from customer_order where id = record.order_id))
      or not exists (select from point_event where record_id = record.id)
      or (type = 5 and not exists (select from balance_change where record_id = record.id))
    union all
    select 'event', record_id::text from point_event as event
    where not exists (select from point_record where id = event.record_id)
    union all
    select 'change key', change_key from balance_change as change
    where not exists (select from point_record where id = change.record_id)`)
  expect(halves).toEqual([])
}
