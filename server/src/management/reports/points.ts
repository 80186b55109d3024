import type { Amount } from '../../accounts/account.ts'
import type { Locale } from '../../contract/locale.ts'
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import type { PointsAnswer } from '../../figures/admin-api/schema.ts'
import { SERIES } from '../../figures/rules/delta.ts'
import { columnsOfFlow, flowsIn, hasWorth, netOf, rateOf, rewardsOf } from '../../figures/rules/overview.ts'
import { type Period, periodBefore, periodToText, type Step, stepOf } from '../../figures/rules/period.ts'
import {
  addsUp,
  byRule,
  byType,
  type Division,
  importedOf,
  ofOrders,
  type PointsRow,
  type Shown,
  versionOf,
} from '../../figures/rules/points.ts'
import {
  type CurrentFigures,
  type FlowOfDay,
  findCurrentFigures,
  isCounting,
  readFlow,
  readSeries,
} from '../../figures/store/read-figures.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import { findRewardNames } from '../../rewards/store/configuration.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { presentFigures } from './period.ts'
import { presentSum, rateToText } from './present.ts'
import { kindOfRule, nameRules } from './rule-names.ts'

export interface AskedPoints {
  readonly tenant: Tenant
  readonly now: Instant
  readonly locale: Locale
  readonly period: Period
  readonly step: Step | undefined
  readonly show: Shown
  readonly by: Division
}

type Figures = NonNullable<PointsAnswer['figures']>
type Row = NonNullable<Figures['rows']>[number]

export async function pointsOf(
  tx: Tx,
  asked: AskedPoints,
  reader: ProgramContextReader,
): Promise<PointsAnswer> {
  const found = await findCurrentFigures(tx, asked.tenant.id)
  if (isCounting(found)) return presentFigures(found, null, asked)
  const { period, show, by } = asked
  const before = periodBefore(period)
  const sums = await readFlow(tx, found, { from: before.from, to: period.to })
  const flows = flowsIn(sums, period)
  const inPeriod = sums.filter(({ day }) => day >= period.from)
  const rows = await rowsOf(tx, found, asked, inPeriod)
  const { amount, count } = flows[show]
  const worth = hasWorth([amount])
  const step = stepOf(period, asked.step)
  const named = addsUp(rows, flows, show) ? await nameRows(tx, { rows, found, asked }, reader) : null
  return presentFigures(
    found,
    {
      since: found.firstDay === null ? null : localDateToText(found.firstDay),
      period: periodToText(period),
      before: periodToText(before),
      step,
      show,
      by,
      total: {
        ...presentSum(amount, worth),
        times: count,
        before: presentSum(flowsIn(sums, before)[show].amount, worth),
      },
      columns: presentColumns(inPeriod, period, { step, show }),
      rows:
        named?.map(({ row, ...name }) => ({
          ...name,
          times: by === 'version' ? null : row.count,
          ...presentSum(row.amount, worth),
          share: shareOf(row.amount, amount),
        })) ?? null,
    },
    asked,
  )
}

function shareOf(part: Amount, whole: Amount): string | null {
  return rateToText(rateOf(part.points, whole.points))
}

function presentColumns(
  sums: readonly FlowOfDay[],
  period: Period,
  { step, show }: { readonly step: Step; readonly show: Shown },
): Figures['columns'] {
  const columns = columnsOfFlow(sums, period, step)
  return columns.map(({ from, to, flows }) => {
    const points: Decimal = flows[show].amount.points
    const orders = ofOrders(
      sums.filter(({ day }) => day >= from && day <= to),
      show,
    ).points
    return {
      ...periodToText({ from, to }),
      points: shortText(points),
      orders: shortText(orders),
      others: shortText(points - orders),
    }
  })
}

async function rowsOf(
  tx: Tx,
  found: CurrentFigures,
  { period, show, by }: AskedPoints,
  flow: readonly FlowOfDay[],
): Promise<PointsRow[]> {
  if (by === 'reward') {
    const sums = await readSeries(tx, found, SERIES.reward, period)
    return rewardsOf(sums).map((reward) => ({
      id: reward.id ?? 0,
      amount: netOf(reward),
      count: reward.redeemed.count + reward.refunded.count,
    }))
  }
  if (by === 'type' || show === 'redeemed' || show === 'expired') return byType(flow, show)
  const sums = await readSeries(tx, found, SERIES.rule, period)
  return byRule(sums, { shown: show, by }, importedOf(flow, show))
}

interface Naming {
  readonly rows: readonly PointsRow[]
  readonly found: CurrentFigures
  readonly asked: AskedPoints
}

type NamedRow = Pick<Row, 'kind' | 'id' | 'name' | 'label'> & { readonly row: PointsRow }

async function nameRows(
  tx: Tx,
  { rows, found, asked }: Naming,
  reader: ProgramContextReader,
): Promise<NamedRow[]> {
  const { by, tenant } = asked
  if (by === 'type' || by === 'version') {
    return rows.map((row) => ({ kind: by, id: row.id, name: null, label: null, row }))
  }
  if (by === 'reward') {
    const names = await findRewardNames(
      tx,
      tenant.id,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      kind: 'reward',
      id: row.id,
      name: names.get(row.id)?.title ?? null,
      label: names.get(row.id)?.key ?? null,
      row,
    }))
  }
  const sums = await readSeries(tx, found, SERIES.rule, asked.period)
  const versions = sums.map(({ b }) => versionOf(b))
  const names = await nameRules(tx, { asking: asked, ids: rows.map(({ id }) => id), versions }, reader)
  return rows.map((row) => ({
    kind: kindOfRule(row.id),
    id: row.id,
    name: names.get(row.id)?.name ?? null,
    label: names.get(row.id)?.label ?? null,
    row,
  }))
}
