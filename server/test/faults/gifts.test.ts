/**
 * Faults between an order that fills a card and the coupon that the card gives: the API process is killed, or the
 * database stopped like a power cut, at statements from the order to its coupon and at random moments. In the end each
 * full card has one coupon, no code is given out twice, and everything adds up. No worker runs.
 *
 * `FAULT_ROUNDS=80 npm test -- test/faults/gifts` does it 80 times, and so at each statement.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import { publishProgram } from '../../src/earning/store.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { createLogger } from '../../src/platform/log.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { openShop } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { makeReward } from '../support/rewards.ts'
import { chanceOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { type StatementGate, startStatementGate } from '../support/statement-gate.ts'
import type { ShopKey } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { startWorker, until } from '../support/workers.ts'

const chance = chanceOf('Gifts')
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 50)
/** About as long as an order and its coupon take. */
const MOMENT_MS = 40
const CODES = ROUNDS + 100

let folder: string
let server: LocalPostgres
let gate: StatementGate
let database: Database
let everything: pg.Client
let shop: ShopKey
let tenant: Tenant
let client: JsonClient
let serving: ApiProcess
let reward: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-gifts-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  server = await startLocalPostgres({ dataFolder: join(folder, 'data'), spareFolder: join(folder, 'spare') })
  const url = await createDatabase(server.url, 'punchcard')
  await migrate(url)
  gate = await startStatementGate(url)
  database = openTestDatabase(url)
  everything = await connected()
  await migrateQueue(url, createLogger({ level: 'error', destination: process.stderr }))
  shop = await openShop(database, { program: program({}) })
  const { tenantId } = shop
  const codes = Array.from({ length: CODES }, (_, index) => `CODE-${index}`)
  reward = await makeReward(database, tenantId, { title: 'Coffee' }, codes)
  const card = {
    id: 12,
    kind: 'card',
    name: 'Two orders',
    counts: 'orders',
    stamps: 2,
    reward: String(reward),
    when: { from: '2026-01-01T00:00:00Z' },
  } as const
  await database.transaction([tenantId], (tx) => publishProgram(tx, tenantId, program({}, card)))
  const found = await database.transaction([], (tx) => findTenant(tx, tenantId))
  if (!found) throw new Error('the merchant is gone')
  tenant = found
  client = createJsonClient(shop.authorization)
  serving = await startServe(gate.url)
})

afterAll(async () => {
  await serving?.stop()
  client?.close()
  await everything?.end().catch(() => undefined)
  await database?.close().catch(() => undefined)
  await gate?.close()
  await server?.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

async function connected(): Promise<pg.Client> {
  const url = new URL(server.url)
  url.pathname = '/punchcard'
  const connection = clientOf(url.href)
  await connection.connect()
  return connection
}

const order = (customer: string, number: number) =>
  client.post<object>(serving.url, '/v1/pvt/POS/orders', orderToSend(`${customer}-${number}`, customer, 10))
const read = (path: string) => client.send<object>('GET', `${serving.url}/v1/pvt/${path}`)

/** Until there is an answer: what was cut off is sent again as it was. */
async function insist(send: () => Promise<{ readonly status: number }>): Promise<void> {
  for (;;) {
    const answer = await send().catch(() => null)
    if (answer?.status === 200) return
    await sleep(20)
  }
}

async function kill(): Promise<void> {
  const ended = once(serving.child, 'exit')
  serving.child.kill('SIGKILL')
  await ended
}

/** `none`: there is no full card. Otherwise the states of its awards, and how many coupons the customer has. */
async function giftOf(customer: string): Promise<string> {
  const { rows } = await everything.query<{ state: number; coupons: number }>(
    `select award.state, (
       select count(*)::int from redemption as redeemed
       where redeemed.tenant_id = $1 and redeemed.customer_id = customer.id
     ) as coupons
     from customer join award on award.tenant_id = $1 and award.customer_id = customer.id
     where customer.tenant_id = $1 and customer.original_id = $2`,
    [shop.tenantId, customer],
  )
  return rows.map(({ state, coupons }) => `${['due', 'given', 'held'][state]} ${coupons}`).join() || 'none'
}

async function expectCodesOnce(): Promise<void> {
  const { rows } = await everything.query(
    `select count(*)::int as coupons, count(distinct coupon_key)::int as different,
       (select count(*)::int from award where tenant_id = $1) as awards,
       (select count(*)::int from pre_generated_coupon where tenant_id = $1 and is_assigned) as assigned,
       (select redeemed_count from reward_usage where tenant_id = $1) as counted,
       (select count(*)::int from point_event where tenant_id = $1 and topic = 6) as told
     from redemption where tenant_id = $1`,
    [shop.tenantId],
  )
  const { awards, ...counts } = rows[0] ?? {}
  expect(counts).toEqual({
    coupons: awards,
    different: awards,
    assigned: awards,
    counted: awards,
    told: awards,
  })
}

/** How many statements there are from the order to its coupon. */
async function countStatements(): Promise<number> {
  for (const customer of ['first', 'second']) {
    await insist(() => order(customer, 0))
    gate.stopAt(Infinity, () => {})
    await insist(() => order(customer, 1))
    await until(async () => (await giftOf(customer)) === 'given 1')
  }
  return gate.count
}

type Fault = 'kill at a statement' | 'kill at a moment' | 'power cut'
const FAULTS: readonly Fault[] = [
  'kill at a statement',
  'kill at a statement',
  'kill at a statement',
  'power cut',
  'kill at a moment',
]

/** What is done when it happens; it has happened when this is resolved. */
async function meetFault(fault: Fault, statement: number, send: () => Promise<unknown>): Promise<void> {
  if (fault === 'kill at a moment') {
    const sent = send()
    await sleep(chance.between(0, MOMENT_MS))
    await Promise.all([kill(), sent])
    return
  }
  const stopped = new Promise<void>((resolve) => gate.stopAt(statement, resolve))
  const sent = send()
  // How many statements there are differs by a few from time to time: the last ones may never come.
  await Promise.race([stopped, sent.then(() => sleep(500))])
  if (fault === 'power cut') {
    await server.stop('immediate')
    await server.start()
    await everything.end().catch(() => undefined)
    everything = await connected()
  } else await kill()
  gate.goOn()
  await sent
}

test(`${ROUNDS} faults between an order that fills a card and its coupon`, {
  timeout: 120_000 + ROUNDS * 20_000,
}, async () => {
  const statements = await countStatements()
  const first = chance.between(0, statements - 1)
  const seen = new Map<string, number>()
  const stepOf = (round: number): number => Math.floor((round * Math.max(statements, ROUNDS)) / ROUNDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    const customer = `customer-${round}`
    const fault = FAULTS[round % FAULTS.length] ?? 'power cut'
    await insist(() => order(customer, 0))
    let isAnswered = false
    await meetFault(fault, 1 + ((first + stepOf(round)) % statements), () =>
      order(customer, 1).then(
        ({ status }) => {
          isAnswered = status === 200
        },
        () => {},
      ),
    )
    const left = await giftOf(customer)
    seen.set(left, (seen.get(left) ?? 0) + 1)
    expect(['none', 'due 0', 'given 1']).toContain(left)
    // What was answered is there.
    if (isAnswered) expect(left).not.toBe('none')
    if (round % 2 === 0 && left === 'due 0') await sweep()
    else {
      if (fault !== 'power cut') serving = await startServe(gate.url)
      await insist(() => order(customer, 1))
      // Once more where the transaction of the dead process still holds the codes: no read waits for that.
      await until(async () => {
        await insist(() => read(`Customer/${customer}/points`))
        return (await giftOf(customer)) !== 'due 0'
      })
    }
    expect(await giftOf(customer), fault).toBe('given 1')
    if (serving.child.signalCode !== null) serving = await startServe(gate.url)
  }
  process.stderr.write(
    `${statements} statements from an order to its coupon; left by ${ROUNDS} faults: ` +
      `${JSON.stringify(Object.fromEntries(seen))}\n`,
  )
  // Of a few rounds chance decides which moments they meet.
  if (ROUNDS >= 30) expect([...seen.keys()].toSorted()).toEqual(['due 0', 'given 1', 'none'])
  await expectCodesOnce()
  expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
})

async function sweep(): Promise<void> {
  const sweeping = new Sweep({ database, clock: Date.now, ...REWARDS_DUE })
  await sweeping.round([tenant])
}

/** Fills a card of each customer in a process that dies before it has given any coupon. */
async function leaveDue(customers: readonly string[]): Promise<void> {
  for (const number of [0, 1]) {
    if (number === 1) {
      await everything.query('begin')
      await everything.query('select from reward_usage where tenant_id = $1 for update', [shop.tenantId])
    }
    await Promise.all(
      customers.map(async (customer) => {
        const { status, body } = await order(customer, number)
        expect({ status, error: body.ErrorMessage }).toEqual({ status: 200, error: null })
      }),
    )
  }
  await kill()
  await everything.query('rollback')
  for (const customer of customers) expect(await giftOf(customer)).toBe('due 0')
}

/** Each kind of read that tells what a customer has; `{id}` is the customer. */
const READS = [
  'Customer/{id}/points',
  'Customer/{id}/history',
  'Customer/{id}/pendingpoints',
  'Customer/{id}/orders',
  'Customer/{id}/cards',
  'Customer/{id}/cards/12/stamps',
  'Customer/{id}/availablecoupons',
  'Customer/{id}/rewards',
  'Order/{id}-1',
]

test('what a dead process left is given by the very next read, of any kind, with no worker', async () => {
  const customers = READS.map((path) => `reads-${path.replaceAll(/\W+/g, '-')}`)
  await leaveDue(customers)
  serving = await startServe(gate.url)
  for (const [index, path] of READS.entries()) {
    const customer = customers[index] ?? ''
    const { status, body } = await read(path.replace('{id}', customer))
    expect({ path, status, error: body.ErrorMessage ?? null }).toEqual({ path, status: 200, error: null })
    expect([path, await giftOf(customer)]).toEqual([path, 'given 1'])
    if (/coupons|rewards/.test(path)) expect(JSON.stringify(body)).toContain('CODE-')
  }
  await expectCodesOnce()
})

test('what a dead process left is given by the worker, once', async () => {
  const customers = Array.from({ length: 30 }, (_, index) => `swept-${index}`)
  await leaveDue(customers)
  const workers = await Promise.all([startWorker(gate.url), startWorker(gate.url)])
  for (const customer of customers) await until(async () => (await giftOf(customer)) === 'given 1')
  await Promise.all(workers.map((worker) => worker.stop()))
  serving = await startServe(gate.url)
  await expectCodesOnce()
  expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
})
