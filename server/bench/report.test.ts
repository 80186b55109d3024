import { expect, test } from 'vitest'
import type { LoadResult } from './load.ts'
import { type Facts, type Round, report, summarize } from './report.ts'

const load = (perSecond: number, medianMs = 1): LoadResult => ({ requests: 1, perSecond, medianMs, p99Ms: 2 })

/** `slow` times as slow, everything alike: what a busy machine does. */
const round = (slow: number): Round => ({
  e1: 2_000 / slow,
  e2: { perSecond: 10_000 / slow, nodeMicroseconds: 7, postgresMicroseconds: 100 * slow },
  h: 8_000 / slow,
  bare: { ...load(20_000 / slow), nodeMicroseconds: 50 * slow, postgresMicroseconds: 3 },
  orders: { ...load(4_000 / slow), nodeMicroseconds: 200 * slow, postgresMicroseconds: 130 * slow },
  refused: load(3_800 / slow),
  hotE1: 500 / slow,
  hot: load(3_000 / slow),
  few: load(3_200 / slow),
  fewHot: load(2_400 / slow),
  direct: load(0, slow),
  lone: load(0, 1.5 * slow),
  redeemE1: 1_000 / slow,
  redeem: load(2_500 / slow),
})

const FACTS: Facts = {
  warmUpMicroseconds: [500, 210, 205],
  bytesPerOrder: 1_500,
  updatesInPlace: 0.99,
  batchSize: 20,
  bestE1: '8 clients',
  bestE2: 'batches of 100',
  connections: 128,
}

test('ratios are of one round, so a machine that slows down changes none of them', () => {
  const summary = summarize([round(1), round(3), round(2)], FACTS)
  // (200 + 130) ÷ (50 + 100): of the bare server only Node counts, of E2 only PostgreSQL.
  expect(summary).toMatchObject({
    costRatio: 2.2,
    ratioE1: 2,
    ratioE2: 0.4,
    ratioH: 0.5,
    hotOverOrdinary: 0.75,
    fewHotOverFew: 0.75,
    hotRatio: 4.8,
    loneRatio: 1.5,
    redeemRatio: 2.5,
    refusedCost: 0.05,
    nodeMicroseconds: 400,
    bytesPerOrder: 1_500,
    spreads: {
      costRatio: { median: 2.2, least: 2.2, most: 2.2 },
      nodeMicroseconds: { median: 400, least: 200, most: 600 },
    },
  })
})

test('the report names the median and the spread', () => {
  expect(report([round(1), round(3), round(2)], FACTS)).toMatch(
    /Node, µs an order +400 +200 to 600 +in the warm-up 500/,
  )
})
