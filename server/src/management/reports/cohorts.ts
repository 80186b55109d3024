import type { CohortsAnswer } from '../../figures/admin-api/cohorts-schema.ts'
import { type CohortFigure, type CohortRow, cohortTable } from '../../figures/rules/cohorts.ts'
import { monthToText } from '../../figures/rules/period.ts'
import { monthsUpTo } from '../../figures/rules/vintages.ts'
import { monthOf } from '../../figures/rules/zones.ts'
import { readCohorts } from '../../figures/store/cohorts.ts'
import { findFirstOrderDay } from '../../figures/store/order-sums.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Asking } from './asking.ts'
import { findOrdersCounted, presentOrderFigures } from './order-figures.ts'
import { todayOf } from './period.ts'
import { rateToText } from './present.ts'
import { type Figures, type ReportTable, tableOf } from './tables.ts'

const USUAL_MONTHS = 12

export async function readCohortReport(
  tx: Tx,
  { months: count = USUAL_MONTHS }: { readonly months?: number },
  asking: Asking,
): Promise<CohortsAnswer> {
  const { tenant } = asking
  const counted = await findOrdersCounted(tx, tenant.id, tenant.clockAheadMs)
  if (counted.percent !== null) return presentOrderFigures(counted, null, asking)
  const months = monthsUpTo(monthOf(todayOf(asking)), count)
  const [from, to] = [months[0] ?? 0, months.at(-1) ?? 0]
  const { rows, nextMonth } = cohortTable(await readCohorts(tx, tenant.id, { from, to }), months)
  const since = await findFirstOrderDay(tx, tenant.id)
  return presentOrderFigures(
    counted,
    {
      since: since === null ? null : localDateToText(since),
      first: monthToText(from),
      last: monthToText(to),
      nextMonth: { ...nextMonth, share: rateToText(nextMonth.share) },
      rows: rows?.map(presentRow) ?? null,
    },
    asking,
  )
}

function presentRow({ month, cells, ...row }: CohortRow) {
  return {
    month: monthToText(month),
    ...presentFigure(row),
    cells: cells.map((cell) => ({
      month: monthToText(cell.month),
      share: rateToText(cell.share),
      ...presentFigure(cell),
    })),
  }
}

function presentFigure({ customers, sales, salesPerCustomer }: CohortFigure) {
  return { customers, sales: shortText(sales), salesPerCustomer: rateToText(salesPerCustomer) }
}

/** A row for each cell, as tables that turn rows into columns take it. */
export function cohortsTable({ rows }: Figures<CohortsAnswer>): ReportTable | null {
  return (
    rows &&
    tableOf(
      rows.flatMap(({ month: firstMonth, customers, cells }) =>
        cells.map((cell, monthsSince) => ({
          ...{ firstMonth, customers, month: cell.month, monthsSince },
          ...{ active: cell.customers, share: cell.share },
          ...{ sales: cell.sales, salesPerCustomer: cell.salesPerCustomer },
        })),
      ),
      [
        ...(['firstMonth', 'customers', 'month', 'monthsSince'] as const),
        ...(['active', 'share', 'sales', 'salesPerCustomer'] as const),
      ],
    )
  )
}
