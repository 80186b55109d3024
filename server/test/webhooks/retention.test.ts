/** The log is kept in partitions that are made ahead of time and dropped whole. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tendEventPartitions } from '../../src/events/partitions.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { deleteOldAttempts } from '../../src/webhooks/store/attempts.ts'
import { measureBacklog } from '../../src/webhooks/store/backlog.ts'
import { clientOf } from '../support/client-of.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { program, Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { subscribe } from '../support/webhooks.ts'

const shops = useShops()
const DAY_MS = 86_400_000
let client: pg.Client

beforeAll(async () => {
  client = clientOf(shops.api.databaseUrl)
  await client.connect()
  await client.query(END_PARTITION)
})
afterAll(() => client.end())

/** As if the time of a partition were over: what is written from now on goes elsewhere. */
const END_PARTITION = `
  create function end_partition(partition_name text) returns void language plpgsql as $$
  begin
    execute format('alter table point_event detach partition %I', partition_name);
    execute format(
      'alter table point_event attach partition %I for values from (%L) to (%L)', partition_name,
      (select from_at from event_partition where name = partition_name), now()
    );
    update event_partition set to_at = now() where name = partition_name;
  end
  $$`

async function partitionOfNewest(tenantId: number): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    'select tableoid::regclass::text as name from point_event where tenant_id = $1 order by id desc limit 1',
    [tenantId],
  )
  return rows[0]?.name
}

describe('the partitions of the log', () => {
  it('follow the events, are dropped when they are old, and the ledger still verifies', async () => {
    // A merchant of whom the tests' own look at the log knows nothing: it wants every event from the first.
    const { api } = shops
    const key = await api.openShop()
    const { tenantId } = key
    const reader = new LedgerReader(api.databaseUrl)
    await reader.open()
    const shop = new Shop(api, reader, key)
    await shop.publish(program())
    const bystander = await shops.open(program())
    const now = Date.now()
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o2', 'bob', 10)
    const { rows: written } = await client.query('select max(written_at) as at from point_event')
    expect(written[0]?.at.getTime()).toBeGreaterThan(now - 60_000)
    const first = await partitionOfNewest(tenantId)
    expect(first).toMatch(/^point_event_\d{10}$/)

    // The log goes on in another partition: this one ends now, by the time of writing and not by an id.
    await client.query('select end_partition($1)', [first])
    expect((await tendEventPartitions(client, Date.now(), [])).create).not.toBeNull()
    await shop.completed('o3', 'ana', 10)
    await bystander.completed('o1', 'cid', 10)
    expect(await partitionOfNewest(tenantId)).not.toBe(first)
    const later = await tendEventPartitions(client, now + 31 * DAY_MS, [tenantId, bystander.tenantId])
    expect(later.drop).toEqual([first])
    const { rows } = await client.query('select to_regclass($1) as gone', [first])
    expect(rows).toEqual([{ gone: null }])
    // Of bob nothing is left in the log, of ana the last event.
    expect((await reader.events(tenantId, 'ana')).map(({ sequence }) => sequence)).toEqual([2])
    expect(await reader.events(tenantId, 'bob')).toEqual([])
    const differencesOf = async (tenant: number): Promise<readonly object[]> =>
      (await verifyMerchant(api.cells.of({ cell: MAIN_CELL }), tenant)).differences
    expect(await differencesOf(tenantId)).toEqual([])

    // Whose log is whole is not excused by what was dropped of another's.
    const lost = `from point_event where tenant_id = ${bystander.tenantId}`
    await client.query(`create table kept as select * ${lost}; delete ${lost}`)
    expect(await differencesOf(bystander.tenantId)).toEqual([
      { tenantId: bystander.tenantId, customer: 'cid', what: 'last event', stored: '1', recomputed: '0' },
    ])
    await client.query('insert into point_event overriding system value select * from kept; drop table kept')
    await reader.close()
  })
})

describe('attempts', () => {
  it('are forgotten after a time, a number of them at once', async () => {
    const shop = await shops.open(program())
    const { id } = await subscribe(shops.api, shop.tenantId, 'https://shop.example/')
    await client.query(
      `insert into webhook_attempt (tenant_id, endpoint_id, event_id, attempt, attempted_at, duration_ms, is_success, answer)
      select $1, $2, n, 1, now() - n * interval '1 day', 1, false, '' from generate_series(1, 50) as n`,
      [shop.tenantId, id],
    )
    const forget = (): Promise<number> =>
      shops.api.cells
        .of({ cell: MAIN_CELL })
        .transaction([shop.tenantId], (tx) =>
          deleteOldAttempts(tx, shop.tenantId, Date.now() - 30 * DAY_MS, 15),
        )
    expect([await forget(), await forget(), await forget()]).toEqual([15, 6, 0])
  })
})

describe('the backlog', () => {
  it('is counted by how the endpoints are', async () => {
    const shop = await shops.open(program())
    const ids: number[] = []
    for (let count = 0; count < 3; count += 1) {
      ids.push((await subscribe(shops.api, shop.tenantId, 'https://shop.example/')).id)
    }
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o2', 'ana', 10)
    await client.query('update webhook_endpoint set state = 1 where id = $1', [ids[1]])
    await client.query('update webhook_cursor set failing_since = now() where endpoint_id = $1', [ids[2]])
    const backlog = await shops.api.cells
      .of({ cell: MAIN_CELL })
      .transaction([shop.tenantId], (tx) => measureBacklog(tx, [shop.tenantId], 100))
    const same = { endpoints: 1, events: 2, since: shops.api.now, held: 0, parked: 0 }
    expect(new Map(backlog.map((one) => [one.kind, one]))).toEqual(
      new Map(['healthy', 'failing', 'stopped'].map((kind) => [kind, { kind, ...same }])),
    )
  })
})
