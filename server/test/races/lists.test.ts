/** The same list sent twice at the same moment, with two keys: to one API process and to two. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BulkAnswer } from '../../src/contract/private-api/bulk.ts'
import type { BulkOrderResult } from '../../src/orders/private-api/schema.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { basic } from '../support/test-api.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

describe.for([1, 2])('%i API processes on one database', (processCount) => {
  let clients: JsonClient[] = []

  const served = useProcesses(processCount, SIMPLE_PROGRAM)

  beforeAll(async () => {
    const { token, secret } = await createKey(served.database, served.shop.tenantId, 'second')
    clients = [served.shop.authorization, basic(token, secret)].map((one) => createJsonClient(one))
  })

  afterAll(() => {
    for (const client of clients) client.close()
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
            served.urlOf(index),
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
    const { rows } = await served.everything.query<{ orders: number; points: string; records: number }>(
      `select (select count(*)::int from customer_order where tenant_id = $1) as orders,
        count(*)::int as records, sum(points) as points from point_record where tenant_id = $1`,
      [served.shop.tenantId],
    )
    const count = REPETITIONS * 100
    expect(rows.map((row) => ({ ...row, points: Number(row.points) }))).toEqual([
      { orders: count, records: count, points: count * 10 },
    ])
    expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
  })
})
