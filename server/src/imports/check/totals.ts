/** What the lines of a dry run add up to, page by page. */
import { type Decimal, decimalFromText, shortText, ZERO } from '../../platform/decimal.ts'
import { localDate, localDateToText } from '../../platform/zone.ts'
import { type ImportCounts, type ImportSums, type LineOutcome, NO_COUNTS } from '../import.ts'
import type { AddedByLine } from '../kinds/kind.ts'

/** JSON, because a checkpoint keeps it. It names no person. */
export interface Totals {
  readonly lines: number
  readonly counts: ImportCounts
  readonly points: string
  readonly cashback: string
  readonly absolutePoints: string
  /** By month like `2027-06`; `never` for what does not expire, and for debts. */
  readonly months: Readonly<Record<string, readonly [points: string, cashback: string]>>
  readonly reasons: Readonly<Record<string, number>>
  readonly events: number
  readonly profiles: number
}

export const NO_TOTALS: Totals = {
  ...{ lines: 0, counts: NO_COUNTS, points: '0', cashback: '0', absolutePoints: '0', months: {} },
  ...{ reasons: {}, events: 0, profiles: 0 },
}

const NEVER = 'never'

export class TotalsOfPage {
  readonly #zone: string
  readonly #now: number
  readonly #counts: Record<LineOutcome, number>
  readonly #months: Map<string, [Decimal, Decimal]>
  readonly #reasons: Map<string, number>
  #lines: number
  #points: Decimal
  #cashback: Decimal
  #absolute: Decimal
  #events: number
  #profiles: number

  constructor(before: Totals, { zone, now }: { readonly zone: string; readonly now: number }) {
    this.#zone = zone
    this.#now = now
    this.#lines = before.lines
    this.#counts = { ...before.counts }
    this.#points = decimalFromText(before.points)
    this.#cashback = decimalFromText(before.cashback)
    this.#absolute = decimalFromText(before.absolutePoints)
    this.#events = before.events
    this.#profiles = before.profiles
    this.#reasons = new Map(Object.entries(before.reasons))
    this.#months = new Map(
      Object.entries(before.months).map(([month, [points, cashback]]) => [
        month,
        [decimalFromText(points), decimalFromText(cashback)],
      ]),
    )
  }

  count(outcome: LineOutcome): void {
    this.#lines += 1
    this.#counts[outcome] += 1
  }

  refuse(reason: string): void {
    this.count('refused')
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
  }

  changeProfile(): void {
    this.#profiles += 1
  }

  /** A line that would have an effect. */
  add({ lots, debt, weight }: AddedByLine): void {
    this.#absolute += weight
    for (const { amount, expiresAt, availableAt } of lots) {
      this.#points += amount.points
      this.#cashback += amount.cashback
      this.#addToMonth(expiresAt, amount)
      // Pending points are told when they become available.
      if (availableAt <= this.#now) this.#events += 1
    }
    if (!debt) return
    this.#points -= debt.points
    this.#cashback -= debt.cashback
    this.#addToMonth(null, { points: -debt.points, cashback: -debt.cashback })
    this.#events += 1
  }

  #addToMonth(
    expiresAt: number | null,
    amount: { readonly points: Decimal; readonly cashback: Decimal },
  ): void {
    // The last day on which it can be used, not the first on which it can't.
    const day = expiresAt === null ? null : localDate(expiresAt - 1, this.#zone)
    const month = day === null ? NEVER : localDateToText(day).slice(0, 7)
    const [points, cashback] = this.#months.get(month) ?? [ZERO, ZERO]
    this.#months.set(month, [points + amount.points, cashback + amount.cashback])
  }

  get totals(): Totals {
    return {
      lines: this.#lines,
      counts: { ...this.#counts },
      points: shortText(this.#points),
      cashback: shortText(this.#cashback),
      absolutePoints: shortText(this.#absolute),
      months: Object.fromEntries(
        [...this.#months].map(([month, [points, cashback]]) => [
          month,
          [shortText(points), shortText(cashback)],
        ]),
      ),
      reasons: Object.fromEntries(this.#reasons),
      events: this.#events,
      profiles: this.#profiles,
    }
  }
}

export function sumsOf({ points, cashback, absolutePoints, months }: Totals): ImportSums {
  const byMonth = Object.entries(months)
    .map(([month, [points, cashback]]) => ({ month: month === NEVER ? null : month, points, cashback }))
    .toSorted((a, b) => ((a.month ?? '~') < (b.month ?? '~') ? -1 : 1))
  return { points, cashback, absolutePoints, byMonth }
}
