/** Old events are dropped beside orders: while a dump reads the log, orders go on and the drop waits for its turn. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tendEventPartitions } from '../../src/events/partitions.ts'
import { clientOf } from '../support/client-of.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const DAY_MS = 86_400_000
const OLD = 'point_event_2020010100'
let worker: pg.Client
let dump: pg.Client

beforeAll(async () => {
  worker = clientOf(shops.api.databaseUrl)
  dump = clientOf(shops.api.databaseUrl)
  await Promise.all([worker.connect(), dump.connect()])
})
afterAll(() => Promise.all([worker.end(), dump.end()]))

it('a dump that reads the log delays the drop, and no order', async () => {
  const shop = await shops.open(program())
  await worker.query(`select create_event_partition('2020-01-01 00:00Z', '2020-01-08 00:00Z')`)
  await shop.completed('first', 'ana', 10)
  const usual = await ordersDuring(shop, 'usual', sleep(2_000))

  // As pg_dump does, for as long as it runs.
  await dump.query('begin; lock table point_event in access share mode')
  const tending = tendEventPartitions(worker, Date.now(), [shop.tenantId])
  const beside = await ordersDuring(shop, 'beside', tending)
  expect(await tending).toMatchObject({ drop: [OLD], kept: [OLD] })
  expect(await isThere()).toBe(true)
  process.stderr.write(`\np99 and longest of orders: usual ${told(usual)}, beside a drop ${told(beside)}\n`)
  expect(beside.length).toBeGreaterThan(100)
  // It waited for 2 seconds for its lock once, and so did every order behind it.
  expect(Math.max(...beside)).toBeLessThan(1_900)
  expect(percentile(beside, 99)).toBeLessThan(3 * percentile(usual, 99) + 50)

  await dump.query('rollback')
  expect(await tendEventPartitions(worker, Date.now(), [shop.tenantId])).toMatchObject({
    drop: [OLD],
    kept: [],
  })
  expect(await isThere()).toBe(false)
})

it('a dump that reads the log delays a new partition, and no order', async () => {
  const shop = await shops.open(program())
  await shop.completed('first', 'ana', 10)
  const soon = Date.now() + 10 * DAY_MS
  await dump.query('begin; lock table point_event in access share mode')
  const tending = tendEventPartitions(worker, soon, [shop.tenantId])
  const beside = await ordersDuring(shop, 'beside', tending)
  process.stderr.write(`\np99 and longest of orders beside a new partition: ${told(beside)}\n`)
  expect(await tending).toMatchObject({ create: null, isLate: true })
  expect(Math.max(...beside)).toBeLessThan(1_900)

  await dump.query('rollback')
  const made = await tendEventPartitions(worker, soon, [shop.tenantId])
  expect(made).toMatchObject({ isLate: false, roomUntil: made.create?.toAt })
})

async function isThere(): Promise<boolean> {
  const { rows } = await worker.query('select to_regclass($1) is not null as there', [OLD])
  return rows[0]?.there
}

/** One order after the other until something else is over; how long each took, in milliseconds. */
async function ordersDuring(shop: Shop, name: string, other: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const over = other.finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const startedAt = performance.now()
    await shop.completed(`${name}-${times.length}`, `customer-${times.length % 20}`, 10)
    times.push(performance.now() - startedAt)
  }
  await over
  return times
}

function percentile(times: readonly number[], percent: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length * percent) / 100)] ?? 0
}

function told(times: readonly number[]): string {
  return `${percentile(times, 99).toFixed(1)} and ${Math.max(...times).toFixed(1)} ms of ${times.length}`
}
