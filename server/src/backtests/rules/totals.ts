import { type Earning, worthOf } from '../../earning/earned.ts'
import type { ExplanationLine } from '../../earning/explanation.ts'
import type { Cashback } from '../../earning/program.ts'
import { type Decimal, decimalFromText, shortText, ZERO } from '../../platform/decimal.ts'
import type { Incomparable } from './compare-order.ts'

/** Of both programs: in truth, and by the candidate. */
export interface Both {
  readonly live: Decimal
  readonly candidate: Decimal
}

const NOTHING_OF_BOTH: Both = { live: ZERO, candidate: ZERO }

function plusBoth(one: Both, other: Both): Both {
  return { live: one.live + other.live, candidate: one.candidate + other.candidate }
}

/** What one rule gave, and to how many orders. */
export interface RuleSum {
  readonly points: Both
  /** What they are worth; null: an earlier release began this backtest and did not keep it. */
  readonly cashback: Both | null
  /** Orders with a line of the rule by one of the programs. */
  readonly orders: number
}

/** A month like 2026-10, or that points never end. */
export const NEVER = 'never'

/** What all orders so far come to: small, whatever their number. */
export interface Totals {
  readonly orders: number
  /** What was left of them. */
  readonly sales: Decimal
  readonly points: Both
  readonly cashback: Both
  /** By the rule's id; the benefits of tiers are no rule, and are called `tierBenefit`. */
  readonly rules: ReadonlyMap<string, RuleSum>
  /** Points by the month in which they end. */
  readonly months: ReadonlyMap<string, Both>
  readonly incomparable: ReadonlyMap<Incomparable, number>
  readonly byTodaysCatalog: number
}

export const NO_TOTALS: Totals = {
  orders: 0,
  sales: ZERO,
  points: NOTHING_OF_BOTH,
  cashback: NOTHING_OF_BOTH,
  rules: new Map(),
  months: new Map(),
  incomparable: new Map(),
  byTodaysCatalog: 0,
}

/** More of these are one more each: a version that was changed 200 times has named no more rules. */
const RULES_MAX = 2_000

/** What an order adds, whose points end in these months. */
export interface CountedOrder {
  readonly sales: Decimal
  readonly live: Earning
  readonly candidate: Earning
  readonly cashback: { readonly live: Cashback; readonly candidate: Cashback }
  readonly months: { readonly live: string; readonly candidate: string }
  readonly isByTodaysCatalog: boolean
}

/** Adds up the orders of a page; one object per page, because a copy per order would cost as much as the order. */
export class TotalsInTheMaking {
  #totals: Omit<Totals, 'rules' | 'months' | 'incomparable'>
  readonly #rules: Map<string, RuleSum>
  readonly #months: Map<string, Both>
  readonly #incomparable: Map<Incomparable, number>

  constructor(totals: Totals) {
    this.#totals = totals
    this.#rules = new Map(totals.rules)
    this.#months = new Map(totals.months)
    this.#incomparable = new Map(totals.incomparable)
  }

  add({ sales, live, candidate, cashback, months, isByTodaysCatalog }: CountedOrder): void {
    const before = this.#totals
    this.#totals = {
      orders: before.orders + 1,
      sales: before.sales + sales,
      points: plusBoth(before.points, { live: live.points, candidate: candidate.points }),
      cashback: plusBoth(before.cashback, { live: live.cashback, candidate: candidate.cashback }),
      byTodaysCatalog: before.byTodaysCatalog + (isByTodaysCatalog ? 1 : 0),
    }
    this.#addMonth(months.live, { live: live.points, candidate: ZERO })
    this.#addMonth(months.candidate, { live: ZERO, candidate: candidate.points })
    const ofOrder = new Map<string, Given>()
    addLines(ofOrder, live.explanation.lines, cashback.live, (given) => ({ live: given, candidate: ZERO }))
    addLines(ofOrder, candidate.explanation.lines, cashback.candidate, (given) => ({
      live: ZERO,
      candidate: given,
    }))
    for (const [rule, given] of ofOrder) this.#addRule(rule, given)
  }

  addIncomparable(why: Incomparable): void {
    this.#incomparable.set(why, (this.#incomparable.get(why) ?? 0) + 1)
  }

  done(): Totals {
    return {
      ...this.#totals,
      rules: this.#rules,
      months: this.#months,
      incomparable: this.#incomparable,
    }
  }

  #addMonth(month: string, points: Both): void {
    if (points.live === ZERO && points.candidate === ZERO) return
    this.#months.set(month, plusBoth(this.#months.get(month) ?? NOTHING_OF_BOTH, points))
  }

  #addRule(rule: string, { points, cashback }: Given): void {
    const sum = this.#rules.get(rule)
    if (!sum && this.#rules.size >= RULES_MAX) return
    this.#rules.set(rule, {
      points: plusBoth(sum?.points ?? NOTHING_OF_BOTH, points),
      cashback: sum ? sum.cashback && plusBoth(sum.cashback, cashback) : cashback,
      orders: (sum?.orders ?? 0) + 1,
    })
  }
}

/** What the lines of one order give a rule. */
interface Given {
  readonly points: Both
  readonly cashback: Both
}

/**
 * Lines without points, such as what is left out, tell why and add nothing. A line is worth what the order is worth
 * more with it, so that lines add up to the worth of the order, which is rounded once.
 */
function addLines(
  sums: Map<string, Given>,
  lines: readonly ExplanationLine[],
  cashback: Cashback,
  bothOf: (amount: Decimal) => Both,
): void {
  let before = ZERO
  for (const line of lines) {
    const points = decimalFromText(line.points)
    if (points === ZERO) continue
    const worth = worthOf(before + points, cashback) - worthOf(before, cashback)
    before += points
    const rule = 'rule' in line ? String(line.rule) : line.kind
    const sum = sums.get(rule)
    sums.set(rule, {
      points: plusBoth(sum?.points ?? NOTHING_OF_BOTH, bothOf(points)),
      cashback: plusBoth(sum?.cashback ?? NOTHING_OF_BOTH, bothOf(worth)),
    })
  }
}

/* As it is stored with the job: decimals are text. */

type StoredBoth = readonly [live: string, candidate: string]

export interface StoredTotals {
  readonly orders: number
  readonly sales: string
  readonly points: StoredBoth
  readonly cashback: StoredBoth
  /** Those of an earlier release have no cashback. */
  readonly rules: readonly (readonly [
    rule: string,
    points: StoredBoth,
    orders: number,
    cashback?: StoredBoth | null,
  ])[]
  readonly months: readonly (readonly [month: string, points: StoredBoth])[]
  readonly incomparable: readonly (readonly [Incomparable, number])[]
  readonly byTodaysCatalog: number
}

export function writeTotals(totals: Totals): StoredTotals {
  const { rules, months, incomparable, sales, points, cashback, orders, byTodaysCatalog } = totals
  return {
    orders,
    sales: shortText(sales),
    points: writeBoth(points),
    cashback: writeBoth(cashback),
    rules: [...rules].map(([rule, sum]) => [
      ...([rule, writeBoth(sum.points), sum.orders] as const),
      sum.cashback && writeBoth(sum.cashback),
    ]),
    months: [...months].map(([month, sum]) => [month, writeBoth(sum)]),
    incomparable: [...incomparable],
    byTodaysCatalog,
  }
}

export function readTotals(stored: StoredTotals): Totals {
  const { rules, months, incomparable, sales, points, cashback, orders, byTodaysCatalog } = stored
  return {
    orders,
    sales: decimalFromText(sales),
    points: readBoth(points),
    cashback: readBoth(cashback),
    rules: new Map(
      rules.map(([rule, sum, count, worth]) => [
        rule,
        { points: readBoth(sum), orders: count, cashback: worth ? readBoth(worth) : null },
      ]),
    ),
    months: new Map(months.map(([month, sum]) => [month, readBoth(sum)])),
    incomparable: new Map(incomparable),
    byTodaysCatalog,
  }
}

function writeBoth({ live, candidate }: Both): StoredBoth {
  return [shortText(live), shortText(candidate)]
}

function readBoth([live, candidate]: StoredBoth): Both {
  return { live: decimalFromText(live), candidate: decimalFromText(candidate) }
}
