/** What the worker does for many customers goes on where one of them fails, and does not look for what can't be there. */
import { expect, it } from 'vitest'
import { noticeInactive } from '../../src/accounts/inactivity-notices.ts'
import { Sweep } from '../../src/accounts/sweep.ts'
import { createTill, type Till } from '../../src/accounts/till/till.ts'
import { endStamps } from '../../src/cards/sweep.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const CUSTOMERS = ['ana', 'bea', 'cai']

function databaseOf(): Database {
  const database = test.api.cells.all.get(MAIN_CELL)
  if (!database) throw new Error('there is one cell')
  return database
}

async function optionsFor(shop: Shop) {
  const database = databaseOf()
  const till = createTill({ database, clock: () => test.api.now })
  // The one in the middle, so that there is one behind it.
  const failing: Till = {
    ...till,
    run: (command, input) =>
      'customerKey' in input && input.customerKey === 'bea'
        ? Promise.reject(new Error('a fault'))
        : till.run(command, input),
  }
  return { database, till: failing, tenant: await tenantOf(test.api, shop), now: test.api.now }
}

it('stamps of the others end', async () => {
  const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }))
  for (const customer of CUSTOMERS) await shop.completed(`of ${customer}`, customer, 8, coffees(1))
  test.api.now += 40 * DAY_MS
  const options = await optionsFor(shop)
  await expect(endStamps(options)).rejects.toThrow('1 customers have stamps that could not be ended')
  const due = await test.reader.query(
    `select original_id from stamp_card as card join customer on customer.tenant_id = $1 and customer.id = card.customer_id
     where card.tenant_id = $1 and due_at is not null`,
    [shop.tenantId],
  )
  expect(due).toEqual([{ original_id: 'bea' }])
})

it('a customer who stays due is not looked at for ever', async () => {
  const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }))
  for (const customer of CUSTOMERS) await shop.completed(`of ${customer}`, customer, 8, coffees(1))
  test.api.now += 40 * DAY_MS
  const options = await optionsFor(shop)
  const till = { ...options.till, run: async () => null as never }
  await endStamps({ ...options, till })
})

it('the others are told that their points will end', async () => {
  const inactivity = { months: 1, noticeDays: 10, startsOn: '2026-01-15' }
  const shop = await test.open(program({}), { settings: { inactivity } })
  for (const customer of CUSTOMERS) await shop.completed(`of ${customer}`, customer, 8)
  test.api.now += 25 * DAY_MS
  await expect(noticeInactive(await optionsFor(shop))).rejects.toThrow('1 customers could not be told')
  const told = await test.reader.query(
    'select original_id from customer where tenant_id = $1 and notice_on is not null order by 1',
    [shop.tenantId],
  )
  expect(told).toEqual([{ original_id: 'ana' }, { original_id: 'cai' }])
})

it('whose points ended by inactivity is looked for once a day, while there is none', async () => {
  const inactivity = { months: 1, noticeDays: 10, startsOn: '2026-01-15' }
  const shop = await test.open(program({}), { settings: { inactivity } })
  await shop.completed('of ana', 'ana', 8)
  const { database, tenant } = await optionsFor(shop)
  // The worker was down: the notice is late, and the points are good for ten days more.
  test.api.now = START + 40 * DAY_MS
  const till = createTill({ database, clock: () => test.api.now })
  await noticeInactive({ database, till, tenant, now: test.api.now })

  let reads = 0
  const counting: Database = {
    ...database,
    read: (tenants, work) => {
      reads += 1
      return database.read(tenants, work)
    },
  }
  const sweep = new Sweep({ database: counting, clock: () => test.api.now })
  const readsOfRound = async () => {
    const before = reads
    const settled = await sweep.round([tenant])
    return { reads: reads - before, settled }
  }
  expect(await readsOfRound()).toEqual({ reads: 2, settled: 0 })
  expect(await readsOfRound()).toEqual({ reads: 1, settled: 0 })
  test.api.now += DAY_MS
  expect(await readsOfRound()).toEqual({ reads: 2, settled: 0 })
  test.api.now += 10 * DAY_MS
  expect((await readsOfRound()).settled).toBe(1)
  expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
})
