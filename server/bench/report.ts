import { type Spread, spreadOf } from './figures.ts'
import type { LoadResult } from './load.ts'
import { type Cost, costOf } from './process-times.ts'
import type { RedemptionRound } from './redemption.ts'

export interface Round extends RedemptionRound {
  readonly e1: number
  readonly e2: { readonly perSecond: number } & Cost
  readonly h: number
  readonly bare: LoadResult & Cost
  readonly orders: LoadResult & Cost
  readonly refused: LoadResult
  readonly hotE1: number
  /** All orders of one customer. */
  readonly hot: LoadResult
  /** The same two with fewer connections. */
  readonly few: LoadResult
  readonly fewHot: LoadResult
  readonly direct: LoadResult
  readonly lone: LoadResult
}

export interface Facts {
  /** Of Node, per order, in each slice of the warm-up. */
  readonly warmUpMicroseconds: readonly number[]
  readonly bytesPerOrder: number
  readonly updatesInPlace: number
  readonly batchSize: number
  readonly bestE1: string
  readonly bestE2: string
  readonly connections: number
}

/** What an order costs beside the least it could: Node that only parses and answers, PostgreSQL that only saves. */
const costRatio = ({ orders, bare, e2 }: Pick<Round, 'orders' | 'bare' | 'e2'>): number =>
  costOf(orders) / (bare.nodeMicroseconds + e2.postgresMicroseconds)

/** Ratios are of one round each, so that what slows the machine down slows both sides. */
const FIGURES = {
  costRatio: [costRatio, 2],
  nodeMicroseconds: [(r) => r.orders.nodeMicroseconds, 0],
  postgresMicroseconds: [(r) => r.orders.postgresMicroseconds, 0],
  bareMicroseconds: [(r) => r.bare.nodeMicroseconds, 0],
  e2Microseconds: [(r) => r.e2.postgresMicroseconds, 0],
  orders: [(r) => r.orders.perSecond, 0],
  medianMs: [(r) => r.orders.medianMs, 2],
  p99Ms: [(r) => r.orders.p99Ms, 2],
  e1: [(r) => r.e1, 0],
  e2: [(r) => r.e2.perSecond, 0],
  h: [(r) => r.h, 0],
  ratioE1: [(r) => r.orders.perSecond / r.e1, 2],
  ratioE2: [(r) => r.orders.perSecond / r.e2.perSecond, 2],
  ratioH: [(r) => r.orders.perSecond / r.h, 2],
  hot: [(r) => r.hot.perSecond, 0],
  few: [(r) => r.few.perSecond, 0],
  fewHot: [(r) => r.fewHot.perSecond, 0],
  hotE1: [(r) => r.hotE1, 0],
  hotOverOrdinary: [(r) => r.hot.perSecond / r.orders.perSecond, 2],
  fewHotOverFew: [(r) => r.fewHot.perSecond / r.few.perSecond, 2],
  hotRatio: [(r) => r.fewHot.perSecond / r.hotE1, 2],
  loneMedianMs: [(r) => r.lone.medianMs, 2],
  directMedianMs: [(r) => r.direct.medianMs, 2],
  loneRatio: [(r) => r.lone.medianMs / r.direct.medianMs, 2],
  redeem: [(r) => r.redeem.perSecond, 0],
  redeemE1: [(r) => r.redeemE1, 0],
  redeemRatio: [(r) => r.redeem.perSecond / r.redeemE1, 2],
  refusedCost: [(r) => 1 - r.refused.perSecond / r.orders.perSecond, 2],
} satisfies Record<string, [pick: (round: Round) => number, digits: number]>

type Figure = keyof typeof FIGURES

const spreadsOf = (rounds: readonly Round[]): Record<Figure, Spread> =>
  Object.fromEntries(
    Object.entries(FIGURES).map(([name, [pick, digits]]) => [name, spreadOf(rounds.map(pick), digits)]),
  ) as Record<Figure, Spread>

/** Each figure as its median, and beside them the least and the most of the rounds. */
export function summarize(rounds: readonly Round[], facts: Facts): Record<string, unknown> {
  const spreads = spreadsOf(rounds)
  const medians = Object.entries(spreads).map(([name, { median }]) => [name, median])
  return { ...Object.fromEntries(medians), ...facts, spreads }
}

export function report(rounds: readonly Round[], facts: Facts): string {
  const of = spreadsOf(rounds)
  const line = (label: string, value: string | number, range: string, note: string): string =>
    `${label.padEnd(27)}${String(value).padStart(8)}  ${range.padEnd(17)}${note}\n`
  const figure = (label: string, name: Figure, note: string): string =>
    line(label, of[name].median, `${of[name].least} to ${of[name].most}`, note)
  const against = (mine: Figure, other: Figure, unit: string): string =>
    `${of[mine].median}${unit} against ${of[other].median}${unit}`
  const costs =
    `${of.nodeMicroseconds.median} + ${of.postgresMicroseconds.median} µs against ` +
    `${of.bareMicroseconds.median} + ${of.e2Microseconds.median} µs; goal 2`
  const latency = `median ${of.medianMs.median} ms, p99 ${of.p99Ms.median} ms, ${facts.connections} connections`
  return (
    `the median of ${rounds.length} rounds, and the least and the most\n` +
    figure('CPU ÷ bare Node + E2', 'costRatio', costs) +
    figure(
      '  Node, µs an order',
      'nodeMicroseconds',
      `in the warm-up ${facts.warmUpMicroseconds.join(', ')}`,
    ) +
    figure('  PostgreSQL, µs an order', 'postgresMicroseconds', '') +
    figure('one order per request, /s', 'orders', latency) +
    figure('÷ E1, one call per order', 'ratioE1', `E1 ${of.e1.median}/s with ${facts.bestE1}; goal 1.7`) +
    figure('÷ E2, set-based', 'ratioE2', `E2 ${of.e2.median}/s with ${facts.bestE2}`) +
    figure('÷ H, no database', 'ratioH', `H ${of.h.median}/s`) +
    figure('one hot customer ÷ orders', 'hotOverOrdinary', `${against('hot', 'orders', '/s')}; goal 0.95`) +
    figure('the same, 32 connections', 'fewHotOverFew', against('fewHot', 'few', '/s')) +
    figure('one hot customer ÷ its E1', 'hotRatio', against('fewHot', 'hotE1', '/s')) +
    figure(
      'a lone request ÷ direct',
      'loneRatio',
      `${against('loneMedianMs', 'directMedianMs', ' ms')}; goal 1.45`,
    ) +
    figure('one redemption ÷ its E1', 'redeemRatio', `${against('redeem', 'redeemE1', '/s')}; goal 2`) +
    figure('cost of 1% refused', 'refusedCost', 'goal 0.05') +
    line('bytes an order', facts.bytesPerOrder, '', 'indexes included; goal 1540') +
    line('updates in place', facts.updatesInPlace, '', 'of accounts') +
    line('mean batch', facts.batchSize, '', '')
  )
}

export function toldOf({ orders, bare, e1, e2, h, ...round }: Round): string {
  const told = ({ nodeMicroseconds, postgresMicroseconds }: Cost): string =>
    `${nodeMicroseconds.toFixed(0)} + ${postgresMicroseconds.toFixed(0)} µs`
  return (
    `${orders.perSecond.toFixed(0)}/s at ${told(orders)}, hot ${round.hot.perSecond.toFixed(0)}/s, E1 ${e1.toFixed(0)}/s, ` +
    `E2 ${e2.perSecond.toFixed(0)}/s at ${e2.postgresMicroseconds.toFixed(0)} µs, H ${h.toFixed(0)}/s, ` +
    `bare ${bare.perSecond.toFixed(0)}/s at ${bare.nodeMicroseconds.toFixed(0)} µs: ` +
    `cost ratio ${costRatio({ orders, bare, e2 }).toFixed(2)}`
  )
}
