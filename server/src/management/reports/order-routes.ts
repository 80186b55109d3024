/** Reports of orders, and the lists behind their figures. */
import type { QueryOf } from '../../contract/admin-api/operation.ts'
import { localized } from '../../contract/locale.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import { getBranchesReport, listBranchesRecords } from '../../figures/admin-api/branches-schema.ts'
import { getCohorts, listCohortRecords } from '../../figures/admin-api/cohorts-schema.ts'
import { getCustomersReport, listCustomersRecords } from '../../figures/admin-api/orders-schema.ts'
import type { BranchPart } from '../../figures/rules/order-cell.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { answered, type SpansOf } from './answered.ts'
import { cohortRecordsOf } from './cohort-records.ts'
import { readCohortReport } from './cohorts.ts'
import { orderRecordsOf } from './order-records.ts'
import { periodOf, todayOf } from './period.ts'
import { readBranches, readCustomers } from './report.ts'

export function orderReportRoutes(api: AdminApi, spansOf: SpansOf): void {
  api.read(getCustomersReport, 'cell', async (tx, { query, ...asking }) =>
    answered(await readCustomers(tx, query, asking)),
  )

  api.read(
    listCustomersRecords,
    'cell',
    async (tx, { tenant, query, now, caller }, spans) => {
      const period = periodOf(query, todayOf({ tenant, now }))
      if (isProblem(period)) return period
      const { show: which = 'all', buyers = 'all' } = query
      const cell = { period, which, buyers, branch: null }
      return answered(await orderRecordsOf(tx, { tenant, now, caller, spans, cell, query }))
    },
    spansOf,
  )

  api.read(getBranchesReport, 'cell', async (tx, { query, ...asking }) =>
    answered(await readBranches(tx, query, asking)),
  )

  api.read(
    listBranchesRecords,
    'cell',
    async (tx, { tenant, query, now, caller }, spans) => {
      const period = periodOf(query, todayOf({ tenant, now }))
      if (isProblem(period)) return period
      const branch = readBranch(query)
      if (isProblem(branch)) return branch
      const { show: which = 'all', buyers = 'all' } = query
      const cell = { period, which, buyers, branch }
      return answered(await orderRecordsOf(tx, { tenant, now, caller, spans, cell, query }))
    },
    spansOf,
  )

  api.read(getCohorts, 'cell', async (tx, { query, ...asking }) =>
    answered(await readCohortReport(tx, query, asking)),
  )

  api.read(listCohortRecords, 'cell', async (tx, asked) => answered(await cohortRecordsOf(tx, asked)))
}

/** Of which row of the report; null: of all. */
function readBranch({ branch, group }: QueryOf<typeof listBranchesRecords>): BranchPart | null | Problem {
  if (branch === undefined) return group === undefined ? null : { kind: group }
  return group === undefined ? { kind: 'branch', id: branch } : BRANCH_AND_GROUP
}

const BRANCH_AND_GROUP = invalid([
  {
    pointer: '/group',
    message: localized(
      'Name a branch or a group, not both.',
      'Informe uma filial ou um grupo, não os dois.',
      'Indica una sucursal o un grupo, no ambos.',
    ),
  },
])
