import { isProblem, type Problem } from '../../contract/problem.ts'
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import type { RulesAnswer } from '../../figures/admin-api/rules-schema.ts'
import { SERIES } from '../../figures/rules/delta.ts'
import { flowsOf } from '../../figures/rules/flow.ts'
import { hasWorth, rateOf } from '../../figures/rules/overview.ts'
import { columnsOf, type Period, periodToText, type Step, stepOf } from '../../figures/rules/period.ts'
import { importedOf } from '../../figures/rules/points.ts'
import { type RuleFigure, type RuleRow, ruleRows, rulesAddUp } from '../../figures/rules/rules.ts'
import { type ColumnSum, readColumns } from '../../figures/store/read-columns.ts'
import { type CurrentFigures, findCurrentFigures, isCounting } from '../../figures/store/read-figures.ts'
import { readRuleSums } from '../../figures/store/read-rules.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Asking, DaysQuery } from './asking.ts'
import { periodOf, presentFigures, todayOf } from './period.ts'
import { presentSum, rateToText } from './present.ts'
import { kindOfRule, nameRules } from './rule-names.ts'
import { type Figures, type ReportTable, tableOf } from './tables.ts'

type Shown = Figures<RulesAnswer>
type Rows = NonNullable<Shown['rows']>

export async function readRules(
  tx: Tx,
  query: DaysQuery & { readonly step?: Step },
  asking: Asking,
  reader: ProgramContextReader,
): Promise<RulesAnswer | Problem> {
  const period = periodOf(query, todayOf(asking))
  if (isProblem(period)) return period
  const found = await findCurrentFigures(tx, asking.tenant.id)
  if (isCounting(found)) return presentFigures(found, null, asking)
  const step = stepOf(period, query.step)
  const columns = columnsOf(period, step)
  const inColumns = await readColumns(tx, found, SERIES.flow, columns)
  const flow = inColumns.map(toFlow)
  const flows = flowsOf(flow)
  const rows = ruleRows(await readRuleSums(tx, found, period), {
    given: importedOf(flow, 'issued'),
    takenBack: importedOf(flow, 'takenBack'),
  })
  const worth = hasWorth([flows.issued.amount])
  const all = { given: flows.issued, takenBack: flows.takenBack, days: 0 }
  const isSound = rulesAddUp(rows, flows)
  return presentFigures(
    found,
    {
      since: sinceOf(found),
      period: periodToText(period),
      step,
      columns: presentColumns(columns, inColumns),
      total: presentGiven(all, worth),
      rows: isSound ? await presentRows(tx, { rows, all, worth, asking }, reader) : null,
    },
    asking,
  )
}

function sinceOf({ firstDay }: CurrentFigures): string | null {
  return firstDay === null ? null : localDateToText(firstDay)
}

function toFlow({ a: type, b: cause, amount, count }: ColumnSum) {
  return { type, cause, amount, count }
}

function presentColumns(columns: readonly Period[], sums: readonly ColumnSum[]): Shown['columns'] {
  return columns.map((column, index) => {
    const { issued, takenBack } = flowsOf(sums.filter((sum) => sum.column === index).map(toFlow))
    return {
      ...periodToText(column),
      given: shortText(issued.amount.points),
      takenBack: shortText(takenBack.amount.points),
    }
  })
}

function presentGiven({ given, takenBack }: RuleFigure, worth: boolean) {
  return {
    times: given.count,
    ...presentSum(given.amount, worth),
    takenBack: shortText(takenBack.amount.points),
  }
}

interface ToPresent {
  readonly rows: readonly RuleRow[]
  readonly all: RuleFigure
  readonly worth: boolean
  readonly asking: Asking
}

async function presentRows(
  tx: Tx,
  { rows, all, worth, asking }: ToPresent,
  reader: ProgramContextReader,
): Promise<Rows> {
  const versions = rows.flatMap((row) => row.versions.map(({ version }) => version))
  const names = await nameRules(tx, { asking, ids: rows.map(({ id }) => id), versions }, reader)
  return rows.map((row) => {
    const kind = kindOfRule(row.id)
    const daysOf = ({ days }: RuleFigure): number | null => (kind === 'rule' ? days : null)
    return {
      kind,
      id: row.id,
      name: names.get(row.id)?.name ?? null,
      label: names.get(row.id)?.label ?? null,
      ...presentGiven(row, worth),
      share: rateToText(rateOf(row.given.amount.points, all.given.amount.points)),
      days: daysOf(row),
      versions: row.versions.map((version) => ({
        version: version.version,
        ...presentGiven(version, worth),
        days: daysOf(version),
      })),
    }
  })
}

/** A row for each rule in each version: they add up to the total, too. */
export function rulesTable({ rows }: Shown): ReportTable | null {
  return (
    rows &&
    tableOf(
      rows.flatMap(({ versions, kind, id, name, label }) =>
        versions.map((figures) => ({ kind, id, name, label, ...figures })),
      ),
      ['kind', 'id', 'version', 'name', 'label', 'times', 'points', 'worth', 'takenBack', 'days'],
    )
  )
}
