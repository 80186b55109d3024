/**
 * Who runs `vacuumdb --analyze` before the shop opens tells the planner that all tables are empty: any index that begins
 * with the tenant seems as good as another, and what was planned then is kept until autovacuum comes.
 */
import { expect, it, onTestFinished } from 'vitest'
import { orders } from '../../src/orders/collections/orders.ts'
import { run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { clientOf } from '../support/client-of.ts'
import { program } from '../support/shop.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { useShops } from '../support/use-shops.ts'

const ORDERS = 200
/** As often is a statement planned anew; then the plan is kept. */
const PLANNED_ANEW = 5

const shops = useShops()

/** Rows of orders that this transaction has read. */
async function readSoFar(tx: Tx): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname = 'customer_order'`,
  )
  return rows[0]?.read ?? 0
}

it('an order is looked up by its id also where that was planned while there was none', async () => {
  const shop = await shops.open(program())
  const admin = clientOf(shops.api.databaseUrl)
  await admin.connect()
  await admin.query('vacuum analyze')
  await admin.end()
  const database = openTestDatabase(shops.api.databaseUrl)
  onTestFinished(() => database.close())
  const { tenantId } = shop
  const look = (key: string) =>
    database.transaction([tenantId], async (tx) => {
      const before = await readSoFar(tx)
      const found = await orders.load(tx, [{ tenantId, key }])
      return { found: found.size, read: (await readSoFar(tx)) - before }
    })
  for (let time = 0; time <= PLANNED_ANEW; time += 1) await look('o-7')
  const bodies = Array.from({ length: ORDERS }, (_, n) => shop.completeOrder(`o-${n}`, `c-${n}`, 10))
  await shop.placeOrders(bodies)
  expect(await look('o-7')).toEqual({ found: 1, read: 1 })
  expect(await look('o-none')).toEqual({ found: 0, read: 0 })
})
