import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useCounted } from '../../api/use-counted.ts'
import { Columns } from '../../components/chart/Columns.tsx'
import type { ChartColumn, Series } from '../../components/chart/types.ts'
import { Segments } from '../../components/form/Segments.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import { bucketWords, periodName } from '../../components/report/bucket-words.ts'
import { Controls } from '../../components/report/Controls.tsx'
import { Counted } from '../../components/report/Counted.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { searchOf } from '../../components/report/period.ts'
import { useCompared } from '../../components/report/use-compared.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { Tabs } from '../../components/tabs/Tabs.tsx'
import { useFormat } from '../../format/use-format.ts'
import { DIVISIONS, type Division, readDivision, readShown, SHOWN, type Shown } from './points.ts'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'
import { usePointsTable } from './use-points-table.ts'

type Points = NonNullable<Answer<'reports.points'>['figures']>

/** What entered or left balances, day by day, and by what. */
export default function PointsPage() {
  const { t, i18n } = useTranslation()
  const { search, chosen, choose, change, today, learnToday } = useReportSearch()
  const { period, step } = chosen
  const show = readShown(search.show)
  const by = readDivision(show, search.by)
  const found = useCounted('reports.points', { query: { ...period, step, show, by } })
  learnToday(found.data?.answer.today)
  const figures = found.data?.answer.figures
  const table = usePointsTable(figures, searchOf(chosen))
  return (
    <ReportFrame
      name="points"
      about={periodName(period, i18n.language)}
      controls={
        <div className={css.choices}>
          <Segments
            label={t('reporting.show.label')}
            options={SHOWN.map((value) => ({ value, label: t(`reporting.show.${value}`) }))}
            value={show}
            onChange={(value) => change({ show: value === 'issued' ? undefined : value, by: undefined })}
          />
          <Controls chosen={chosen} today={today} onChoose={choose} />
        </div>
      }
      query={{ ...period, step, show, by }}
    >
      <Counted found={found}>
        {(shown) => (
          <>
            <Lead shown={shown} />
            <PointsColumns shown={shown} />
            <div className={css.below}>
              <Divisions show={show} by={by} days={searchOf(chosen)} />
              {table ? (
                <FigureTable {...table} empty={t('reporting.nothing')} />
              ) : (
                <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
              )}
            </div>
          </>
        )}
      </Counted>
    </ReportFrame>
  )
}

function Lead({ shown: { total, show } }: { readonly shown: Points }) {
  const { t } = useTranslation()
  const format = useFormat()
  const compared = useCompared()
  const { points, worth, before } = total
  return (
    <p className={css.lead}>
      <b>{format.points(points)}</b>{' '}
      {[
        t(`reporting.lead.${show}`),
        compared(points, before.points),
        ...(worth === null ? [] : [format.money(worth)]),
      ].join(' · ')}
    </p>
  )
}

function PointsColumns({ shown }: { readonly shown: Points }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { columns, period, step, show, total } = shown
  const isDivided = show === 'issued' || show === 'takenBack'
  const series: Series[] = isDivided
    ? [
        { key: 'orders', label: t('reporting.series.orders'), look: 'solid' },
        { key: 'others', label: t('reporting.series.others'), look: 'hatched' },
      ]
    : [{ key: 'points', label: t(`reporting.show.${show}`), look: show === 'redeemed' ? 'light' : 'hatched' }]
  return (
    <Columns
      title={t(`reporting.show.${show}`)}
      dimension={t(`reports.steps.${step}`)}
      series={series}
      columns={columns.map(({ from, to, points, orders, others }): ChartColumn => {
        const all = { label: t('reporting.columns.points'), text: format.points(points) }
        return {
          key: from,
          ...bucketWords(from, step, period, i18n.language),
          amounts: isDivided ? [orders, others] : [points],
          lines: isDivided
            ? [
                { label: t('reporting.series.orders'), text: format.points(orders) },
                { label: t('reporting.series.others'), text: format.points(others) },
                all,
              ]
            : [all],
          // A day is as short as it gets: next are its records.
          opens: {
            to: step === 'day' ? '/reports/points/records' : '/reports/points',
            search: { from, to, ...(show === 'issued' ? {} : { show }) },
          },
        }
      })}
      total={{
        name: t('reports.total'),
        lines: [{ label: t('reporting.columns.points'), text: format.points(total.points) }],
      }}
    />
  )
}

interface DivisionsProps {
  readonly show: Shown
  readonly by: Division
  readonly days: Record<string, string | number>
}

/** Where there is but one way to divide them, none is offered. */
function Divisions({ show, by, days }: DivisionsProps) {
  const { t } = useTranslation()
  const [usual, ...others] = DIVISIONS[show]
  if (others.length === 0) return null
  return (
    <Tabs
      label={t('reporting.by.label')}
      current={by}
      tabs={[usual, ...others].map((name) => ({
        name,
        label: t(`reporting.by.${name}`),
        to: '/reports/points',
        search: { ...days, ...(show === 'issued' ? {} : { show }), ...(name === usual ? {} : { by: name }) },
      }))}
    />
  )
}
