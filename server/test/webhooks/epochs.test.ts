/** A place in the log counts the servers on which a tenant has lived: whatever comes later lies behind, everywhere. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { realignWebhooks } from '../../src/webhooks/store/realign.ts'
import { clientOf } from '../support/client-of.ts'
import { Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
let client: pg.Client
beforeAll(async () => {
  client = clientOf(shops.api.databaseUrl)
  await client.connect()
})
afterAll(() => client.end())

async function open(): Promise<{ shop: Shop; receiver: Receiver }> {
  const shop = await shops.open(program())
  const receiver = await Receiver.start()
  onTestFinished(() => receiver.stop())
  await subscribe(shops.api, shop.tenantId, receiver.url)
  return { shop, receiver }
}

async function placesOf({ tenantId }: Shop): Promise<{ events: string[]; cursor: string }> {
  const { rows } = await client.query<{ events: string[]; cursor: string }>(
    `select array(select transaction::text from point_event where tenant_id = $1 order by id) as events,
      (select transaction::text from webhook_cursor where tenant_id = $1 limit 1) as cursor`,
    [tenantId],
  )
  return rows[0] ?? { events: [], cursor: '' }
}

const epochOf = (place: string): bigint => (BigInt(place) >> 48n) + 1n
const sequencesOf = ({ received }: Receiver): number[] => received.map(({ sequence }) => sequence)

describe('a place in the log', () => {
  it('carries the epoch of its tenant to the last bit, through failures too', async () => {
    const { shop, receiver } = await open()
    await shop.completed('o1', 'ana', 10)
    await client.query('update tenant_home set epoch = 32001 where tenant_id = $1', [shop.tenantId])
    await shop.completed('o2', 'ana', 10)
    let failures = 2
    receiver.reply = () => ({ status: failures-- > 0 ? 500 : 200 })
    const delivery = await deliver(shops.api)
    onTestFinished(() => delivery.stop())
    await until(async () => receiver.received.length === 2)
    await until(async () => (await placesOf(shop)).cursor === (await placesOf(shop)).events[1])
    expect((await placesOf(shop)).events.map(epochOf)).toEqual([1n, 32001n])
    expect(sequencesOf(receiver)).toEqual([1, 2])
    await until(async () => {
      const held = await client.query('select from webhook_retry where tenant_id = $1', [shop.tenantId])
      return held.rowCount === 0
    })
    // And an endpoint that is made now begins behind all of it.
    await subscribe(shops.api, shop.tenantId, `${receiver.url}/later`)
    await shop.completed('o3', 'ana', 10)
    await until(async () => receiver.received.length === 4)
    expect(receiver.received.filter(({ path }) => path === '/later').map(({ sequence }) => sequence)).toEqual(
      [3],
    )
  })

  it('is that of the first epoch for a tenant that an older version made during an upgrade, without a home', async () => {
    const { shop, receiver } = await open()
    await client.query('delete from tenant_home where tenant_id = $1', [shop.tenantId])
    await shop.completed('o1', 'ana', 10)
    await subscribe(shops.api, shop.tenantId, `${receiver.url}/later`)
    await client.query("insert into tenant_home (tenant_id, state, epoch) values ($1, 'active', 1)", [
      shop.tenantId,
    ])
    await shop.completed('o2', 'ana', 10)
    const delivery = await deliver(shops.api)
    onTestFinished(() => delivery.stop())
    await until(async () => receiver.received.length === 3)
    expect((await placesOf(shop)).events.map(epochOf)).toEqual([1n, 1n])
    expect(receiver.received.map(({ path, sequence }) => [path, sequence]).sort()).toEqual([
      ['/', 1],
      ['/', 2],
      ['/later', 2],
    ])
  })

  it('that is of another server is put right by `realign`: nothing is missed and nothing is sent twice', async () => {
    const { shop, receiver } = await open()
    const first = await deliver(shops.api)
    await shop.completed('o1', 'ana', 10)
    await until(async () => receiver.received.length === 1)
    await first.stop()
    await shop.completed('o2', 'ana', 10)
    // As after a restore: the numbers of that other server were far ahead of ours.
    const ahead = `set transaction = (transaction::text::bigint + (1::bigint << 40))::text::xid8 where tenant_id = $1`
    for (const table of ['point_event', 'webhook_cursor']) {
      await client.query(`update ${table} ${ahead}`, [shop.tenantId])
    }
    // A server has sold before anybody noticed.
    await shop.completed('o3', 'ana', 10)
    const told: string[] = []
    const onTrouble = (_what: string, error: unknown): void => void told.push((error as Error).message)
    const second = await deliver(shops.api, { onTrouble })
    await until(async () => told.some((message) => message.includes('of another server')))
    await second.stop()

    const tenants = await client.query<{ id: string }>('select id from tenant')
    const ids = tenants.rows.map(({ id }) => Number(id))
    expect((await realignWebhooks(shops.api.databaseUrl, ids)).events).toBe(1)
    await shop.completed('o4', 'ana', 10)
    const third = await deliver(shops.api)
    onTestFinished(() => third.stop())
    await until(async () => receiver.received.length >= 4)
    await shop.completed('o5', 'ana', 10)
    await until(async () => receiver.received.length >= 5)
    expect(sequencesOf(receiver)).toEqual([1, 2, 3, 4, 5])
    expect((await placesOf(shop)).events.map(epochOf)).toEqual([1n, 1n, 2n, 2n, 2n])
  })
})
