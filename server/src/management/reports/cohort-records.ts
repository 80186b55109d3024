import { findAccountsById } from '../../accounts/store/accounts.ts'
import { pageById, pageOf } from '../../contract/admin-api/page.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import type { CohortRecords } from '../../figures/admin-api/cohorts-schema.ts'
import { figureOfCohort } from '../../figures/rules/cohorts.ts'
import { monthFromText } from '../../figures/rules/period.ts'
import type { Month } from '../../figures/rules/zones.ts'
import {
  type CohortCustomer,
  findLastOfSlice,
  listCohortCustomers,
  readCohorts,
} from '../../figures/store/cohorts.ts'
import type { Caller } from '../../people/actor.ts'
import type { Instant } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { NO_MONTH } from './liability-records.ts'
import { findOrdersCounted, presentOrderFigures } from './order-figures.ts'

/** Customers that one page looks at. A page that found fewer than it should may be short. */
const LOOKED_AT_MAX = 20_000

export interface AskedCohort {
  readonly tenant: Tenant
  readonly now: Instant
  readonly caller: Caller
  readonly query: Readonly<Record<string, unknown>> & {
    readonly firstMonth: string
    readonly month?: string
    readonly limit?: number
    readonly cursor?: string
  }
}

export async function cohortRecordsOf(tx: Tx, asked: AskedCohort): Promise<CohortRecords | Problem> {
  const { tenant, query } = asked
  const cell = readCell(query)
  if (isProblem(cell)) return cell
  const page = pageById(query)
  if (isProblem(page)) return page
  const counted = await findOrdersCounted(tx, tenant.id, tenant.clockAheadMs)
  const { today, counting, asOf } = presentOrderFigures(counted, null, asked)
  if (counting) return { today, counting, asOf, items: [], figure: null, nextCursor: null }
  const { firstMonth, month } = cell
  const sums = await readCohorts(tx, tenant.id, { from: firstMonth, to: firstMonth })
  const { customers, sales } = figureOfCohort(sums, month)
  const slice = { after: page.afterId, lookedAt: LOOKED_AT_MAX }
  const found = await listCohortCustomers(tx, tenant.id, cell, { ...slice, limit: page.limit })
  const lookedUntil = found.length < page.limit ? await findLastOfSlice(tx, tenant.id, slice) : null
  const accounts = await findAccountsById(
    tx,
    tenant.id,
    found.map(({ customerId }) => customerId),
  )
  const present = ({ customerId, firstDay, ...of }: CohortCustomer): CohortRecords['items'] => {
    const stored = accounts.get(customerId)
    if (!stored) return []
    return [
      {
        customer: presentCustomer(stored.customer, asked.caller),
        firstDay: localDateToText(firstDay),
        orders: of.orders,
        sales: shortText(of.sales),
      },
    ]
  }
  const { items, nextCursor } = pageOf(
    query,
    found,
    ({ customerId }) => [customerId],
    present,
    lookedUntil === null ? null : [lookedUntil],
  )
  return {
    ...{ today, counting, asOf, items: items.flat(), nextCursor },
    figure: { customers, sales: shortText(sales) },
  }
}

interface Cell {
  readonly firstMonth: Month
  readonly month: Month | null
}

function readCell({ firstMonth, month }: AskedCohort['query']): Cell | Problem {
  const first = monthFromText(firstMonth)
  if (first === null) return invalid([{ pointer: '/firstMonth', message: NO_MONTH }])
  if (month === undefined) return { firstMonth: first, month: null }
  const later = monthFromText(month)
  return later === null
    ? invalid([{ pointer: '/month', message: NO_MONTH }])
    : { firstMonth: first, month: later }
}
