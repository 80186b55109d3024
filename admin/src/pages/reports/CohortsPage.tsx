import { useTranslation } from 'react-i18next'
import { useCounted } from '../../api/use-counted.ts'
import { Segments } from '../../components/form/Segments.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { Counted } from '../../components/report/Counted.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { type KeyFigure, KeyFigures } from '../../components/report/KeyFigures.tsx'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { CohortGrid } from './CohortGrid.tsx'
import { COHORT_FIGURES, type CohortFigure, type Cohorts, customersOf } from './cohorts.ts'
import { MonthsChoice, useMonths, useSpan } from './MonthsChoice.tsx'
import { NoOrders } from './NoOrders.tsx'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'
import { useOrdersAsOf } from './use-orders-as-of.ts'

/** How many customers who first bought in a month came back in later months. */
export default function CohortsPage() {
  const { t } = useTranslation()
  const { search, change } = useReportSearch()
  const months = useMonths()
  const show = COHORT_FIGURES.find((one) => one === search.show) ?? 'share'
  const found = useCounted('reports.cohorts', { query: { months } })
  const figures = found.data?.answer.figures
  const spanOf = useSpan()
  const span = figures ? spanOf(figures) : ''
  return (
    <ReportFrame
      name="cohorts"
      about={useOrdersAsOf(span, found.data?.answer.asOf)}
      controls={
        <search className={css.choices}>
          <MonthsChoice label={t('cohorts.shown')} />
          <Segments
            label={t('cohorts.what')}
            options={COHORT_FIGURES.map((value) => ({ value, label: t(`cohorts.show.${value}`) }))}
            value={show}
            onChange={(value) => change({ show: value === 'share' ? undefined : value })}
          />
        </search>
      }
      query={{ months }}
    >
      <Counted found={found}>{(shown) => <Figures shown={shown} show={show} />}</Counted>
    </ReportFrame>
  )
}

function Figures({ shown, show }: { readonly shown: Cohorts; readonly show: CohortFigure }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const keyFigures = useKeyFigures(shown)
  const { rows, since } = shown
  if (since === null) return <NoOrders />
  if (!rows) return <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
  if (rows.length === 0) return <p className="muted">{t('cohorts.none')}</p>
  return (
    <>
      <KeyFigures figures={keyFigures} />
      <div className={css.below}>
        <CohortGrid rows={rows} show={show} last={shown.last} />
      </div>
      <div className={css.below}>
        <FigureTable
          label={t('cohorts.table')}
          name={{
            head: t('cohorts.firstBought'),
            text: ({ month }) => monthWords(month, i18n.language).name,
          }}
          columns={[
            {
              head: t('cohorts.show.customers'),
              text: ({ customers }) => format.number(customers),
              opens: ({ month }) => customersOf(month),
              isMain: true,
            },
            { head: t('cohorts.sales'), text: ({ sales }) => format.money(sales) },
            {
              head: t('cohorts.show.perCustomer'),
              text: ({ salesPerCustomer: sales }) => (sales === null ? '–' : format.money(sales)),
            },
          ]}
          rows={rows.toReversed()}
          keyOf={({ month }) => month}
        />
      </div>
    </>
  )
}

function useKeyFigures({ rows, nextMonth }: Cohorts): readonly KeyFigure[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { active, customers, share } = nextMonth
  const all = (rows ?? []).reduce((sum, row) => sum + row.customers, 0)
  return [
    {
      key: 'new',
      label: t('cohorts.newCustomers'),
      figure: format.number(all),
      note: t('cohorts.inMonths', { count: rows?.length ?? 0 }),
    },
    {
      key: 'cameBack',
      label: t('cohorts.cameBack'),
      figure: share === null ? '–' : format.percent(tenthsOfPercent(share, '1')),
      note: share === null ? t('cohorts.noneOver') : t('cohorts.ofCustomers', { active, count: customers }),
    },
  ]
}
