import { localized } from '../../contract/locale.ts'
import { invalid, isProblem, type Problem, problem } from '../../contract/problem.ts'
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import type { ReportName } from '../../figures/admin-api/records-schema.ts'
import type { Step } from '../../figures/rules/period.ts'
import { type Division, divisionOf, type Shown } from '../../figures/rules/points.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Asking, AskingDays } from './asking.ts'
import { branchesOf, branchesTable } from './branches.ts'
import { cohortsTable, readCohortReport } from './cohorts.ts'
import { customersOf } from './customers.ts'
import { liabilityOf, readAsOf } from './liability.ts'
import { customersTable } from './order-tables.ts'
import { overviewOf } from './overview.ts'
import { periodOf, todayOf } from './period.ts'
import { pointsOf } from './points.ts'
import { readRewards, rewardsTable } from './rewards.ts'
import { readRules, rulesTable } from './rules.ts'
import { liabilityTable, overviewTable, pointsTable, type ReportTable } from './tables.ts'
import { readTiers, tiersTable } from './tiers.ts'
import { readVintages, vintagesTable } from './vintages.ts'

/** What a reader of reports may choose; each report takes what it knows. */
export interface ReportQuery {
  readonly from?: string
  readonly to?: string
  readonly step?: Step
  readonly show?: Shown
  readonly by?: Division
  readonly asOf?: string
  readonly months?: number
}

type Readers = { readonly [Name in ReportName]: Reader }
type Reader = (
  tx: Tx,
  query: ReportQuery,
  asking: AskingDays,
  reader: ProgramContextReader,
) => Promise<Read | Problem>

/** An answer, and its table; null: it does not add up. */
interface Read {
  readonly answer: { readonly figures: unknown; readonly asOf: string | null }
  readonly table: ReportTable | null
}

export async function readOverview(tx: Tx, query: ReportQuery, asking: AskingDays) {
  const chosen = periodOf(query, todayOf(asking))
  if (isProblem(chosen)) return chosen
  return overviewOf(tx, { ...asking, chosen, isChosen: query.from !== undefined, step: query.step })
}

export async function readPoints(tx: Tx, query: ReportQuery, asking: Asking, reader: ProgramContextReader) {
  const period = periodOf(query, todayOf(asking))
  if (isProblem(period)) return period
  const show = query.show ?? 'issued'
  const by = readDivision(show, query.by)
  return isProblem(by) ? by : pointsOf(tx, { ...asking, period, step: query.step, show, by }, reader)
}

export async function readLiability(tx: Tx, query: ReportQuery, asking: Asking) {
  const asOf = readAsOf(query.asOf, todayOf(asking))
  return isProblem(asOf) ? asOf : liabilityOf(tx, { ...asking, asOf })
}

export async function readCustomers(tx: Tx, query: ReportQuery, asking: Asking) {
  const period = periodOf(query, todayOf(asking))
  return isProblem(period) ? period : customersOf(tx, { ...asking, period, step: query.step })
}

export async function readBranches(tx: Tx, query: ReportQuery, asking: Asking) {
  const period = periodOf(query, todayOf(asking))
  return isProblem(period) ? period : branchesOf(tx, { ...asking, period })
}

const READERS: Readers = {
  async overview(tx, query, asking) {
    const answer = await readOverview(tx, query, asking)
    return isProblem(answer) ? answer : { answer, table: answer.figures && overviewTable(answer.figures) }
  },
  async points(tx, query, asking, reader) {
    const answer = await readPoints(tx, query, asking, reader)
    return isProblem(answer) ? answer : { answer, table: answer.figures && pointsTable(answer.figures) }
  },
  async liability(tx, query, asking) {
    const answer = await readLiability(tx, query, asking)
    return isProblem(answer) ? answer : { answer, table: answer.figures && liabilityTable(answer.figures) }
  },
  async customers(tx, query, asking) {
    const answer = await readCustomers(tx, query, asking)
    return isProblem(answer) ? answer : { answer, table: answer.figures && customersTable(answer.figures) }
  },
  branches: tabled(readBranches, branchesTable),
  rewards: tabled(readRewards, rewardsTable),
  rules: tabled(readRules, rulesTable),
  vintages: tabled(readVintages, vintagesTable),
  tiers: tabled(readTiers, tiersTable),
  cohorts: tabled(readCohortReport, cohortsTable),
}

/** A report whose table is made of its figures alone. */
function tabled<Figures>(
  read: (
    ...asked: Parameters<Reader>
  ) => Promise<{ readonly figures: Figures | null; readonly asOf: string | null } | Problem>,
  tableOf: (figures: Figures) => ReportTable | null,
): Reader {
  return async (...asked) => {
    const answer = await read(...asked)
    return isProblem(answer) ? answer : { answer, table: answer.figures && tableOf(answer.figures) }
  }
}

/** A report with its table. What is not counted yet, or does not add up, has none. */
export async function readReport(
  tx: Tx,
  { name, query }: { readonly name: ReportName; readonly query: ReportQuery },
  asking: AskingDays,
  reader: ProgramContextReader,
): Promise<{ readonly answer: Read['answer']; readonly table: ReportTable } | Problem> {
  const read = await READERS[name](tx, query, asking, reader)
  if (isProblem(read)) return read
  const { answer, table } = read
  if (answer.figures === null) return COUNTING
  return table ? { answer, table } : DIFFERS
}

export function readDivision(show: Shown, wanted: Division | undefined): Division | Problem {
  return divisionOf(show, wanted) ?? invalid([{ pointer: '/by', message: NO_SUCH_DIVISION }])
}

const NO_SUCH_DIVISION = localized(
  'These points can’t be divided that way. Issued and taken back: by rule, type or version; redeemed: by reward or type; expired: by type.',
  'Estes pontos não podem ser divididos assim. Emitidos e retirados: por regra, tipo ou versão; resgatados: por recompensa ou tipo; expirados: por tipo.',
  'Estos puntos no se pueden dividir así. Emitidos y retirados: por regla, tipo o versión; canjeados: por recompensa o tipo; vencidos: por tipo.',
)

const COUNTING = problem(
  'conflict',
  localized(
    'The figures are being counted for the first time. Try again in a few minutes.',
    'Os números estão sendo contados pela primeira vez. Tente de novo em alguns minutos.',
    'Las cifras se están contando por primera vez. Inténtalo de nuevo en unos minutos.',
  ),
  { code: 'counting' },
)

const DIFFERS = problem(
  'conflict',
  localized(
    'The figures differ from the ledger, so this table is not exported. `punchcard figures verify` shows where.',
    'Os números diferem do livro-razão, por isso esta tabela não é exportada. `punchcard figures verify` mostra onde.',
    'Las cifras difieren del libro mayor, por eso esta tabla no se exporta. `punchcard figures verify` muestra dónde.',
  ),
  { code: 'figuresDiffer' },
)
