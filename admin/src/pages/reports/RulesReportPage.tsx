import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useMay } from '../../api/session.tsx'
import { useCounted } from '../../api/use-counted.ts'
import { Columns } from '../../components/chart/Columns.tsx'
import type { ChartColumn, Series } from '../../components/chart/types.ts'
import { Segments } from '../../components/form/Segments.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import { bucketWords, periodName } from '../../components/report/bucket-words.ts'
import { Controls } from '../../components/report/Controls.tsx'
import { Counted } from '../../components/report/Counted.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { searchOf } from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { useFormat } from '../../format/use-format.ts'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'
import { useRulesTable } from './use-rules-table.ts'

type Rules = NonNullable<Answer<'reports.rules'>['figures']>

/** What each rule gave, and each version of it. */
export default function RulesReportPage() {
  const { t, i18n } = useTranslation()
  const { search, chosen, choose, change, today, learnToday } = useReportSearch()
  const { period, step } = chosen
  const hasVersions = search.versions === 'yes'
  const found = useCounted('reports.rules', { query: { ...period, step } })
  learnToday(found.data?.answer.today)
  return (
    <ReportFrame
      name="rules"
      about={periodName(period, i18n.language)}
      controls={
        <div className={css.choices}>
          <Segments
            label={t('programReports.rules.rows')}
            options={[
              { value: 'no', label: t('programReports.rules.byRule') },
              { value: 'yes', label: t('programReports.rules.byVersion') },
            ]}
            value={hasVersions ? 'yes' : 'no'}
            onChange={(value) => change({ versions: value === 'yes' ? 'yes' : undefined })}
          />
          <Controls chosen={chosen} today={today} onChoose={choose} />
        </div>
      }
      query={{ ...period, step }}
    >
      <Counted found={found}>
        {(shown) => <Figures shown={shown} days={searchOf(chosen)} hasVersions={hasVersions} />}
      </Counted>
    </ReportFrame>
  )
}

interface FiguresProps {
  readonly shown: Rules
  readonly days: Readonly<Record<string, string | number>>
  readonly hasVersions: boolean
}

function Figures({ shown, days, hasVersions }: FiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayRead = useMay('program.read')
  const table = useRulesTable(shown, days, hasVersions)
  const { rows, total } = shown
  if (rows?.length === 0) {
    return (
      <p className="muted">
        {t('programReports.rules.none')}{' '}
        {mayRead ? <PageLink to="/program">{t('programReports.rules.open')}</PageLink> : null}
      </p>
    )
  }
  return (
    <>
      <p className={css.lead}>
        <b>{format.points(total.points)}</b>{' '}
        {[t('reporting.lead.issued'), ...(total.worth === null ? [] : [format.money(total.worth)])].join(
          ' · ',
        )}
      </p>
      <GivenColumns shown={shown} />
      <div className={css.below}>
        {table ? (
          <FigureTable {...table} />
        ) : (
          <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
        )}
      </div>
    </>
  )
}

function GivenColumns({ shown: { columns, period, step, total } }: { readonly shown: Rules }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const series: Series[] = [
    { key: 'given', label: t('reporting.show.issued'), look: 'solid' },
    { key: 'takenBack', label: t('reporting.show.takenBack'), look: 'hatched', isBelow: true },
  ]
  const linesOf = (given: string, takenBack: string) => [
    { label: t('reporting.show.issued'), text: format.points(given) },
    { label: t('reporting.show.takenBack'), text: format.points(takenBack) },
  ]
  return (
    <Columns
      title={t('programReports.rules.chart')}
      dimension={t(`reports.steps.${step}`)}
      series={series}
      columns={columns.map(
        ({ from, to, given, takenBack }): ChartColumn => ({
          key: from,
          ...bucketWords(from, step, period, i18n.language),
          amounts: [given, takenBack],
          lines: linesOf(given, takenBack),
          opens: {
            to: step === 'day' ? '/reports/points/records' : '/reports/rules',
            search: { from, to, ...(step === 'day' ? { of: 'rules' } : {}) },
          },
        }),
      )}
      total={{ name: t('reports.total'), lines: linesOf(total.points, total.takenBack) }}
    />
  )
}
