/**
 * Two cells give the same numbers to different things: endpoints, events, customers, records. Nothing of one tenant
 * meets anything of another, neither side by side in two databases nor in one after a move.
 */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { publishProgram } from '../../src/earning/store.ts'
import type { Cells } from '../../src/tenancy/cells.ts'
import { listTenants } from '../../src/tenancy/store/tenants.ts'
import type { Delivery } from '../../src/webhooks/delivery/delivery.ts'
import { addEndpoint } from '../../src/webhooks/manage.ts'
import { clientOf } from '../support/client-of.ts'
import { copyTenant } from '../support/move-tenant.ts'
import { type Received, Receiver } from '../support/receiver.ts'
import { iso, program } from '../support/shop.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'
import { cloneDatabase } from '../support/test-database.ts'
import { deliver, webhookTools } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'

const test = useTestApi()
const OTHER = 'other'
let otherUrl: string
let main: pg.Client
let other: pg.Client
let dropOther: () => Promise<void>

beforeAll(async () => {
  const database = await cloneDatabase()
  otherUrl = database.url
  dropOther = database.drop
  main = clientOf(test.api.databaseUrl)
  other = clientOf(otherUrl)
  await Promise.all([main.connect(), other.connect()])
})
afterAll(async () => {
  await Promise.all([main.end(), other.end()])
  await dropOther()
})

interface Shop {
  readonly key: ShopKey
  readonly receiver: Receiver
  cell: string
  /** The next `count` orders, of two customers in turn. */
  sell(count: number): Promise<void>
}

type Server = Awaited<ReturnType<typeof startAnotherApi>>['server']

async function openShop(server: Server, cells: Cells, cell: string): Promise<Shop> {
  const key = await test.api.openShop()
  const { tenantId, authorization } = key
  if (cell !== 'main') {
    await main.query('update tenant set cell = $1 where id = $2', [cell, tenantId])
    await main.query('delete from tenant_home where tenant_id = $1', [tenantId])
    await other.query(`insert into tenant_home (tenant_id, state, epoch) values ($1, 'active', 1)`, [
      tenantId,
    ])
  }
  const database = cells.of({ cell })
  await database.transaction([tenantId], (tx) => publishProgram(tx, tenantId, program()))
  const receiver = await Receiver.start()
  onTestFinished(() => receiver.stop())
  const topics = ['Point_Add']
  const endpoint = { url: receiver.url, topics, description: '', headers: {} }
  await addEndpoint({ ...webhookTools(test.api), database }, tenantId, endpoint)
  let orders = 0
  return {
    key,
    receiver,
    cell,
    async sell(count) {
      for (let sold = 0; sold < count; sold += 1) {
        orders += 1
        const now = iso(Date.now())
        const answer = await server.inject({
          method: 'POST',
          url: '/v1/pvt/POS/orders',
          headers: { authorization },
          payload: {
            OriginalId: `o${orders}`,
            OrderPlacementDate: now,
            OrderCompletedDate: now,
            IsCompleted: true,
            OrderTotal: 10,
            UpdatedDate: now,
            Customer: { OriginalId: `c${orders % 2}`, Name: `of ${tenantId}` },
          },
        })
        expect(answer.json(), answer.body).toMatchObject({ HasError: false })
      }
    },
  }
}

/** What one worker does for one of its cells. */
function deliverCell(cells: Cells, cell: string, url: string): Promise<Delivery> {
  return deliver(
    { cells, databaseUrl: url },
    {
      database: cells.of({ cell }),
      tenants: async () => {
        const everyone = await cells.directory.transaction([], listTenants)
        return everyone.filter((tenant) => tenant.cell === cell)
      },
      retrySeconds: [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3],
    },
  )
}

function numbersOf(receiver: Receiver): Map<string, number[]> {
  const found = new Map<string, number[]>()
  const seen = new Set<string>()
  for (const one of receiver.received) {
    if (seen.has(one.id)) continue
    seen.add(one.id)
    const { OriginalId } = customerOf(one)
    found.set(OriginalId, [...(found.get(OriginalId) ?? []), one.sequence])
  }
  return found
}

function customerOf({ body }: Received): { Id: number; OriginalId: string; Name: string } {
  return (JSON.parse(body) as { Customer: { Id: number; OriginalId: string; Name: string } }).Customer
}

function expectOnlyItsOwn({ key, receiver }: Shop, orders: number): void {
  expect(new Set(receiver.requests.map((one) => customerOf(one).Name))).toEqual(
    new Set([`of ${key.tenantId}`]),
  )
  const counted = Array.from({ length: orders / 2 }, (_, index) => index + 1)
  const numbers = numbersOf(receiver)
  expect([numbers.get('c0'), numbers.get('c1')]).toEqual([counted, counted])
}

/** Of the tables that number what belongs to a tenant, what was given in a cell. */
async function numbersIn(client: pg.Client, { key }: Shop): Promise<unknown> {
  const numbers = (table: string, column: string): string =>
    `(select array_agg(distinct ${column}::text order by ${column}::text) from ${table} where tenant_id = $1) as ${table}`
  const { rows } = await client.query(
    `select ${numbers('webhook_endpoint', 'id')}, ${numbers('point_event', 'id')}, ${numbers('customer', 'id')}`,
    [key.tenantId],
  )
  return rows[0]
}

describe('two tenants with equal numbers', () => {
  it('do not meet: neither in two cells, nor in one after a move, also where both fail and a worker is lost', async () => {
    const { server, cells } = await startAnotherApi({ main: test.api.databaseUrl, [OTHER]: otherUrl })
    const [stays, moves] = [await openShop(server, cells, 'main'), await openShop(server, cells, OTHER)]
    const neighbour = await openShop(server, cells, OTHER)
    const shops = [stays, moves]
    const here = await deliverCell(cells, 'main', test.api.databaseUrl)
    const there = await deliverCell(cells, OTHER, otherUrl)
    for (const shop of shops) await shop.sell(6)
    await until(async () => shops.every(({ receiver }) => receiver.received.length >= 6))
    expect(await numbersIn(main, stays)).toEqual(await numbersIn(other, moves))

    // From now on all of theirs fail, and are held under the same numbers.
    for (const { receiver } of shops) receiver.reply = () => ({ status: 500 })
    for (const shop of shops) await shop.sell(4)
    await until(async () => shops.every(({ receiver }) => receiver.requests.length >= 8))
    await here.stop()

    // The courier of a tenant that has left is retired, and the worker goes on with the others of the cell.
    await other.query(`update tenant_home set state = 'gone' where tenant_id = $1`, [moves.key.tenantId])
    await until(async () => {
      const { rows } = await other.query(
        'select from webhook_cursor where tenant_id = $1 and worker is null',
        [moves.key.tenantId],
      )
      return rows.length === 1
    })
    await neighbour.sell(2)
    await until(async () => neighbour.receiver.received.length >= 2)
    await there.stop()
    await copyTenant(otherUrl, test.api.databaseUrl, moves.key.tenantId)
    await main.query(`update tenant set cell = 'main' where id = $1`, [moves.key.tenantId])
    const { rows: held } = await main.query(
      `select endpoint_id, event_id from webhook_retry group by 1, 2 having count(distinct tenant_id) = 2`,
    )
    expect(held.length).toBeGreaterThan(1)

    const second = await deliverCell(cells, 'main', test.api.databaseUrl)
    const requests = shops.map(({ receiver }) => receiver.requests.length)
    await until(async () =>
      shops.every(({ receiver }, index) => receiver.requests.length > (requests[index] ?? 0) + 1),
    )
    // The worker is cut off from the database: another one takes both endpoints.
    await main.query(`update webhook_cursor set worker = 1`)
    for (const { receiver } of shops) receiver.reply = () => ({ status: 200 })
    await until(async () =>
      shops.every(({ receiver }) => numbersOf(receiver).values().toArray().flat().length >= 10),
    )
    await second.stop()
    for (const shop of shops) expectOnlyItsOwn(shop, 10)
    const { rows: left } = await main.query('select from webhook_retry')
    expect(left).toEqual([])
  })
})
