import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientOf } from '../../../test/support/client-of.ts'
import { type Gift, give, newCustomer, spend } from '../../../test/support/gifts.ts'
import { differencesOfLedger } from '../../../test/support/ledger.ts'
import { openShop, SIMPLE_PROGRAM } from '../../../test/support/open-shop.ts'
import { orderToSend } from '../../../test/support/order-to-send.ts'
import { TERMS_OF_IDS } from '../../../test/support/terms.ts'
import { cloneDatabase, openTestDatabase } from '../../../test/support/test-database.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { placeOrder } from '../../orders/commands.ts'
import { readOrder } from '../../orders/private-api/read.ts'
import { BatcherFullError } from '../../platform/batcher.ts'
import { type Decimal, ONE } from '../../platform/decimal.ts'
import {
  type Database,
  OutcomeUnknownError,
  openDatabase,
  run,
  type Tx,
} from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { findTenant } from '../../tenancy/store/tenants.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { POINT_TYPE } from '../account.ts'
import type { Posting } from '../rules/posting.ts'
import type { Command } from './command.ts'
import { createTill, type Till, type TillOptions } from './till.ts'

vi.setConfig({ testTimeout: 30_000 })
/** On a machine that is busy with other tests too. */
const SOON = { timeout: 10_000 }

const NOW = Date.UTC(2026, 0, 15, 12)
/** More than numeric(18, 4) can hold. */
const TOO_MUCH = 10n ** 14n * ONE

let databaseUrl: string
let database: Database
let everything: pg.Pool
let drop: () => Promise<void>
let tenant: Tenant
let otherTenant: Tenant
let customerCount = 0

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  databaseUrl = clone.url
  database = openTestDatabase(clone.url)
  everything = new pg.Pool({ connectionString: clone.url, max: 5 })
  // At the end a connection may still be saying goodbye when its database is dropped.
  tenant = await newTenant()
  otherTenant = await newTenant()
})

afterAll(async () => {
  const differences = await differencesOfLedger(database, tenant.id)
  await everything.end()
  await database.close()
  await drop()
  expect(differences).toEqual([])
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

/** A debt of one point, as when an order that was spent is cancelled. */
const owe: Command<Gift, Decimal> = {
  ...give,
  name: 'owe',
  loadsAfter: () => ({ lots: true, loads: [] }),
  decide(facts, gift, posting) {
    const customer = facts.customer ?? newCustomer(gift, posting)
    const amount = { points: ONE, cashback: 0n }
    const orderId = posting.nextId()
    posting.takeBack({ type: POINT_TYPE.orderCancelled, orderId, amount, policy: 'debt' })
    return { result: posting.account.balance.points, customer }
  },
}

interface WatchedTill extends Till {
  /** The sizes of its batches so far. */
  readonly sizes: number[]
}

function openTill(options: Partial<TillOptions> = {}): WatchedTill {
  const sizes: number[] = []
  const till = createTill({ database, clock: () => NOW, onBatch: (size) => sizes.push(size), ...options })
  return Object.assign(till, { sizes })
}

function gifts(count: number, more: Partial<Gift> = {}): Gift[] {
  return Array.from({ length: count }, () => ({ tenant, customer: newName(), ...more }))
}

async function storedBalance(customer: string): Promise<number | undefined> {
  const { rows } = await everything.query<{ balance: number }>(
    'select points_balance::float as balance from customer where tenant_id = $1 and original_id = $2',
    [tenant.id, customer],
  )
  return rows[0]?.balance
}

describe('batches', () => {
  test('a lone command is under way at the next turn of the event loop', async () => {
    const till = openTill()
    const given = till.run(give, { tenant, customer: newName() })
    await new Promise(setImmediate)
    expect(till.sizes).toEqual([1])
    expect(till.waiting).toBe(0)
    expect(await given).toBe(ONE)
  })

  test('form while others are in the database, never more than two at once', async () => {
    let inFlight = 0
    let most = 0
    const counting: Database = {
      ...database,
      async transactionOfBatch(tenants, work) {
        inFlight += 1
        most = Math.max(most, inFlight)
        try {
          return await database.transactionOfBatch(tenants, work)
        } finally {
          inFlight -= 1
        }
      },
    }
    const till = openTill({ database: counting })
    const early = gifts(2).map((gift) => till.run(give, gift))
    await new Promise(setImmediate)
    const late = gifts(250).map((gift) => till.run(give, gift))
    await Promise.all([...early, ...late])

    expect(till.sizes.reduce((sum, size) => sum + size, 0)).toBe(252)
    expect(Math.max(...till.sizes)).toBe(100)
    expect(till.sizes.length).toBeLessThanOrEqual(5)
    expect(most).toBe(2)
  })

  test('fold commands of one customer, and keep their order', async () => {
    const till = openTill()
    const customer = newName()
    const given = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        till.run(give, { tenant, customer, points: BigInt(index + 1) * ONE }),
      ),
    )
    expect(given).toEqual(
      Array.from({ length: 50 }, (_, index) => (BigInt((index + 1) * (index + 2)) / 2n) * ONE),
    )
    expect(till.sizes).toEqual([50])
    expect(await storedBalance(customer)).toBe(1_275)
  })

  test("one tenant's flood does not hold up another", async () => {
    let begun = 0
    let begunWhenDecided = 0
    let other: Promise<Decimal> | undefined
    const till = openTill({
      batchMax: 10,
      onBatch() {
        begun += 1
        if (begun !== 6) return
        const onDecide = (): void => {
          begunWhenDecided = begun
        }
        other = till.run(give, { tenant: otherTenant, customer: newName(), onDecide })
      },
    })
    const flood = gifts(300).map((gift) => till.run(give, gift))
    await vi.waitFor(() => expect(other).toBeDefined(), SOON)
    expect(await other).toBe(ONE)
    // The next free lane takes it; the other lane begins more while its batch is loading (once 3 instead of 1). In a single
    // queue it would come after all 31.
    expect(begunWhenDecided).toBeGreaterThan(6)
    expect(begunWhenDecided).toBeLessThanOrEqual(15)
    await Promise.all(flood)
    expect(begun).toBe(31)
  })

  test('a queue that is full refuses, and each tenant may fill half of it', async () => {
    const till = openTill({ waitingMax: 10 })
    const outcomes = await Promise.allSettled([
      ...gifts(20).map((gift) => till.run(give, gift)),
      ...gifts(3, { tenant: otherTenant }).map((gift) => till.run(give, gift)),
    ])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(15)
    for (const reason of refused) expect(reason).toBeInstanceOf(BatcherFullError)
    expect(outcomes.slice(-3).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
  })
})

describe('a failure stands alone', () => {
  async function runWithOne(bad: Partial<Gift>) {
    const till = openTill()
    const all = gifts(30)
    const badOne = all[17]
    if (!badOne) throw new Error('no gift')
    all[17] = { ...badOne, ...bad }
    const outcomes = await Promise.allSettled(all.map((gift) => till.run(give, gift)))
    expect(till.sizes).toEqual([30])
    const failed = outcomes.flatMap((outcome, index) =>
      outcome.status === 'rejected' ? [{ index, reason: String(outcome.reason) }] : [],
    )
    const balances = await Promise.all(all.map(({ customer }) => storedBalance(customer)))
    expect(balances).toEqual(all.map((_, index) => (index === 17 ? undefined : 1)))
    return failed
  }

  test('when a decision throws', async () => {
    const onDecide = (): void => {
      throw new Error('a mistake of ours')
    }
    expect(await runWithOne({ onDecide })).toEqual([{ index: 17, reason: 'Error: a mistake of ours' }])
  })

  test('when the database refuses what one of them writes', async () => {
    expect(await runWithOne({ points: TOO_MUCH })).toEqual([
      { index: 17, reason: 'error: numeric field overflow' },
    ])
  })
})

describe('a connection that is lost', () => {
  /** Ends the backend of ours that `condition` is true of, as soon as there is one. */
  async function terminate(condition: string): Promise<void> {
    await vi.waitFor(async () => {
      const { rowCount } = await everything.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'punchcard test' and datname = current_database() and ${condition}`,
      )
      expect(rowCount).toBe(1)
    }, SOON)
  }

  test('during COMMIT leaves the outcome unknown', async () => {
    await everything.query(`
      create function wait_a_while() returns trigger language plpgsql as
        'begin perform pg_sleep(5); return null; end';
      create constraint trigger slow_commit after insert on point_record deferrable initially deferred
        for each row execute function wait_a_while()`)
    const till = openTill()
    const two = gifts(2)
    const outcomes = Promise.allSettled(two.map((gift) => till.run(give, gift)))
    await terminate("query = 'COMMIT' and state = 'active'")
    await everything.query('drop trigger slow_commit on point_record')
    for (const outcome of await outcomes) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(OutcomeUnknownError)
    }
    // It was not tried again, whole or in halves: that is for the sender to do.
    expect(till.sizes).toEqual([2])
    expect(await Promise.all(two.map(({ customer }) => storedBalance(customer)))).toEqual([
      undefined,
      undefined,
    ])
    expect(await Promise.all(two.map((gift) => till.run(give, gift)))).toEqual([ONE, ONE])
  })

  test('in the middle of a batch fails that batch alone', async () => {
    const [gift] = gifts(1)
    if (!gift) throw new Error('no gift')
    const till = openTill()
    const outcome = await whileLocked('customer', async () => {
      const outcomes = Promise.allSettled([till.run(give, gift)])
      await terminate("wait_event_type = 'Lock'")
      return outcomes
    })
    expect(outcome).toMatchObject([{ status: 'rejected', reason: { code: '57P01' } }])
    expect(await till.run(give, gift)).toBe(ONE)
  })
})

/** Nobody else can look into the table meanwhile. */
async function whileLocked<T>(table: string, work: (locker: pg.Client) => Promise<T>): Promise<T> {
  const locker = clientOf(databaseUrl)
  await locker.connect()
  try {
    await locker.query(`begin; lock table ${table} in access exclusive mode`)
    const result = await work(locker)
    await locker.query('commit')
    return result
  } finally {
    await locker.end()
  }
}

test('a statement that comes after its transaction throws, also when the connection is in use again', async () => {
  const single = openDatabase({
    url: databaseUrl,
    connectionCount: 1,
    applicationName: 'punchcard test',
    onIdleError: () => {},
  })
  const look = (tx: Tx) => run(tx, sql<{ id: number }>`select id from customer limit 1`)
  const ended = await single.transaction([tenant.id], async (tx) => tx)
  await expect(look(ended)).rejects.toThrow('a statement came after its transaction had ended')
  await single.transaction([otherTenant.id], async () => {
    await expect(look(ended)).rejects.toThrow('a statement came after its transaction had ended')
  })
  await single.close()
})

describe('ids', () => {
  test('never repeat across two tills', async () => {
    const tills = [openTill(), openTill({ batchMax: 7 })]
    const taken: number[] = []
    const onDecide = (posting: Posting): void => {
      for (let count = 0; count < 10; count += 1) taken.push(posting.nextId())
    }
    await Promise.all(gifts(400, { onDecide }).map((gift, index) => tills[index % 2]?.run(give, gift)))
    // A decision that came to the end of a block was made again, with other ids.
    expect(taken.length).toBeGreaterThanOrEqual(4_000)
    expect(new Set(taken).size).toBe(taken.length)
  })

  test('of one customer go up in time, whichever till took them', async () => {
    const tills = [openTill(), openTill()]
    const customer = newName()
    for (let index = 0; index < 10; index += 1) {
      await tills[index % 2]?.run(give, { tenant, customer, points: BigInt(index + 1) * ONE })
    }
    const { rows } = await everything.query<{ points: number }>(
      `select points::float as points from point_record
       where customer_id = (select id from customer where tenant_id = $1 and original_id = $2) order by id`,
      [tenant.id, customer],
    )
    expect(rows.map(({ points }) => points)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('suffice for a customer with a thousand lots that expire and a thousand debts that are paid', async () => {
    let now = NOW
    const till = openTill({ clock: () => now })
    const customer = newName()
    const later = NOW + 1_000
    await Promise.all(
      Array.from({ length: 1_100 }, () => till.run(give, { tenant, customer, expiresAt: later })),
    )
    now = later
    expect(await till.run(owe, { tenant, customer })).toBe(-ONE)
    await Promise.all(Array.from({ length: 1_099 }, () => till.run(owe, { tenant, customer })))
    expect(await till.run(give, { tenant, customer, points: 2_000n * ONE })).toBe(900n * ONE)
    expect(await storedBalance(customer)).toBe(900)
  })

  test('suffice for several customers who spend hundreds of lots in one batch', async () => {
    let transactions = 0
    const till = openTill({
      database: {
        ...database,
        transactionOfBatch: (tenants, work) => {
          transactions += 1
          return database.transactionOfBatch(tenants, work)
        },
      },
    })
    const customers = Array.from({ length: 10 }, newName)
    for (const customer of customers) {
      await Promise.all(Array.from({ length: 320 }, () => till.run(give, { tenant, customer })))
    }
    transactions = 0
    const left = await Promise.all(
      customers.map((customer) => till.run(spend, { tenant, customer, points: 319n * ONE })),
    )
    expect(left).toEqual(customers.map(() => ONE))
    expect(transactions).toBe(1)
  })
})

describe('a command that needs more lots than others should wait for', () => {
  const LOTS = 400

  async function customerWithManyLots(till: Till): Promise<string> {
    const customer = newName()
    await Promise.all(Array.from({ length: LOTS }, () => till.run(give, { tenant, customer })))
    return customer
  }

  test('is not overtaken by those of its customer that come with it or after it', async () => {
    const till = openTill()
    const customer = await customerWithManyLots(till)
    const first = Promise.all([
      till.run(spend, { tenant, customer, points: 390n * ONE }),
      till.run(give, { tenant, customer, points: 3n * ONE }),
    ])
    await new Promise((resolve) => setImmediate(resolve))
    const later = till.run(spend, { tenant, customer, points: 13n * ONE })
    expect([...(await first), await later]).toEqual([10n * ONE, 13n * ONE, 0n])
  })

  test('is not overtaken either when another in its batch fails and the batch is split', async () => {
    const till = openTill()
    const customer = await customerWithManyLots(till)
    const [spent, , failed, given] = await Promise.allSettled([
      till.run(spend, { tenant, customer, points: 390n * ONE }),
      till.run(give, { tenant, customer: newName() }),
      till.run(give, { tenant, customer: newName(), points: TOO_MUCH }),
      till.run(give, { tenant, customer, points: 3n * ONE }),
    ])
    expect(failed?.status).toBe('rejected')
    expect([spent, given]).toEqual([
      { status: 'fulfilled', value: 10n * ONE },
      { status: 'fulfilled', value: 13n * ONE },
    ])
  })
})

test('a command that changes nothing writes nothing, also where it has read the lots', async () => {
  const till = openTill()
  const customer = newName()
  await till.run(give, { tenant, customer })
  const version = async () =>
    (
      await everything.query('select xmin::text from customer where tenant_id = $1 and original_id = $2', [
        tenant.id,
        customer,
      ])
    ).rows
  const before = await version()
  const look: typeof give = {
    ...give,
    loadsAfter: () => ({ lots: true, loads: [] }),
    decide: ({ account }) => ({ result: account.balance.points }),
  }
  expect(await till.run(look, { tenant, customer })).toBe(ONE)
  expect(await version()).toEqual(before)
})

test('two tills that meet the same new customers from both ends do not block each other', async () => {
  const tills = [openTill(), openTill()]
  for (let round = 0; round < 20; round += 1) {
    const some = gifts(100)
    await Promise.all([
      ...some.map((gift) => tills[0]?.run(give, gift)),
      ...some.toReversed().map((gift) => tills[1]?.run(give, gift)),
    ])
    expect(await storedBalance(some[round]?.customer ?? '')).toBe(2)
  }
  const { rows } = await everything.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})

test('a new customer does not take an id that another had, also where the batch could not see that', async () => {
  const [former, customer] = [newName(), newName()]
  await openTill().run(give, { tenant, customer })
  await everything.query(
    'insert into customer_alias select tenant_id, $2, id from customer where tenant_id = $1 and original_id = $3',
    [tenant.id, former, customer],
  )
  // It was made, and renamed, after this batch had looked for it.
  const blind = openTill({ lock: async () => ({ accounts: new Map() }) })
  await expect(blind.run(give, { tenant, customer: former })).rejects.toMatchObject({ code: '23505' })
  expect(await openTill().run(give, { tenant, customer: former })).toBe(2n * ONE)
})

test('what becomes due while a batch is loaded is settled the next time', async () => {
  const ticks = [NOW, NOW + 999, NOW + 1_001, NOW + 1_002]
  const till = openTill({ clock: () => ticks.shift() ?? NOW + 2_000 })
  const customer = newName()
  expect(await till.run(give, { tenant, customer, availableAt: NOW + 1_000 })).toBe(0n)
  expect(await till.run(give, { tenant, customer, points: 2n * ONE })).toBe(2n * ONE)
  expect(await till.run(give, { tenant, customer, points: 4n * ONE })).toBe(7n * ONE)
})

test('an order that another process saves with its new customer just now is not taken for a stranger’s', async () => {
  const till = openTill()
  const name = newName()
  const sent = readOrder(orderToSend(name, name, 10), tenant.timeZone)
  if (isRefusal(sent)) throw new Error(sent.message)
  const placed = await whileLocked('customer_order', async (other) => {
    const placing = till.run(placeOrder, { tenant, sent, publicId: randomUUID() })
    await vi.waitFor(async () => {
      const { rowCount } = await everything.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rowCount).toBe(1)
    }, SOON)
    // The till has looked for the customer and waits to look for the order.
    await other.query(
      `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
       values ($1, -1, $2, $3, true, now())`,
      [tenant.id, name, randomUUID()],
    )
    await other.query(TERMS_OF_IDS, [tenant.id])
    await other.query(
      `insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at,
         updated_at, details)
       values ($1, -1, $2, -1, 1, 1, 10, $3, $3, '{}')`,
      [tenant.id, name, new Date(sent.placedAt ?? NOW)],
    )
    return { placing }
  })
  expect(await placed.placing).toMatchObject({ order: { id: -1 }, customer: { id: -1, orderCount: 0 } })
})
