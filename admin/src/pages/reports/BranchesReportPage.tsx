import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useCounted } from '../../api/use-counted.ts'
import { Bars } from '../../components/chart/Bars.tsx'
import type { Target } from '../../components/chart/types.ts'
import { Section } from '../../components/layout/Page.tsx'
import { dayName, periodName } from '../../components/report/bucket-words.ts'
import { Controls } from '../../components/report/Controls.tsx'
import { Counted } from '../../components/report/Counted.tsx'
import { type FigureColumn, FigureTable } from '../../components/report/FigureTable.tsx'
import { searchOf } from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { NoOrders } from './NoOrders.tsx'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'
import { useOrdersAsOf } from './use-orders-as-of.ts'

type Branches = NonNullable<Answer<'reports.branches'>['figures']>
type Row = Branches['rows'][number]
type Search = Readonly<Record<string, string | number>>

/** More bars than this say less than the table. */
const BARS_MAX = 10

/** What was sold and earned at each branch. */
export default function BranchesReportPage() {
  const { i18n } = useTranslation()
  const { chosen, choose, today, learnToday } = useReportSearch()
  const { period } = chosen
  const found = useCounted('reports.branches', { query: period })
  learnToday(found.data?.answer.today)
  return (
    <ReportFrame
      name="branches"
      about={useOrdersAsOf(periodName(period, i18n.language), found.data?.answer.asOf)}
      controls={<Controls chosen={chosen} today={today} onChoose={choose} hasSteps={false} />}
      query={period}
    >
      <Counted found={found}>{(shown) => <Figures shown={shown} days={searchOf(chosen)} />}</Counted>
    </ReportFrame>
  )
}

const recordsOf = (search: Search): Target => ({ to: '/reports/branches/records', search })

function Figures({ shown, days }: { readonly shown: Branches; readonly days: Search }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const nameOf = useBranchName()
  const { since, rows, total } = shown
  const columns = useColumns(total, days)
  const twice = namesHadTwice(rows)
  if (since === null) return <NoOrders />
  if (rows.length === 0) {
    return <p className="muted">{t('orderReports.nothing', { date: dayName(since, i18n.language) })}</p>
  }
  return (
    <>
      <p className={css.lead}>
        <b>{format.money(total.sales)}</b>{' '}
        {t('orderReports.branches.lead', { count: total.orders, orders: format.number(total.orders) })}
      </p>
      {rows.length > 1 ? (
        <Section title={t('orderReports.branches.chart')}>
          <Bars
            label={t('orderReports.branches.chart')}
            rows={rows.slice(0, BARS_MAX).map((row) => ({
              key: keyOf(row),
              name: nameOf(row),
              amount: row.sales,
              text: format.money(row.sales),
              opens: recordsOf({ ...days, ...whichOf(row) }),
            }))}
          />
          {rows.length > BARS_MAX ? (
            <p className={css.after}>{t('orderReports.branches.first', { count: BARS_MAX })}</p>
          ) : null}
        </Section>
      ) : null}
      <div className={css.below}>
        <FigureTable<Row>
          label={t('orderReports.branches.table')}
          name={{
            head: t('orderReports.list.branch'),
            text: nameOf,
            note: ({ id, name }) => (twice.has(name) ? id : null),
            opens: (row) => recordsOf({ ...days, ...whichOf(row) }),
          }}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          total={t('reports.total')}
        />
      </div>
      {total.points === null ? <p className={css.after}>{t('orderReports.branches.counting')}</p> : null}
    </>
  )
}

/** Branches that have a name in common are told apart by their ids. */
function namesHadTwice(rows: readonly Row[]): ReadonlySet<string | null> {
  const names = rows.map(({ name }) => name)
  return new Set(names.filter((name, index) => name !== null && names.indexOf(name) < index))
}

const keyOf = ({ kind, id }: Row): string => (id === null ? kind : `branch ${id}`)

/** Of which row, as the list is asked for it. */
const whichOf = ({ kind, id }: Row): Search => (id === null ? { group: kind } : { branch: id })

function useBranchName(): (row: Row) => string {
  const { t } = useTranslation()
  return ({ kind, id, name }) =>
    kind === 'branch' ? (name ?? id ?? '') : t(`orderReports.branches.rows.${kind}`)
}

function useColumns(total: Branches['total'], days: Search): readonly FigureColumn<Row>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const opening = (search: Search) => (row: Row) => recordsOf({ ...days, ...whichOf(row), ...search })
  /** A figure of the rows, and the same of their total. */
  const column = (
    head: string,
    text: (of: Branches['total']) => string,
    more: Partial<FigureColumn<Row>> = {},
  ): FigureColumn<Row> => ({ head, text, total: text(total), ...more })
  return [
    column(t('orderReports.orders'), ({ orders }) => format.number(orders)),
    column(t('orderReports.sales'), ({ sales }) => format.money(sales), { isMain: true }),
    column(t('orderReports.list.earned'), ({ earnedOrders }) => format.number(earnedOrders), {
      opens: opening({ show: 'earned' }),
    }),
    column(t('orderReports.branches.points'), ({ points }) =>
      points === null ? '–' : format.points(points),
    ),
    column(t('orderReports.firstOrders'), ({ firstOrders }) => format.number(firstOrders), {
      opens: opening({ show: 'first' }),
    }),
    column(
      t('orderReports.branches.rate'),
      ({ memberFirstOrders, firstOrders }) =>
        firstOrders === 0
          ? '–'
          : format.percent(tenthsOfPercent(String(memberFirstOrders), String(firstOrders))),
      { opens: opening({ show: 'first', buyers: 'members' }) },
    ),
  ]
}
