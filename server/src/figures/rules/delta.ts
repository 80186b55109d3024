import { type Amount, add, isNothing, POINT_TYPE, type PointType } from '../../accounts/account.ts'
import type { LocalDate } from '../../platform/zone.ts'
import type { Month } from './zones.ts'

/** What sums are kept of. The numbers are stored. */
export const SERIES = {
  /** Changes of balances, by point type and by what kind of entry it was. */
  flow: 1,
  /** Points by rule, and by program version. */
  rule: 2,
  /** Points by reward: redeemed and refunded. */
  reward: 3,
  /** Changes of what is open, pending and owed, by the month in which it ends. */
  stock: 4,
  /** What became of the points of a month. */
  vintage: 5,
  /** The money of purchases that earned points. */
  sales: 6,
  /** The stock at the end of every seventh day, so that no reader adds up more than a week (`carried.ts`). */
  carried: 7,
} as const
export type Series = (typeof SERIES)[keyof typeof SERIES]

/** `b` of the flow: as the log has it, and what is in no balance yet. */
export const CAUSE = {
  credit: 0,
  opening: 1,
  move: 2,
  debit: 3,
  refund: 4,
  update: 5,
  pending: 6,
  merge: 7,
} as const

/** `a` of a stock that never ends. */
export const NEVER_ENDS: Month = 0

/** `b` of the stock. */
export const STOCK = { open: 0, pending: 1, owed: 2 } as const

/** The lowest part of `b` of a vintage; the rest of it is the source (`ofVintage`). */
export const OUTCOME = {
  issued: 0,
  takenBack: 1,
  redeemed: 2,
  expired: 3,
  endedEarly: 4,
  refunded: 5,
  repaid: 6,
  /** Those of the issued whose records have no cashback, because it was off. */
  withoutWorth: 7,
} as const

/** Where the points of a vintage came from: accounting books them against different accounts. */
export const SOURCE = { sale: 0, gift: 1, imported: 2 } as const
export type Source = (typeof SOURCE)[keyof typeof SOURCE]
/** So many numbers there are for what became of points; `b` of a vintage has the source above them. */
export const OUTCOMES = 8

/** `b` of a vintage. */
export function ofVintage(outcome: number, type: PointType): number {
  return outcome + OUTCOMES * sourceOf(type)
}

export function partsOfVintage(b: number): { readonly outcome: number; readonly source: Source } {
  return { outcome: b % OUTCOMES, source: Math.floor(b / OUTCOMES) as Source }
}

function sourceOf(type: PointType): Source {
  if (type === POINT_TYPE.purchase || type === POINT_TYPE.orderAdjusted) return SOURCE.sale
  return type === POINT_TYPE.import ? SOURCE.imported : SOURCE.gift
}

/** `a` of what no rule gave. */
export const NO_RULE = { tierBenefit: -1, quiz: -2, adjustment: -3, other: -4 } as const

/** `b` of a reward. */
export const REWARD = { redeemed: 0, refunded: 1 } as const

export interface SumKey {
  readonly series: Series
  readonly day: LocalDate
  readonly a: number
  readonly b: number
}

/** What is to be added to one sum. */
export interface Delta extends SumKey {
  readonly amount: Amount
  /** Of flow, rules, rewards and sales: records. Of what they did to lots nothing is counted. */
  readonly count: number
}

/** The sums, by key: a page of a thousand entries becomes some thirty rows. What comes to nothing is left out. */
export function sumOf(deltas: Iterable<Delta>): Delta[] {
  const sums = new Map<string, Delta>()
  for (const delta of deltas) {
    const { series, day, a, b } = delta
    const key = `${series} ${day} ${a} ${b}`
    const sum = sums.get(key)
    sums.set(
      key,
      sum ? { ...sum, amount: add(sum.amount, delta.amount), count: sum.count + delta.count } : delta,
    )
  }
  return [...sums.values()].filter(({ amount, count }) => !isNothing(amount) || count !== 0)
}
