/** Reports: what is counted, and the names of what it is counted by, which several domains have. */
import type { QueryOf } from '../../contract/admin-api/operation.ts'
import { type Locale, localized } from '../../contract/locale.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import {
  exportReport,
  listLiabilityRecords,
  listPointsRecords,
} from '../../figures/admin-api/records-schema.ts'
import { getLiability, getOverview, getPointsReport } from '../../figures/admin-api/schema.ts'
import type { PointsCell } from '../../figures/rules/cell.ts'
import type { Division, Shown } from '../../figures/rules/points.ts'
import { type CsvLayout, PLAIN } from '../../jobs/rules/csv.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { findTimeZones } from '../../tenancy/store/zones.ts'
import { answered, type SpansOf } from './answered.ts'
import { liabilityRecordsOf } from './liability-records.ts'
import { orderReportRoutes } from './order-routes.ts'
import { versionOfAnswer } from './overview.ts'
import { periodOf, todayOf } from './period.ts'
import { pointsRecordsOf } from './points-records.ts'
import { programReportRoutes } from './program-report-routes.ts'
import { readDivision, readLiability, readOverview, readPoints, readReport } from './report.ts'
import { csvOf } from './tables.ts'

export function reportAdminRoutes(
  api: AdminApi,
  { cells, reader }: { readonly cells: Cells; readonly reader: ProgramContextReader },
): void {
  /** Which days are meant depends on the zones that the merchant has had, which the directory knows. */
  const spansOf: SpansOf = ({ tenant: { id } }) => cells.directory.read([id], (tx) => findTimeZones(tx, id))

  api.read(
    getOverview,
    'cell',
    async (tx, { query, ...asking }, spans) => {
      const answer = await readOverview(tx, query, { ...asking, spans })
      return isProblem(answer) ? answer : { answer, version: versionOfAnswer(answer) }
    },
    spansOf,
  )

  api.read(getPointsReport, 'cell', async (tx, { query, ...asking }) =>
    answered(await readPoints(tx, query, asking, reader)),
  )

  api.read(getLiability, 'cell', async (tx, { query, ...asking }) =>
    answered(await readLiability(tx, query, asking)),
  )

  api.read(
    exportReport,
    'cell',
    async (tx, { params: { report }, query, ...asking }, spans) => {
      const read = await readReport(tx, { name: report, query }, { ...asking, spans }, reader)
      if (isProblem(read)) return read
      return {
        answer: { name: nameOf(report, query), text: csvOf(read.table, layoutOf(query, asking.locale)) },
      }
    },
    spansOf,
  )

  programReportRoutes(api, { reader, spansOf })
  recordRoutes(api, spansOf)
  orderReportRoutes(api, spansOf)
}

function recordRoutes(api: AdminApi, spansOf: SpansOf): void {
  api.read(
    listPointsRecords,
    'cell',
    async (tx, { tenant, query, now, caller }, spans) => {
      const period = periodOf(query, todayOf({ tenant, now }))
      if (isProblem(period)) return period
      const show = query.show ?? 'issued'
      const part = readPart(show, query)
      if (isProblem(part)) return part
      const cell = { period, show, part }
      return answered(await pointsRecordsOf(tx, { tenant, now, caller, spans, cell, query }))
    },
    spansOf,
  )

  api.read(
    listLiabilityRecords,
    'cell',
    async (tx, { tenant, query, now, caller }, spans) =>
      answered(await liabilityRecordsOf(tx, { tenant, now, caller, spans, query })),
    spansOf,
  )
}

interface PartQuery {
  readonly by?: Division
  readonly id?: number
  readonly version?: number
}

/** Of which row of the report; null: of all. */
function readPart(show: Shown, { by: wanted, id, version }: PartQuery): PointsCell['part'] | Problem {
  if (id === undefined) return version === undefined ? null : VERSION_OF_NO_RULE
  const by = readDivision(show, wanted)
  if (isProblem(by)) return by
  if (version === undefined) return { by, id }
  return by === 'rule' ? { by, id, version } : VERSION_OF_NO_RULE
}

const VERSION_OF_NO_RULE = invalid([
  {
    pointer: '/version',
    message: localized(
      'Name the rule too: version goes with by=rule and id.',
      'Informe também a regra: version acompanha by=rule e id.',
      'Indica también la regla: version acompaña a by=rule e id.',
    ),
  },
])

/** `points-2026-10-01-2026-10-31.csv`: what was chosen, in words that a file may have. */
function nameOf(report: string, { from, to, asOf, show, by }: QueryOf<typeof exportReport>): string {
  return `${[report, show, by, from, to, asOf].filter((part) => part !== undefined).join('-')}.csv`
}

function layoutOf({ layout = 'plain' }: QueryOf<typeof exportReport>, locale: Locale): CsvLayout {
  return layout === 'plain' ? PLAIN : { kind: 'spreadsheet', decimal: locale === 'en' ? '.' : ',' }
}
