/**
 * A customer whose card was full a thousand times costs no more than one who has filled it twice. What is counted is work,
 * rows that PostgreSQL read, because time depends on the machine.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTill, type Till } from '../../src/accounts/till/till.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { cancelOrder, placeOrder, returnOrderPart } from '../../src/orders/commands.ts'
import { readOrder } from '../../src/orders/private-api/read.ts'
import { readReturn } from '../../src/orders/private-api/read-return.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { differencesOfLedger } from '../support/ledger.ts'
import { openShop } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { rowsReadBy } from '../support/rows-read.ts'
import { program } from '../support/shop.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

/** `CARD_ORDERS=100000` for a card that was full fifty thousand times. */
const ORDERS = Number(process.env.CARD_ORDERS ?? 2_000)
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 + 20 * ORDERS })

const AT_ONCE = 100
/** After the program was published: a card counts no order from before. */
const NOW = Date.now() + 3_600_000
const AT = new Date(NOW).toISOString()
const TABLES = [
  'customer',
  'customer_order',
  'point_record',
  'point_origin',
  'stamp_card',
  'stamp_record',
  'award',
  'limit_use',
]
/** A portion of lots, and the newest twenty prizes of a card with their stamps. */
const ROWS_MAX = 400

const PROGRAM = program(
  {},
  { id: 2, kind: 'cap', points: '1000000', per: 'day' },
  { id: 3, kind: 'card', name: 'Two orders', counts: 'orders', stamps: 2, points: '5' },
)

let url: string
let drop: () => Promise<void>
let database: Database
let everything: pg.Pool
let tenant: Tenant

beforeAll(async () => {
  ;({ url, drop } = await cloneDatabase())
  database = openTestDatabase(url)
  everything = new pg.Pool({ connectionString: url, max: 2, options: '-c statement_timeout=0' })
  everything.on('error', () => {})
  const { tenantId } = await openShop(database, { program: PROGRAM })
  const found = await database.transaction([], (tx) => findTenant(tx, tenantId))
  if (!found) throw new Error('no tenant')
  tenant = found
  const till = tillOn(database)
  for (let n = 1; n <= 5; n += 1) await place(till, `small-${n}`, 'small', 10)
  for (let n = 1; n <= ORDERS; n += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => place(till, `heavy-${n + index}`, 'heavy', 10)),
    )
  }
  await place(till, 'heavy-last', 'heavy', 10)
  await everything.query('vacuum analyze')
  const { rows } = await everything.query(`select max(completed)::int as completed from stamp_card`)
  expect(rows).toEqual([{ completed: ORDERS / 2 }])
})

afterAll(async () => {
  expect(await differencesOfLedger(database, tenant.id)).toEqual([])
  await everything.end()
  await database.close()
  await drop()
})

function tillOn(opened: Database): Till {
  return createTill({ database: opened, clock: () => NOW })
}

async function place(till: Till, id: string, customer: string, total: number) {
  const dates = { OrderPlacementDate: AT, OrderCompletedDate: AT, UpdatedDate: AT }
  const sent = readOrder(orderToSend(id, customer, total, dates), tenant.timeZone)
  if (isRefusal(sent)) throw new Error(sent.message)
  return till.run(placeOrder, { tenant, sent, publicId: randomUUID() })
}

async function returnPart(till: Till, originalId: string, value: number) {
  const sent = readReturn({ CancelKey: `${originalId} ${++keys}`, ValueToRefund: value })
  if (isRefusal(sent)) throw new Error(sent.message)
  return till.run(returnOrderPart, { tenant, originalId, sent })
}

let keys = 0
const OPERATIONS: [string, (till: Till, customer: string) => Promise<unknown>][] = [
  ['placing an order that fills the card', (till, customer) => place(till, `new-${++keys}`, customer, 10)],
  ['sending an order again', (till, customer) => place(till, `${customer}-2`, customer, 10)],
  ['changing an order to more', (till, customer) => place(till, `${customer}-2`, customer, 12)],
  ['changing an order to less', (till, customer) => place(till, `${customer}-2`, customer, 4)],
  ['returning part of an order', (till, customer) => returnPart(till, `${customer}-3`, 3)],
  [
    'cancelling an order whose prize is undone',
    (till, customer) =>
      till.run(cancelOrder, { tenant, originalId: `${customer}-2`, cancelledAt: NOW, status: null }),
  ],
]

it.each(OPERATIONS)(
  `a card that was full ${ORDERS / 2} times costs no more for %s than a new one`,
  async (_name, operation) => {
    const read = (customer: string): Promise<number> =>
      rowsReadBy({ url, everything }, TABLES, async (opened) =>
        expect(await operation(tillOn(opened), customer)).not.toHaveProperty('reason'),
      )
    const small = await read('small')
    const heavy = await read('heavy')
    expect(heavy).toBeGreaterThan(0)
    expect(heavy - small, `${heavy} rows against ${small}`).toBeLessThan(ROWS_MAX)
  },
)
