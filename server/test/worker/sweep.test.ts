/** Lots open and expire by themselves: once each, and just as the customer's next command would have had it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Sweep, type SweepOptions } from '../../src/accounts/sweep.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const WAITING = program({ waitingDays: 7, validityDays: 30 })

/** Two workers, each with connections of its own. */
let databases: Database[] = []
beforeAll(() => {
  databases = [0, 1].map(() => openTestDatabase(shops.api.databaseUrl))
})
afterAll(() => Promise.all(databases.map((database) => database.close())))

function newSweep(worker: number, options: Partial<SweepOptions> = {}): Sweep {
  const database = databases[worker]
  if (!database) throw new Error('there are two workers')
  return new Sweep({
    database,
    clock: () => shops.api.now,
    onFailure: (_tenant, customer, error) => expect.fail(`${customer}: ${error}`),
    ...options,
  })
}

/** The connections of a worker, and how many batches it had under way at once. */
function countingBatches(worker: number): { database: Database; mostAtOnce: () => number } {
  const database = databases[worker]
  if (!database) throw new Error('there are two workers')
  let [underWay, most] = [0, 0]
  return {
    database: {
      ...database,
      async transactionOfBatch(tenants, work) {
        underWay += 1
        most = Math.max(most, underWay)
        try {
          return await database.transactionOfBatch(tenants, work)
        } finally {
          underWay -= 1
        }
      },
    },
    mostAtOnce: () => most,
  }
}

/** Until nothing is due that is not somebody else's. */
async function sweepAll(sweep: Sweep, tenants: readonly Tenant[]): Promise<number> {
  let total = 0
  for (;;) {
    const settled = await sweep.round(tenants)
    if (settled === 0) return total
    total += settled
  }
}

/** Settles a customer by a command that does nothing else: an order that is known already. */
async function lookAt(shop: Shop, customer: string): Promise<void> {
  const then = iso(START + 9 * DAY_MS)
  const known = { OrderPlacementDate: then, OrderCompletedDate: then, UpdatedDate: then }
  await shop.completed(`third of ${customer}`, customer, 7, known)
}

async function ledgerOf(shop: Shop, customer: string): Promise<unknown> {
  return { records: await shop.records(customer), events: await shop.events(customer) }
}

const CUSTOMERS = Array.from({ length: 25 }, (_, index) => `c${index}`)

/** Orders on three days, one of them cancelled after its points were spent, so that debts are paid on the way. */
async function sell(shop: Shop): Promise<void> {
  shops.api.now = START
  for (const customer of CUSTOMERS) await shop.completed(`first of ${customer}`, customer, 100)
  shops.api.now = START + 8 * DAY_MS
  for (const [index, customer] of CUSTOMERS.entries()) {
    await shop.completed(`second of ${customer}`, customer, 50 + index)
    if (index % 3 === 0) await shop.changedCashback(customer, -9)
    if (index % 6 === 0) await shop.cancelled(`first of ${customer}`)
  }
  shops.api.now = START + 9 * DAY_MS
  for (const customer of CUSTOMERS) await shop.completed(`third of ${customer}`, customer, 7)
}

describe('the sweep', () => {
  it('leaves the same records, dates and events as commands that come when they like', async () => {
    const [swept, looked] = [await shops.open(WAITING), await shops.open(WAITING)]
    await sell(swept)
    await sell(looked)
    const tenant = await tenantOf(shops.api, swept)
    // The one is swept now and then, the other looked at once, when everything has long been due.
    for (const day of [15.2, 16.1, 40, 60]) {
      shops.api.now = START + day * DAY_MS
      await sweepAll(newSweep(0), [tenant])
    }
    for (const customer of CUSTOMERS) await lookAt(looked, customer)
    for (const customer of CUSTOMERS) {
      expect(await ledgerOf(swept, customer)).toEqual(await ledgerOf(looked, customer))
    }
    expect((await swept.events('c1')).map(({ points, at }) => [points, at])).toEqual([
      [100, '2026-01-22T03:00:00.000Z'],
      [51, '2026-01-30T03:00:00.000Z'],
      [7, '2026-01-31T03:00:00.000Z'],
      [-100, '2026-02-22T03:00:00.000Z'],
      [-51, '2026-03-02T03:00:00.000Z'],
      [-7, '2026-03-03T03:00:00.000Z'],
    ])
  })

  it('leaves nothing to the next command', async () => {
    const shop = await shops.open(WAITING)
    await sell(shop)
    shops.api.now = START + 60 * DAY_MS
    const tenant = await tenantOf(shops.api, shop)
    expect(await newSweep(0).dueSince([tenant])).toBe(Date.parse('2026-01-30T03:00:00.000Z'))
    expect(await sweepAll(newSweep(0), [tenant])).toBe(CUSTOMERS.length)
    expect(await newSweep(0).dueSince([tenant])).toBeNull()
    const before = await shop.everything()
    await lookAt(shop, 'c1')
    expect(await shop.everything()).toEqual(before)
  })

  it('settles everything once, by two workers at once while orders keep coming', async () => {
    const shop = await shops.open(program({ validityDays: 1 }))
    const tenant = await tenantOf(shops.api, shop)
    const names = Array.from({ length: 400 }, (_, index) => `n${index}`)
    await Promise.all(names.map((name) => shop.completed(`first of ${name}`, name, 10)))
    await Promise.all(names.map((name) => shop.completed(`second of ${name}`, name, 3)))
    shops.api.now = START + 3 * DAY_MS
    // Some are settled by their next order, some by either worker, some wanted by all three at once.
    const [one, other] = await Promise.all([
      sweepAll(newSweep(0), [tenant]),
      sweepAll(newSweep(1), [tenant]),
      ...names.slice(0, 150).map((name) => shop.completed(`third of ${name}`, name, 1)),
    ])
    await sweepAll(newSweep(0), [tenant])
    expect(one + other).toBeLessThanOrEqual(names.length)
    const lots = await shops.reader.query<{ expiries: number; lots: number }>(
      `select count(*)::int as lots, sum(expiries)::int as expiries, max(expiries)::int as most
       from (
         select lot.id, count(expiry.id) as expiries
         from point_record as lot
         left join point_origin as origin on origin.tenant_id = lot.tenant_id and origin.lot_id = lot.id
           and origin.customer_id = lot.customer_id
         left join point_record as expiry on expiry.tenant_id = lot.tenant_id and expiry.type = 8
           and expiry.customer_id = lot.customer_id and expiry.id = origin.record_id
         where lot.tenant_id = $1 and lot.type = 0 and lot.expires_at <= $2
         group by lot.id
       ) as expired`,
      [shop.tenantId, iso(shops.api.now)],
    )
    expect(lots).toEqual([{ lots: 800, expiries: 800, most: 1 }])
  })

  it('passes over an account that another transaction holds, and comes back to it', async () => {
    const shop = await shops.open(program({ validityDays: 1 }))
    const tenant = await tenantOf(shops.api, shop)
    for (const name of ['ana', 'bob']) await shop.completed(`of ${name}`, name, 10)
    shops.api.now = START + 3 * DAY_MS
    await shops.reader.query('begin')
    await shops.reader.query(`select from customer where tenant_id = $1 and original_id = 'ana' for update`, [
      shop.tenantId,
    ])
    expect(await sweepAll(newSweep(0), [tenant])).toBe(1)
    await shops.reader.query('commit')
    expect(await sweepAll(newSweep(0), [tenant])).toBe(1)
  })

  it('goes on with the others when an account cannot be settled, and says which', async () => {
    const shop = await shops.open(program({ validityDays: 1 }))
    const tenant = await tenantOf(shops.api, shop)
    for (const name of ['ana', 'bob', 'eva']) await shop.completed(`of ${name}`, name, 10)
    shops.api.now = START + 3 * DAY_MS
    const fails = await failFor(shop, 'bob')
    const failures: string[] = []
    const sweep = newSweep(0, { onFailure: (_tenant, customer) => void failures.push(customer) })
    expect(await sweepAll(sweep, [tenant])).toBe(2)
    // Not asked again at once, or it would be asked for ever.
    expect(await sweep.round([tenant])).toBe(0)
    expect(failures).toEqual(['bob'])
    await fails.noLonger()
    expect(await sweepAll(newSweep(0), [tenant])).toBe(1)
  })

  it('goes on with the others also when those that cannot be settled have more lots than a page holds', async () => {
    const shop = await shops.open(program({ validityDays: 1 }))
    const tenant = await tenantOf(shops.api, shop)
    for (const name of ['bob', 'eva']) await shop.completed(`of ${name}`, name, 10)
    await giveLots(shop, 'bob', 5_001, START + DAY_MS / 2)
    shops.api.now = START + 3 * DAY_MS
    const fails = await failFor(shop, 'bob')
    const failures: string[] = []
    const sweep = newSweep(0, { onFailure: (_tenant, customer) => void failures.push(customer) })
    expect(await sweep.round([tenant])).toBe(1)
    expect(failures).toEqual(['bob'])
    expect(await sweep.round([tenant])).toBe(0)
    expect((await shop.story('eva')).at(-1)).toBe('-10 / -1 → 0 / 0')
    await fails.noLonger()
    expect(await sweepAll(newSweep(0), [tenant])).toBe(1)
  })

  it('takes smaller steps and rests while others are at work', async () => {
    const shop = await shops.open(program({ validityDays: 1 }))
    const tenant = await tenantOf(shops.api, shop)
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`)
    await Promise.all(names.map((name) => shop.completed(`of ${name}`, name, 10)))
    shops.api.now = START + 3 * DAY_MS
    const batches: number[] = []
    const counted = countingBatches(0)
    const sweep = newSweep(0, {
      database: counted.database,
      pace: { othersAtWork: async () => 1, rest: async () => {} },
      onSettled: (count) => void batches.push(count),
    })
    expect(await sweepAll(sweep, [tenant])).toBe(100)
    expect(Math.max(...batches)).toBeLessThanOrEqual(40)
    expect(counted.mostAtOnce()).toBe(1)
  })

  it('does not begin another batch once it is told to stop', async () => {
    const shop = await shops.open(program({ validityDays: 1 }))
    const tenant = await tenantOf(shops.api, shop)
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`)
    await Promise.all(names.map((name) => shop.completed(`of ${name}`, name, 10)))
    shops.api.now = START + 3 * DAY_MS
    const stopping = new AbortController()
    const sweep = newSweep(0, {
      pace: { othersAtWork: async () => 1, rest: async () => {} },
      signal: stopping.signal,
      onSettled: () => stopping.abort(),
    })
    expect(await sweep.round([tenant])).toBeLessThanOrEqual(80)
    await sweepAll(newSweep(0), [tenant])
  })
})

/** Has the database refuse every expiry of this customer. */
async function failFor(shop: Shop, customer: string): Promise<{ noLonger(): Promise<unknown> }> {
  const { reader } = shops
  await reader.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
    create trigger broken before insert on point_record for each row
    when (new.tenant_id = ${shop.tenantId} and new.type = 8 and new.customer_id = ${await idOf(shop, customer)})
    execute function refuse()`)
  return {
    noLonger: () => reader.query('drop trigger broken on point_record; drop function refuse()'),
  }
}

/** So many lots of one point, as an import would have left them. */
async function giveLots(shop: Shop, customer: string, count: number, expiresAt: number): Promise<void> {
  const values = [shop.tenantId, await idOf(shop, customer), count, iso(expiresAt), iso(START)]
  await shops.reader.query(
    `with account as (
      update customer
      set points_balance = points_balance + $3, event_sequence = event_sequence + $3, next_due_at = $4
      where tenant_id = $1 and id = $2
      returning points_balance - $3 as points, cashback_balance as cashback, event_sequence - $3 as sequence
    ),
    numbered as materialized (select n, nextval('account_id') as id from generate_series(1, $3::int) as n),
    lot as (
      insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at,
        expires_at, is_live, remaining_points, remaining_cashback)
      select $1, $2, id, 10, 1, 0, $5, $5, $4, true, 1, 0 from numbered
    )
    insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
      cashback_balance, occurred_at)
    select $1, $2, sequence + n, 0, id, 1, 0, points + n, cashback, $5 from account, numbered`,
    values,
  )
}

async function idOf(shop: Shop, customer: string): Promise<number> {
  const [row] = await shops.reader.query<{ id: string }>(
    'select id from customer where tenant_id = $1 and original_id = $2',
    [shop.tenantId, customer],
  )
  return Number(row?.id)
}
