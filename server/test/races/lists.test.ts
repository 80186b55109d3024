/** The same list sent twice at the same moment, with two keys: to one API process and to two. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BulkAnswer } from '../../src/contract/private-api/bulk.ts'
import type { BulkOrderResult } from '../../src/orders/private-api/schema.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { basic, type ShopKey } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

describe.for([1, 2])('%i API processes on one database', (processCount) => {
  let processes: ApiProcess[] = []
  let database: Database
  let everything: pg.Client
  let shop: ShopKey
  let clients: JsonClient[] = []
  let drop: () => Promise<void>

  beforeAll(async () => {
    const clone = await cloneDatabase()
    drop = clone.drop
    database = openTestDatabase(clone.url)
    everything = clientOf(clone.url)
    await everything.connect()
    shop = await openShop(database, { program: SIMPLE_PROGRAM })
    const { token, secret } = await createKey(database, shop.tenantId, 'second')
    clients = [shop.authorization, basic(token, secret)].map((one) => createJsonClient(one))
    processes = await Promise.all(Array.from({ length: processCount }, () => startServe(clone.url)))
  })

  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()))
    for (const client of clients) client.close()
    await everything.end()
    await database.close()
    await drop()
  })

  test('each order counts once, and both are told the same', async () => {
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const orders = Array.from({ length: 100 }, (_, index) =>
        // Some customers are the same in every repetition, others are new.
        orderToSend(
          `${repetition}-${index}`,
          index % 3 === 0 ? `known-${index}` : `${repetition}-${index % 7}`,
          10,
        ),
      )
      const answers = await Promise.all(
        clients.map((client, index) =>
          client.post<never>(
            processes[index % processCount]?.url ?? '',
            '/v1/pvt/Order/bulk',
            index === 0 ? orders : orders.toReversed(),
          ),
        ),
      )
      const results = answers.map(({ body }) => {
        const { Items } = body as unknown as { Items: BulkAnswer<BulkOrderResult>[] }
        expect(Items.filter(({ HasError }) => HasError)).toEqual([])
        return new Map(Items.map(({ OriginalId, Result }) => [OriginalId, Result]))
      })
      expect(results[0]).toEqual(results[1])
    }
    const { rows } = await everything.query<{ orders: number; points: string; records: number }>(
      `select (select count(*)::int from customer_order where tenant_id = $1) as orders,
        count(*)::int as records, sum(points) as points from point_record where tenant_id = $1`,
      [shop.tenantId],
    )
    const count = REPETITIONS * 100
    expect(rows.map((row) => ({ ...row, points: Number(row.points) }))).toEqual([
      { orders: count, records: count, points: count * 10 },
    ])
    expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
  })
})
