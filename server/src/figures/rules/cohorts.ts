import { type Decimal, ONE, proportion, ZERO } from '../../platform/decimal.ts'
import { ALL_OF_COHORT, type CohortDelta } from './customer-months.ts'
import { rateOfCounts } from './order-sums.ts'
import type { Month } from './zones.ts'

/** Customers who first bought in one month, in another month, or all of them. */
export type CohortSum = CohortDelta

export interface CohortFigure {
  readonly customers: number
  readonly sales: Decimal
  /** By the size of the cohort; null: it has no customers. */
  readonly salesPerCustomer: Decimal | null
}

export interface CohortCell extends CohortFigure {
  readonly month: Month
  readonly share: Decimal | null
}

/** All customers who first bought in a month, with what they have bought in all. */
export interface CohortRow extends CohortFigure {
  readonly month: Month
  /** Their own month, the next one, and so on to the running one. */
  readonly cells: readonly CohortCell[]
}

export interface CohortTable {
  /** The oldest first; months without new customers are left out. null: a month has more customers than its cohort. */
  readonly rows: readonly CohortRow[] | null
  /** Who came back in the month after the first one, of all cohorts that are shown and whose next month is over. */
  readonly nextMonth: {
    readonly customers: number
    readonly active: number
    readonly share: Decimal | null
  }
}

/** `months`: those that are shown, the running one last. */
export function cohortTable(sums: readonly CohortSum[], months: readonly Month[]): CohortTable {
  const rows = months.flatMap((month, index) => {
    const own = sums.filter(({ firstMonth }) => firstMonth === month)
    return own.length === 0 ? [] : rowOf(own, month, months.slice(index))
  })
  const isSound = rows.every((row) => row.cells.every(({ customers }) => customers <= row.customers))
  // Of a row with two cells, the second one is of the running month.
  const judged = rows.filter(({ cells }) => cells.length > 2)
  const customers = judged.reduce((sum, row) => sum + row.customers, 0)
  const active = judged.reduce((sum, { cells }) => sum + (cells[1]?.customers ?? 0), 0)
  return {
    rows: isSound ? rows : null,
    nextMonth: { customers, active, share: rateOfCounts(active, customers) },
  }
}

function rowOf(own: readonly CohortSum[], month: Month, later: readonly Month[]): CohortRow {
  const size = own.find((sum) => sum.month === ALL_OF_COHORT)?.customers ?? 0
  return {
    month,
    ...figureOfCohort(own, null),
    cells: later.map((one) => {
      const figure = figureOfCohort(own, one)
      return { month: one, ...figure, share: rateOfCounts(figure.customers, size) }
    }),
  }
}

/** What the sums of one cohort say of one month; null: of all of it, in all months. */
export function figureOfCohort(own: readonly CohortSum[], month: Month | null): CohortFigure {
  const size = own.find((sum) => sum.month === ALL_OF_COHORT)?.customers ?? 0
  const inMonth = own.filter((sum) => sum.month === month)
  const customers = month === null ? size : inMonth.reduce((sum, one) => sum + one.customers, 0)
  const sales = (month === null ? own : inMonth).reduce((sum, one) => sum + one.sales, ZERO)
  return {
    customers,
    sales,
    salesPerCustomer: size > 0 ? proportion(sales, ONE, BigInt(size) * ONE) : null,
  }
}
