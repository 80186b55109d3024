/** What a transaction of somebody else holds, at the till itself: who waits for it, who does not, and how long. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { load } from '../../src/accounts/till/collection.ts'
import type { Command } from '../../src/accounts/till/command.ts'
import { HeldUpError } from '../../src/accounts/till/side-lane.ts'
import { createTill, type Till, type TillOptions } from '../../src/accounts/till/till.ts'
import { type Decimal, ONE } from '../../src/platform/decimal.ts'
import { type Database, openDatabase, run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { rewardUsage } from '../../src/rewards/collections/reward-usage.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { clientOf } from '../support/client-of.ts'
import { type Gift, give, spend } from '../support/gifts.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { makeReward } from '../support/rewards.ts'
import { TERMS_OF_IDS } from '../support/terms.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

vi.setConfig({ testTimeout: 30_000 })
const NOW = Date.UTC(2026, 0, 15, 12)
/** Of a lock: how long is waited for it, and far less than that, on a machine that is busy with other tests too. */
const PATIENCE_MS = 5_000
const SOON_MS = 2_500

let databaseUrl: string
let database: Database
let tenant: Tenant
let otherTenant: Tenant
let drop: () => Promise<void>
let customerCount = 0

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  databaseUrl = clone.url
  database = openTestDatabase(clone.url)
  tenant = await newTenant()
  otherTenant = await newTenant()
})

afterAll(async () => {
  const differences = await Promise.all(
    [tenant, otherTenant].map(async ({ id }) => (await verifyMerchant(database, id)).differences),
  )
  await database.close()
  await drop()
  expect(differences).toEqual([[], []])
})

async function newTenant(): Promise<Tenant> {
  const { tenantId } = await openShop(database, { program: SIMPLE_PROGRAM })
  const found = await database.transaction([], (tx) => findTenant(tx, tenantId))
  if (!found) throw new Error('no tenant')
  return found
}

function newName(): string {
  customerCount += 1
  return `customer-${customerCount}`
}

function openTill(options: Partial<TillOptions> = {}): Till {
  return createTill({ database, clock: () => NOW, ...options })
}

async function knownCustomers(till: Till, count: number, of = tenant): Promise<string[]> {
  const customers = Array.from({ length: count }, newName)
  await Promise.all(customers.map((customer) => till.run(give, { tenant: of, customer })))
  return customers
}

interface Holder {
  letGo(end?: 'commit' | 'rollback'): Promise<void>
}

/** A transaction that has run this statement, and is left open. */
async function hold(text: string, values: unknown[]): Promise<Holder> {
  const client = clientOf(databaseUrl)
  await client.connect()
  await client.query('begin')
  const { rowCount } = await client.query(text, values)
  expect(rowCount).toBeGreaterThan(0)
  return {
    async letGo(end = 'rollback') {
      await client.query(end)
      await client.end()
    },
  }
}

function holdAccounts(customers: readonly string[], of = tenant): Promise<Holder> {
  const text = 'select from customer where tenant_id = $1 and original_id = any ($2) for no key update'
  return hold(text, [of.id, customers])
}

/** How long it takes until all are answered, whatever they are answered. */
async function timeOf(answers: readonly Promise<unknown>[]): Promise<number> {
  const startedAt = performance.now()
  await Promise.allSettled(answers)
  return performance.now() - startedAt
}

describe('an account in another transaction', () => {
  test('waits alone, and its commands keep their order', async () => {
    const till = openTill()
    const [held = '', ...others] = await knownCustomers(till, 40)
    const holder = await holdAccounts([held])
    const answers: string[] = []
    const ofHeld = [2n, 3n, 4n].map((points) =>
      till.run(give, { tenant, customer: held, points: points * ONE }).then((balance) => {
        answers.push(`held ${balance / ONE}`)
      }),
    )
    const ofOthers = others.map((customer) => till.run(give, { tenant, customer }))
    expect(await Promise.all(ofOthers)).toEqual(others.map(() => 2n * ONE))
    // Later ones too, for whom the lane is free.
    expect(await till.run(give, { tenant, customer: newName() })).toBe(ONE)
    expect(answers).toEqual([])
    const later = till.run(give, { tenant, customer: held, points: 5n * ONE })
    await holder.letGo()
    await Promise.all(ofHeld)
    expect(answers).toEqual(['held 3', 'held 6', 'held 10'])
    expect(await later).toBe(15n * ONE)
  })

  test('is given up after five seconds, sooner the next time, and known again when it is free', async () => {
    const till = openTill()
    const [held = ''] = await knownCustomers(till, 1)
    const holder = await holdAccounts([held])
    const send = () => till.run(give, { tenant, customer: held })
    const first = send()
    const waitedMs = await timeOf([first])
    await expect(first).rejects.toThrow(HeldUpError)
    expect(waitedMs).toBeGreaterThan(PATIENCE_MS - 500)
    expect(waitedMs).toBeLessThan(PATIENCE_MS + SOON_MS)
    const second = send()
    expect(await timeOf([second])).toBeLessThan(SOON_MS)
    await expect(second).rejects.toThrow(HeldUpError)
    await holder.letGo()
    expect(await send()).toBe(2n * ONE)
  })

  const giveUnnamed: Command<Gift, Decimal> = {
    ...give,
    customerOf: () => null,
    resolve: async (_tx, inputs) => inputs.map(({ customer }) => customer),
  }

  test('is given up after five seconds for all who came in that time, one after the other', async () => {
    const till = openTill()
    const [held = '', other = ''] = await knownCustomers(till, 2)
    const holder = await holdAccounts([held])
    const waiting: Promise<number>[] = []
    for (let count = 0; count < 8; count += 1) {
      waiting.push(timeOf([till.run(giveUnnamed, { tenant, customer: held })]))
      // So that each comes in a batch of its own.
      await till.run(giveUnnamed, { tenant, customer: other })
    }
    const waitedMs = await Promise.all(waiting)
    expect(Math.min(...waitedMs)).toBeGreaterThan(PATIENCE_MS - 500)
    expect(Math.max(...waitedMs)).toBeLessThan(PATIENCE_MS + SOON_MS)
    await holder.letGo()
    expect(await till.run(give, { tenant, customer: held })).toBe(2n * ONE)
  })

  test('is waited for also by a command that does not name its customer', async () => {
    const till = openTill()
    const [held = '', other = ''] = await knownCustomers(till, 2)
    const holder = await holdAccounts([held])
    const answers: string[] = []
    const waiting: Promise<unknown>[] = []
    for (const [name, command] of Object.entries({ first: giveUnnamed, second: give, third: giveUnnamed })) {
      const answer = till.run(command, { tenant, customer: held })
      waiting.push(answer.then((balance) => answers.push(`${name} ${balance / ONE}`)))
      expect(await till.run(giveUnnamed, { tenant, customer: other })).toBeGreaterThan(0n)
    }
    expect(answers).toEqual([])
    await holder.letGo()
    await Promise.all(waiting)
    expect(answers).toEqual(['first 2', 'second 3', 'third 4'])
  })

  test('is one of a hundred, and another tenant’s heavy or locked account does not wait for them', async () => {
    const till = openTill()
    const many = await knownCustomers(till, 100)
    const [heavy = '', brief = ''] = await knownCustomers(till, 2, otherTenant)
    await Promise.all(
      Array.from({ length: 400 }, () => till.run(give, { tenant: otherTenant, customer: heavy })),
    )
    const [holder, briefHolder] = await Promise.all([holdAccounts(many), holdAccounts([brief], otherTenant)])
    const waiting = many.map((customer) => till.run(give, { tenant, customer }))
    await sleep(300)
    const aside = [
      till.run(spend, { tenant: otherTenant, customer: heavy, points: 390n * ONE }),
      till.run(give, { tenant: otherTenant, customer: brief }),
    ]
    await briefHolder.letGo()
    expect(await timeOf(aside)).toBeLessThan(SOON_MS)
    expect(await Promise.all(aside)).toEqual([11n * ONE, 2n * ONE])
    await holder.letGo()
    expect(await Promise.all(waiting)).toEqual(many.map(() => 2n * ONE))
  })

  test('is not there for another till’s burst one by one: its commands go on together', async () => {
    let transactions = 0
    const till = openTill({
      database: {
        ...database,
        transactionOfBatch(tenants, work, lockTimeoutMs) {
          transactions += 1
          return database.transactionOfBatch(tenants, work, lockTimeoutMs)
        },
      },
    })
    const [held = ''] = await knownCustomers(till, 1)
    const holder = await holdAccounts([held])
    const burst = Array.from({ length: 50 }, () => till.run(give, { tenant, customer: held }))
    await sleep(200)
    await holder.letGo()
    transactions = 0
    expect((await Promise.all(burst)).at(-1)).toBe(51n * ONE)
    expect(transactions).toBeLessThanOrEqual(4)
  })
})

describe('a customer whom another transaction is just making', () => {
  const INSERT = `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
    values ($1, $2, $3, gen_random_uuid(), true, now())`

  test.for([
    ['commit', 'its account is the one that was made'],
    ['rollback', 'its account is made anew'],
  ] as const)('waits alone; after a %s %s', async ([end]) => {
    const till = openTill()
    const [made, others] = [newName(), Array.from({ length: 30 }, newName)]
    const id = -1 - customerCount
    const holder = await hold(INSERT, [tenant.id, id, made])
    const ofMade = [1, 2].map(() => till.run(give, { tenant, customer: made }))
    const ofOthers = others.map((customer) => till.run(give, { tenant, customer }))
    expect(await timeOf(ofOthers)).toBeLessThan(SOON_MS)
    expect(await Promise.all(ofOthers)).toEqual(others.map(() => ONE))
    // While it is known to wait, nobody is in a batch with it.
    const startedAt = performance.now()
    await till.run(give, { tenant, customer: newName() })
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS)
    await holder.letGo(end)
    expect(await Promise.all(ofMade)).toEqual([ONE, 2n * ONE])
    const { rows } = await database.transaction([tenant.id], (tx) =>
      run(tx, sql<{ id: number }>`select id from customer where original_id = ${made}`),
    )
    expect(rows.map((row) => row.id === id)).toEqual([end === 'commit'])
    if (end === 'commit') await (await hold(TERMS_OF_IDS, [tenant.id])).letGo('commit')
  })
})

test('what several customers share, held by another transaction, holds up those alone who need it', async () => {
  const till = openTill()
  const rewardId = await makeReward(database, tenant.id)
  /** A gift that counts as a use of the reward. */
  const giveCounted: Command<Gift, Decimal> = {
    ...give,
    name: 'give counted',
    loads: () => [load(rewardUsage, rewardId)],
  }
  const customers = await knownCustomers(till, 40)
  await till.run(giveCounted, { tenant, customer: customers[0] ?? '' })
  const text = 'update reward_usage set redeemed_count = redeemed_count where reward_configuration_id = $1'
  const holder = await hold(text, [rewardId])
  const answers = customers.map((customer, index) =>
    till.run(index % 20 === 7 ? giveCounted : give, { tenant, customer }),
  )
  const counted = answers.filter((_, index) => index % 20 === 7)
  const others = answers.filter((_, index) => index % 20 !== 7)
  let isCounted = false
  void Promise.race(counted).then(() => {
    isCounted = true
  })
  expect(await timeOf(others)).toBeLessThan(SOON_MS)
  await Promise.all(others)
  expect(isCounted).toBe(false)
  await holder.letGo()
  expect(await Promise.all(counted)).toEqual([2n * ONE, 2n * ONE])
})

test('a pool of two connections is enough: who waits for a lock gives its connection back', async () => {
  const small = openDatabase({
    url: urlOfLogin(databaseUrl, 'api'),
    connectionCount: 2,
    applicationName: 'punchcard test',
    onIdleError: () => {},
  })
  const till = openTill({ database: small })
  const held = await knownCustomers(till, 20)
  const holder = await holdAccounts(held)
  const waiting = held.map((customer) => till.run(give, { tenant, customer }))
  const others = Array.from({ length: 20 }, () =>
    till.run(give, { tenant: otherTenant, customer: newName() }),
  )
  expect(await timeOf(others)).toBeLessThan(SOON_MS)
  await Promise.all(others)
  await holder.letGo()
  expect(await Promise.all(waiting)).toEqual(held.map(() => 2n * ONE))
  await small.close()
})
