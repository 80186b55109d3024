/**
 * A database that an older version has filled is migrated while shops send orders, and the servers are replaced:
 * no request fails, what customers have stays as it was, and everything is answered as before. Then one of the merchants
 * publishes a program with every kind of rule, while its shop goes on sending.
 *
 * `UPGRADE_FROM=<commit> npm test -- test/upgrade` runs it, with the version of that commit, and `UPGRADE_ORDERS=500000`
 * with so many orders that are there already. It takes the files from
 * the repository's history and installs their dependencies, so it is not part of the usual run.
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient } from '../support/json-client.ts'
import { basic } from '../support/test-api.ts'
import { publishNewKinds } from './new-kinds.ts'
import { type SentOrder, type ShopKey, Traffic } from './traffic.ts'
import { checkOut, THIS_VERSION, type Version } from './version.ts'

const FROM = process.env.UPGRADE_FROM
const STRANDS = 6
const REQUESTS_BEFORE = Number(process.env.UPGRADE_REQUESTS ?? 300)
/** Orders that one merchant has had for long. */
const ORDERS_BEFORE = Number(process.env.UPGRADE_ORDERS ?? 0)
const LIST = 1_000
/** A list that comes while another one of the merchant is under way is refused. */
const TOO_EARLY_MS = 50

const PROGRAM = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [{ id: 1, kind: 'purchase', name: 'purchase', points: '1', validityDays: 365, waitingDays: 0 }],
}

/** Beside the demo merchant, which has tiers, cashback, rewards, quizzes and a year of history. */
const SHOPS = [
  { name: 'owes', settings: { takeBack: 'debt' }, tiers: false },
  { name: 'lets go', settings: { takeBack: 'clamp' }, tiers: false },
  { name: 'has tiers', settings: { usesTiers: true, takeBack: 'clamp' }, tiers: true },
]

describe.runIf(FROM)(`an upgrade from ${FROM}`, { timeout: 600_000 + ORDERS_BEFORE * 4 }, () => {
  let folder: string
  let server: LocalPostgres
  let everything: pg.Client
  let older: Version
  let databaseUrl: string
  const shops: ShopKey[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'punchcard-upgrade-'))
    await chmod(folder, 0o755)
    server = await startLocalPostgres({
      dataFolder: join(folder, 'data'),
      spareFolder: join(folder, 'spare'),
    })
    older = await checkOut(FROM ?? '', join(folder, 'older'))
    await mkdir(join(folder, 'dev'))
    const dev = await older.startDev(server.url, join(folder, 'dev'))
    databaseUrl = String(dev.ready.databaseUrl)
    shops.push({
      tenantId: Number(dev.ready.tenant),
      authorization: basic(String(dev.ready.token), String(dev.ready.key)),
    })
    await dev.stop()
    everything = clientOf(databaseUrl)
    await everything.connect()
    for (const shop of SHOPS) shops.push(await openShop(shop))
  }, 300_000)

  afterAll(async () => {
    await everything?.end()
    await server?.stop('immediate')
    await rm(folder, { recursive: true, force: true })
  })

  async function openShop({ name, settings, tiers }: (typeof SHOPS)[number]): Promise<ShopKey> {
    const { tenant } = await older.run<{ tenant: number }>(databaseUrl, ['tenant', 'create', '--name', name])
    const { token, key } = await older.run<{ token: string; key: string }>(databaseUrl, [
      ...['key', 'create', '--tenant', String(tenant)],
    ])
    await everything.query('update tenant set settings = $2 where id = $1', [tenant, settings])
    await everything.query('insert into program_version (tenant_id, version, program) values ($1, 1, $2)', [
      tenant,
      PROGRAM,
    ])
    if (tiers) await makeTiers(tenant)
    return { tenantId: tenant, authorization: basic(token, key) }
  }

  async function makeTiers(tenant: number): Promise<void> {
    await everything.query(
      `with made as (
        insert into tier (tenant_id, key, name, position, is_base)
        values ($1, 'bronze', 'Bronze', 1, true), ($1, 'silver', 'Silver', 2, false), ($1, 'gold', 'Gold', 3, false)
        returning id, name
      )
      insert into tier_goal (tenant_id, tier_id, name, measure, value, position)
      select $1, id, goal, measure, value, 1
      from made join (values ('Silver', 'R$ 300', 0, 300), ('Gold', '5 orders', 1, 5))
        as goal (tier, goal, measure, value) on goal.tier = made.name`,
      [tenant],
    )
  }

  /** What the new kinds of rules have done by then. */
  async function newThingsOf({ tenantId }: ShopKey): Promise<Record<string, number>> {
    const { rows } = await everything.query<Record<string, number>>(
      `select (select count(*)::int from limit_use where tenant_id = $1) as "limits used",
         (select count(*)::int from stamp_record where tenant_id = $1 and type = 0) as stamps,
         (select count(*)::int from award where tenant_id = $1 and source = 0) as "full cards",
         (select count(*)::int from award where tenant_id = $1 and redemption_key is not null) as coupons,
         (select count(*)::int from customer_order where tenant_id = $1 and left_out_of_tiers > 0) as "left out of tiers",
         (select count(*)::int from point_event where tenant_id = $1 and sequence < 0) as "other events"`,
      [tenantId],
    )
    return rows[0] ?? {}
  }

  /** What is stored of customers who do nothing meanwhile, and what is answered about them. */
  async function stateOf(url: string, prefix: string): Promise<Map<string, object>> {
    const state = new Map<string, object>()
    for (const { tenantId, authorization } of shops) {
      const client = createJsonClient(authorization)
      const { rows } = await everything.query<{ original_id: string }>(
        `select original_id, points_balance, cashback_balance, event_sequence, order_count,
           (select count(*) from point_record where tenant_id = customer.tenant_id and customer_id = customer.id) as records,
           (select array_agg((original_id, state, total, completed_at)::text order by id) from customer_order
            where tenant_id = customer.tenant_id and customer_id = customer.id) as orders,
           tier_id, tier_since
         from customer where tenant_id = $1 and original_id like $2`,
        [tenantId, `${prefix}%`],
      )
      for (const row of rows) {
        const id = row.original_id
        const customer = await fetch(`${url}/v1/pvt/Customer/${id}`, { headers: { authorization } })
        const tiers = await client.post(url, '/v1/pvt/Tiers/available', { CustomerId: id })
        state.set(`${tenantId} ${id}`, { row, customer: await customer.json(), tiers: tiers.body })
      }
      client.close()
    }
    return state
  }

  /** In lists, as a merchant brings its past along; every customer has four orders. */
  async function fill(url: string, shop: ShopKey, count: number): Promise<void> {
    const client = createJsonClient(shop.authorization)
    for (let first = 0; first < count; first += LIST) {
      const orders = Array.from({ length: Math.min(LIST, count - first) }, (_, index) =>
        pastOrder(first + index, Math.ceil(count / 4)),
      )
      for (;;) {
        const { status, body } = await client.post<unknown>(url, '/v1/pvt/Order/bulk', orders)
        if (status === 200) break
        if (status !== 429 && status !== 503) throw new Error(`${status}: ${JSON.stringify(body)}`)
        await sleep(TOO_EARLY_MS)
      }
      if ((first / LIST) % 50 === 49) process.stdout.write(`${first + LIST} orders are there\n`)
    }
    client.close()
  }

  async function sendAgain(url: string, orders: Iterable<SentOrder>): Promise<unknown[]> {
    const differences: unknown[] = []
    for (const { shop, body, result } of orders) {
      const client = createJsonClient(shop.authorization)
      const answer = await client.post(url, '/v1/pvt/POS/orders', body)
      if (JSON.stringify(withoutCustomer(answer.body.Result)) !== JSON.stringify(withoutCustomer(result))) {
        differences.push({ before: result, after: answer.body })
      }
      client.close()
    }
    return differences
  }

  test('takes nothing from any customer and fails no request', async () => {
    const oldServe = await older.start(databaseUrl, 'serve')
    const oldWork = await older.start(databaseUrl, 'work')
    const oldUrl = String(oldServe.ready.url)
    const [, merchant] = shops
    if (merchant) await fill(oldUrl, merchant, ORDERS_BEFORE)
    const quiet = new Traffic(oldUrl, shops, 'quiet', 1)
    quiet.start(STRANDS, REQUESTS_BEFORE)
    await quiet.finished()
    expect(quiet.failures).toEqual([])
    const before = await stateOf(oldUrl, 'quiet')
    const demoBefore = await stateOf(oldUrl, 'demo-')
    expect(before.size + demoBefore.size).toBeGreaterThan(200)

    const live = new Traffic(oldUrl, shops, 'live', 2)
    live.start(STRANDS)
    await sleep(1_000)
    const startedAt = performance.now()
    const { applied } = await THIS_VERSION.run<{ applied: string[] }>(databaseUrl, ['migrate'])
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    process.stdout.write(
      `applied ${applied.join(', ')} in ${seconds} s while ${live.sent} requests came, the longest took ${Math.round(live.longestMs)} ms\n`,
    )
    // The older server still answers after the migration, until it is replaced.
    await sleep(2_000)
    const newServe = await THIS_VERSION.start(databaseUrl, 'serve')
    const newUrl = String(newServe.ready.url)
    live.url = newUrl
    const newWork = await THIS_VERSION.start(databaseUrl, 'work')
    await sleep(1_000)
    await Promise.all([oldServe.stop(), oldWork.stop()])
    await publishNewKinds(databaseUrl, folder, lastOf(shops))
    await sleep(3_000)
    await live.stop()
    const given = await newThingsOf(lastOf(shops))
    process.stdout.write(`under the new kinds of rules: ${JSON.stringify(given)}\n`)
    expect(Object.entries(given).filter(([, count]) => count === 0)).toEqual([])
    process.stdout.write(`${live.sent} requests in all, ${live.orders.size} orders stand\n`)
    expect(live.failures).toEqual([])

    expect(await stateOf(newUrl, 'quiet')).toEqual(before)
    expect(await stateOf(newUrl, 'demo-')).toEqual(demoBefore)
    expect(await sendAgain(newUrl, quiet.orders.values())).toEqual([])
    expect(await sendAgain(newUrl, live.orders.values())).toEqual([])
    expect(await stateOf(newUrl, 'quiet')).toEqual(before)
    await Promise.all([newServe.stop(), newWork.stop()])
    await quiet.stop()

    const verified = await THIS_VERSION.run<{ accounts: number; differences: unknown }>(databaseUrl, [
      'verify',
    ])
    process.stdout.write(`verify: ${JSON.stringify(verified)}\n`)
    expect(verified).toMatchObject({ differences: expect.toSatisfy(isNone) })
  })
})

function lastOf(shops: readonly ShopKey[]): ShopKey {
  const last = shops.at(-1)
  if (!last) throw new Error('no merchant was opened')
  return last
}

function pastOrder(number: number, customers: number) {
  const at = new Date(Date.now() - (10 + (number % 200)) * 86_400_000).toISOString()
  const price = 10 + (number % 900) / 10
  return {
    OriginalId: `past-${number}`,
    OrderPlacementDate: at,
    IsCompleted: true,
    OrderCompletedDate: at,
    OrderTotal: price,
    Customer: { OriginalId: `past-${number % customers}` },
    Products: [{ OriginalId: `p${number % 50}`, Title: 'A thing', ProductPrice: price }],
  }
}

const isNone = (differences: unknown): boolean =>
  Array.isArray(differences) ? differences.length === 0 : differences === 0

/** Its balance has gone on with later orders. */
function withoutCustomer(result: unknown): unknown {
  const { Customer, ...order } = (result ?? {}) as { Customer?: unknown }
  return order
}
