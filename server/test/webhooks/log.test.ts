/** The log is read in the order of commits, without a gap, and each customer's events in their order. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CAUSE, type LogPosition, TOPIC } from '../../src/events/event.ts'
import {
  appendEvents,
  endOfLog,
  findTransactionsOfOtherDatabases,
  readEvents,
} from '../../src/events/store.ts'
import { run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { clientOf } from '../support/client-of.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { TERMS_OF_IDS } from '../support/terms.ts'
import { useShops } from '../support/use-shops.ts'

/** `OPEN_SECONDS=120 npm test -- webhooks/log` leaves the transaction open for two minutes. */
const OPEN_MS = Number(process.env.OPEN_SECONDS ?? 3) * 1_000

const shops = useShops()
const database = () => shops.api.cells.of({ cell: MAIN_CELL })
const clients: pg.Client[] = []

async function connect(): Promise<pg.Client> {
  const client = clientOf(shops.api.databaseUrl)
  await client.connect()
  clients.push(client)
  return client
}

let tenantId: number
beforeAll(async () => {
  tenantId = (await shops.api.openShop()).tenantId
  const client = await connect()
  // In its 40th home a place in the log is beyond what a number of JavaScript holds.
  await client.query('update tenant_home set epoch = 40 where tenant_id = $1', [tenantId])
  for (const id of [1, 2]) {
    await client.query(
      `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
      values ($1, $2, $3, gen_random_uuid(), true, now())`,
      [tenantId, id, `c${id}`],
    )
  }
  await client.query(TERMS_OF_IDS, [tenantId])
})
afterAll(() => Promise.all(clients.map((client) => client.end())))

/** As the till does it: the account is locked first. */
async function lock(client: pg.Client, customers: readonly number[]): Promise<void> {
  await client.query(`select from customer where tenant_id = $1 and id = any ($2) order by id for update`, [
    tenantId,
    customers,
  ])
}

async function write(client: pg.Client, customer: number, sequence: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `insert into point_event (tenant_id, transaction, customer_id, sequence, topic, record_id, points, cashback,
      points_balance, cashback_balance, occurred_at)
    select $1, log_position(epoch, greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id())), $2,
      $3::int, 0, $3::int, 1, 0, $3::int, 0, now()
    from tenant_home where tenant_id = $1 returning id`,
    [tenantId, customer, sequence],
  )
  return Number(rows[0]?.id)
}

/** The same as the server itself writes it. */
function append(tx: Tx, customerId: number, sequence: number): Promise<void> {
  const amount = { points: 1n, cashback: 0n }
  const event = { tenantId, customerId, recordId: sequence, at: Date.now(), topic: TOPIC.add, sequence }
  return appendEvents(tx, [{ ...event, cause: CAUSE.credit, change: amount, balance: amount }])
}

/** A transaction that has a number and is left open; `end` writes what it is given and commits. */
async function leaveOpen(): Promise<{ end: (work: (tx: Tx) => Promise<unknown>) => Promise<void> }> {
  const begun = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<(tx: Tx) => Promise<unknown>>()
  const ended = database().transaction([tenantId], async (tx) => {
    await run(tx, sql`select pg_current_xact_id()`)
    begun.resolve()
    const work = await rest.promise
    await work(tx)
  })
  await begun.promise
  return {
    end(work) {
      rest.resolve(work)
      return ended
    },
  }
}

class Reader {
  position: LogPosition = { transaction: '0', id: 0 }
  readonly seen: { customer: number; sequence: number; id: number }[] = []
  readonly #limit: number
  constructor(limit = 1_000) {
    this.#limit = limit
  }

  /** How many events there were. */
  async read(): Promise<number> {
    const reading = { tenantId, after: this.position, limit: this.#limit }
    const [events = []] = await database().transaction([tenantId], async (tx) =>
      readEvents(tx, [reading], await findTransactionsOfOtherDatabases(tx)),
    )
    for (const event of events) {
      this.seen.push({ customer: event.customerId, sequence: event.sequence, id: event.id })
      this.position = event
    }
    return events.length
  }

  sequences(customer: number): number[] {
    return this.seen.filter((one) => one.customer === customer).map(({ sequence }) => sequence)
  }
}

async function startReader(limit?: number): Promise<Reader> {
  const reader = new Reader(limit)
  reader.position = await database().transaction([tenantId], (tx) => endOfLog(tx, tenantId))
  return reader
}

/** What people write first: whatever has a higher number than the last one seen. */
class NaiveReader {
  readonly seen: number[] = []
  async read(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ id: string }>(
      'select id from point_event where tenant_id = $1 and id > $2 order by id',
      [tenantId, this.seen.at(-1) ?? 0],
    )
    for (const { id } of rows) this.seen.push(Number(id))
  }
}

describe('the log', () => {
  it('skips no event of a transaction that was left open while others committed', {
    timeout: OPEN_MS + 60_000,
  }, async () => {
    const [slow, quick] = [await connect(), await connect()]
    const reader = await startReader()
    const naive = new NaiveReader()
    await naive.read(quick)
    naive.seen.splice(0, naive.seen.length - 1)
    await slow.query('begin')
    await lock(slow, [1])
    const early = await write(slow, 1, 1)
    const late: number[] = []
    const endAt = Date.now() + OPEN_MS
    for (let sequence = 1; Date.now() < endAt; sequence += 1) {
      await quick.query('begin')
      await lock(quick, [2])
      late.push(await write(quick, 2, sequence))
      await quick.query('commit')
      await reader.read()
      await naive.read(quick)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(late.length).toBeGreaterThan(20)
    await slow.query('commit')
    while ((await reader.read()) > 0);
    await naive.read(quick)
    expect(new Set(reader.seen.map(({ id }) => id))).toEqual(new Set([early, ...late]))
    expect(reader.seen.length).toBe(late.length + 1)
    // It is not for nothing.
    expect(naive.seen).not.toContain(early)
  })

  it('skips no event of a transaction that has the number after the last that was completed', async () => {
    const rounds = 20
    const client = await connect()
    const reader = await startReader()
    let early = 0
    for (let round = 1; round <= rounds; round += 1) {
      const first = await leaveOpen()
      // One with a higher number is completed. The next has written, and stays open while the first one writes.
      await client.query('select pg_current_xact_id()')
      const next = await leaveOpen()
      await next.end(async (tx) => {
        await append(tx, 1, 1_000 + round)
        await first.end((other) => append(other, 2, 1_000 + round))
        early += await reader.read()
      })
    }
    while ((await reader.read()) > 0);
    const all = Array.from({ length: rounds }, (_, index) => 1_001 + index)
    expect(reader.sequences(1)).toEqual(all)
    expect(reader.sequences(2)).toEqual(all)
    expect(early, 'events that were read while a transaction was open').toBeGreaterThan(0)
  })

  it('has the events of a customer in their order, also where the later one began earlier', async () => {
    const [first, second, bystander] = [await connect(), await connect(), await connect()]
    const reader = await startReader(1)
    await first.query('begin')
    // It has a number now, and waits for the other customer until the second is done with it.
    await lock(first, [1])
    await bystander.query('begin')
    await bystander.query('select pg_current_xact_id()')
    await second.query('begin')
    await lock(second, [2])
    await write(second, 2, 101)
    const waiting = lock(first, [2])
    await second.query('commit')
    await waiting
    await write(first, 2, 102)
    await write(first, 1, 101)
    await first.query('commit')
    for (let turn = 0; turn < 3; turn += 1) await reader.read()
    // Somebody else is still open: nothing of what began after may be taken for settled.
    expect(reader.sequences(2)).toEqual([])
    await bystander.query('commit')
    for (let turn = 0; turn < 4; turn += 1) await reader.read()
    expect(reader.sequences(2)).toEqual([101, 102])
    expect(reader.sequences(1)).toEqual([101])
  })

  it('shows what was committed at once where no other transaction is open, and a new reader nothing of before', async () => {
    const client = await connect()
    await client.query('begin')
    await lock(client, [1])
    await write(client, 1, 201)
    await client.query('commit')
    const reader = await startReader()
    await reader.read()
    expect(reader.seen).toEqual([])
    await client.query('begin')
    await lock(client, [1])
    await write(client, 1, 202)
    await client.query('commit')
    await reader.read()
    expect(reader.sequences(1)).toEqual([202])
    await write(client, 1, 203)
    await reader.read()
    expect(reader.sequences(1)).toEqual([202, 203])
  })

  it('does not wait for a transaction of another database of the server', async () => {
    const abroad = clientOf(SERVER_URL)
    await abroad.connect()
    clients.push(abroad)
    const client = await connect()
    const reader = await startReader()
    await abroad.query('begin')
    await abroad.query('select pg_current_xact_id()')
    await client.query('begin')
    await lock(client, [1])
    await write(client, 1, 301)
    await client.query('commit')
    await reader.read()
    expect(reader.sequences(1)).toEqual([301])
    await abroad.query('commit')
  })
})
