import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import {
  NIGHTS,
  type NightlyOptions,
  nightOf,
  verifyEveryNight,
  verifyNight,
} from '../../src/worker/nightly-verification.ts'
import { program } from '../support/shop.ts'
import { useShop } from '../support/use-shops.ts'
import { startWorker } from '../support/workers.ts'

const CUSTOMERS = 5
const FIRST = nightOf(Date.UTC(2026, 5, 1, 12), 5)

describe('the nightly verification', () => {
  const test = useShop(program())
  let pool: pg.Pool
  let logged: { msg: string; what?: string; customer?: string }[] = []
  const log = createLogger({
    level: 'warn',
    destination: new Writable({
      write(line, _encoding, done) {
        logged.push(JSON.parse(String(line)))
        done()
      },
    }),
  })

  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: test.api.databaseUrl, max: 4 })
    for (let index = 0; index < CUSTOMERS; index += 1) await test.shop.completed(`o${index}`, `c${index}`, 10)
  })
  afterAll(() => pool.end())

  function options(more: Partial<NightlyOptions> = {}): NightlyOptions {
    logged = []
    return {
      cells: test.api.cells,
      cell: MAIN_CELL,
      clock: Date.now,
      log,
      signal: new AbortController().signal,
      fromHour: 5,
      pool,
      pace: { othersAtWork: async () => 0, rest: async () => {} },
      ...more,
    }
  }

  async function stored() {
    const { rows } = await pool.query(
      `select shard, accounts::int, differences, last_differences, account is not null as is_begun,
         finished_at is not null as is_finished
       from verification where tenant_id = $1 order by shard`,
      [test.shop.tenantId],
    )
    return rows
  }

  const damage = (orders: number) =>
    pool.query(
      `update customer set order_count = order_count + $2 where tenant_id = $1 and original_id = 'c0'`,
      [test.shop.tenantId, orders],
    )

  it('begins at its hour, and belongs to the day on which it begins', () => {
    const day = Date.UTC(2026, 5, 2) / 86_400_000
    expect(nightOf(Date.UTC(2026, 5, 2, 4, 59), 5)).toBe(day - 1)
    expect(nightOf(Date.UTC(2026, 5, 2, 5), 5)).toBe(day)
    expect(nightOf(Date.UTC(2026, 5, 3, 4, 59), 5)).toBe(day)
  })

  it('has seen every account once after seven nights, whatever night it begins with', async () => {
    for (let night = FIRST; night < FIRST + NIGHTS; night += 1) await verifyNight(options(), night)
    const shards = await stored()
    expect(shards.map(({ shard }) => shard)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(shards.every(({ is_finished, differences }) => is_finished && differences === 0)).toBe(true)
    expect(shards.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(CUSTOMERS)
  })

  it('tells the log what differs, and looks again every night until nothing does', async () => {
    // The few accounts of this merchant are all on the first page, which is the first shard's.
    const ofFirst = FIRST - (FIRST % NIGHTS) + 2 * NIGHTS
    await damage(3)
    await verifyNight(options(), ofFirst)
    expect(logged).toMatchObject([
      { msg: 'verify found a difference', customer: 'c0', what: 'orders that are not cancelled' },
    ])
    expect((await stored())[0]).toMatchObject({ differences: 1, last_differences: 1 })

    await verifyNight(options(), ofFirst)
    expect(logged).toEqual([])

    await verifyNight(options(), ofFirst + 1)
    expect(logged).toHaveLength(1)

    await damage(-3)
    await verifyNight(options(), ofFirst + 2)
    expect(logged).toEqual([])
    expect((await stored())[0]).toMatchObject({ differences: 0, last_differences: 0 })
  })

  it('goes on in the same night where it was cut off', async () => {
    const night = FIRST - (FIRST % NIGHTS) + 10 * NIGHTS
    const stopping = new AbortController()
    await verifyNight(
      options({
        signal: stopping.signal,
        pace: {
          othersAtWork: async () => {
            if ((await stored())[0]?.is_finished === false) stopping.abort()
            return 0
          },
          rest: async () => {},
        },
      }),
      night,
    )
    expect((await stored())[0]).toMatchObject({ is_begun: true, is_finished: false, accounts: 0 })
    await damage(2)
    await verifyNight(options(), night)
    expect((await stored())[0]).toMatchObject({ is_finished: true, accounts: CUSTOMERS, differences: 1 })
    await damage(-2)
  })

  it('does in the next night what one has left out or not finished', async () => {
    const { tenantId } = test.shop
    const night = FIRST - (FIRST % NIGHTS) + 20 * NIGHTS
    await pool.query('delete from verification where tenant_id = $1', [tenantId])
    const day = `date '1970-01-01' + ${night}`
    // Not finished two nights ago; done eight nights ago; done yesterday.
    await pool.query(
      `insert into verification (tenant_id, shard, night, begun_at, finished_at, last_finished_at)
       values ($1, 6, ${day} - 2, now(), null, null), ($1, 2, ${day} - 8, now(), now(), now()),
         ($1, 7, ${day} - 1, now(), now(), now())`,
      [tenantId],
    )
    await verifyNight(options(), night)
    const { rows } = await pool.query(
      `select shard from verification where tenant_id = $1 and night = ${day} and finished_at is not null order by shard`,
      [tenantId],
    )
    expect(rows.map(({ shard }) => shard)).toEqual([1, 2, 6])
  })

  it('is left to the worker that has begun it', async () => {
    const other = await pool.connect()
    await other.query(`select pg_advisory_lock(hashtextextended('punchcard verification main', 0))`)
    const before = await stored()
    const stopping = new AbortController()
    const running = verifyEveryNight(options({ signal: stopping.signal }))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await stored()).toEqual(before)
    stopping.abort()
    await running
    await other.query('select pg_advisory_unlock_all()')
    other.release()
  })

  it('runs in a worker, whose metrics tell when it was and what it found', async () => {
    await pool.query('delete from verification')
    await damage(1)
    const worker = await startWorker(test.api.databaseUrl, {
      PUNCHCARD_WORKER_METRICS_PORT: '39465',
      PUNCHCARD_VERIFY_HOUR: String(new Date().getUTCHours()),
    })
    const figures = async (): Promise<string> => (await fetch(worker.metricsUrl ?? '')).text()
    await expect
      .poll(async () => (await stored()).filter((row) => row.is_finished).length, { timeout: 20_000 })
      .toBe(1)
    const seconds = /punchcard_verify_last_success_timestamp_seconds\{cell="main"\} ([\d.]+)/.exec(
      await figures(),
    )
    expect(Number(seconds?.[1])).toBeGreaterThan(Date.now() / 1_000 - 60)
    expect(await figures()).toMatch(/punchcard_verify_differences\{cell="main"\} \d+/)
    expect(await worker.stop()).toBe(0)
    await damage(-1)
    await pool.query('delete from verification')
  })

  it('is off where it is said so', async () => {
    const worker = await startWorker(test.api.databaseUrl, { PUNCHCARD_VERIFY_HOUR: 'never' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await stored()).toEqual([])
    expect(await worker.stop()).toBe(0)
  })
})
