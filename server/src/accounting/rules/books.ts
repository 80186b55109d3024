import { OUTCOME, SOURCE } from '../../figures/rules/delta.ts'
import { monthBefore, nextMonth } from '../../figures/rules/period.ts'
import type { Month } from '../../figures/rules/zones.ts'
import type { SalesOfMonth, VintageChange } from '../../figures/vintage-change.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { Booked, Quantity, Vintage } from '../vintage.ts'
import { bookedAt, type Estimate, openingEntries, type PostedMonth, postMonth } from './post-month.ts'

/** More open months are not computed: 50 years. */
const MONTHS_MAX = 600

export interface VintageHistory {
  readonly changes: readonly VintageChange[]
  readonly sales: readonly SalesOfMonth[]
}

/** Everything that entries follow from. */
export interface Books {
  /** What amounts are rounded to: the smallest unit of the currency. */
  readonly unit: Decimal
  readonly startsIn: Month
  readonly history: VintageHistory
  readonly estimates: readonly Estimate[]
  /** The last month that is closed, with what it had booked in all; null: none is. */
  readonly closed: { readonly month: Month; readonly booked: ReadonlyMap<string, Booked> } | null
}

/** What became of each vintage up to the end of a month. */
function vintagesAt(month: Month, { changes, sales }: VintageHistory): Vintage[] {
  const known = changes.filter(({ during }) => during <= month)
  const byVintage = Map.groupBy(known, ({ issued, source }) => `${issued}/${source}`)
  const salesOf = new Map(sales.filter((one) => one.month <= month).map((one) => [one.month, one.sales]))
  return [...byVintage.values()]
    .flatMap((ofVintage) => {
      const [first] = ofVintage
      return first ? [vintageOf(first, ofVintage, salesOf)] : []
    })
    .sort((a, b) => a.month - b.month || a.source - b.source)
}

function vintageOf(
  { issued: month, source }: VintageChange,
  changes: readonly VintageChange[],
  salesOf: ReadonlyMap<Month, bigint>,
): Vintage {
  const of = (...outcomes: number[]): Quantity =>
    changes
      .filter(({ outcome }) => outcomes.includes(outcome))
      .reduce(
        (sum, { amount }) => ({ points: sum.points + amount.points, worth: sum.worth + amount.cashback }),
        { points: ZERO, worth: ZERO },
      )
  const [used, back] = [of(OUTCOME.redeemed, OUTCOME.repaid), of(OUTCOME.refunded)]
  return {
    ...{ month, source, issued: of(OUTCOME.issued), takenBack: of(OUTCOME.takenBack) },
    redeemed: { points: used.points - back.points, worth: used.worth - back.worth },
    lost: of(OUTCOME.expired, OUTCOME.endedEarly),
    endedEarly: of(OUTCOME.endedEarly),
    withoutWorth: of(OUTCOME.withoutWorth).points,
    sales: source === SOURCE.sale ? (salesOf.get(month) ?? ZERO) : ZERO,
  }
}

/** The entries of every month behind the last closed one, up to and with this one. */
export function postUntil(until: Month, books: Books): ReadonlyMap<Month, PostedMonth> {
  const { startsIn, history, closed } = books
  const opening = closed ? null : openedBefore(startsIn, books)
  let before = closed?.booked ?? opening?.booked ?? new Map()
  const posted = new Map<Month, PostedMonth>()
  let month = closed ? nextMonth(closed.month) : startsIn
  for (let count = 0; month <= until && count < MONTHS_MAX; count += 1) {
    const one = postMonth({ month, vintages: vintagesAt(month, history), basis: books, before })
    const isFirst = opening !== null && month === startsIn
    posted.set(month, isFirst ? { ...one, entries: [...opening.entries, ...one.entries] } : one)
    before = one.booked
    month = nextMonth(month)
  }
  return posted
}

/** What earlier months come to is put aside once, in the first month. */
function openedBefore(startsIn: Month, books: Books): PostedMonth {
  const last = monthBefore(startsIn)
  const vintages = vintagesAt(last, books.history)
  const booked = bookedAt(last, vintages, books)
  return { entries: openingEntries(vintages, booked), booked }
}
