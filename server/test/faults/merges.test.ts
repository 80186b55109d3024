/**
 * Merges that are cut off: connections are ended, and now and then the process is killed, at a random moment while two
 * customers are merged and buy. Sent again with the same key, each merge is done once, and nothing is half done.
 *
 * `FAULT_ROUNDS=50 npm test -- test/faults/merges` does it 50 times.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerPoints } from '../../src/balances/private-api/schema.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { chanceOf } from '../support/seed.ts'
import type { ShopKey } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

const chance = chanceOf('Merges')
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 12)
/** In each of so many rounds the process itself is killed. */
const KILL_EVERY = 6
/** About as long as a merge takes. */
const MOMENT_MS = 60
const ORDERS_EACH = 5

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let everything: pg.Client
let shop: ShopKey
let client: JsonClient
let serving: ApiProcess

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openTestDatabase(cloned.url)
  everything = clientOf(cloned.url)
  await everything.connect()
  shop = await openShop(database, { program: SIMPLE_PROGRAM })
  client = createJsonClient(shop.authorization)
  serving = await startServe(cloned.url)
})

afterAll(async () => {
  await serving?.stop()
  client?.close()
  await everything?.end()
  await database?.close()
  await cloned?.drop()
})

let sentAgain = 0

/** Until there is an answer: whatever was cut off is sent again as it was. */
async function insist(path: string, body: object) {
  for (;;) {
    try {
      const answer = await client.post<object>(serving.url, path, body)
      if (answer.status === 200) return answer.body
    } catch {
      // The process was killed, or is starting.
    }
    sentAgain += 1
    await sleep(20)
  }
}

async function cutOff(round: number): Promise<void> {
  await sleep(chance.between(0, MOMENT_MS))
  if (round % KILL_EVERY !== KILL_EVERY - 1) {
    await everything.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'punchcard test'`,
    )
    return
  }
  const ended = once(serving.child, 'exit')
  serving.child.kill('SIGKILL')
  await ended
  serving = await startServe(cloned.url)
}

test(`${ROUNDS} merges that are cut off`, { timeout: 120_000 + ROUNDS * 20_000 }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [from, into] = [`from-${round}`, `into-${round}`]
    const buy = (id: string, customer: string) =>
      insist('/v1/pvt/POS/orders', orderToSend(`${round}-${id}`, customer, 10))
    for (let count = 0; count < ORDERS_EACH; count += 1) {
      await Promise.all([buy(`a${count}`, from), buy(`b${count}`, into)])
    }
    const merge = insist(`/v1/pvt/Customer/${from}/merge`, { Into: into, MergeKey: `merge-${round}` })
    const [merged] = await Promise.all([merge, cutOff(round), buy('c', from), buy('d', into)])
    expect(merged).toMatchObject({ HasError: false, Result: { Customer: { OriginalId: into } } })
    const again = await insist(`/v1/pvt/Customer/${from}/merge`, { Into: into, MergeKey: `merge-${round}` })
    expect(again).toMatchObject({ HasError: false })
    for (const id of [from, into]) {
      const { body } = await client.send<CustomerPoints>('GET', `${serving.url}/v1/pvt/Customer/${id}/points`)
      expect(body).toMatchObject({ PointsBalance: (2 * ORDERS_EACH + 2) * 10 })
    }
  }
  const { rows } = await everything.query(
    'select id from customer where tenant_id = $1 and merged_into is not null',
    [shop.tenantId],
  )
  expect(rows).toHaveLength(ROUNDS)
  process.stderr.write(`${ROUNDS} merges were cut off; ${sentAgain} requests were sent again\n`)
  expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
})
