import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useMay } from '../../api/session.tsx'
import { useCounted } from '../../api/use-counted.ts'
import { Columns } from '../../components/chart/Columns.tsx'
import type { ChartColumn, Series } from '../../components/chart/types.ts'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import { bucketWords, periodName } from '../../components/report/bucket-words.ts'
import { Controls } from '../../components/report/Controls.tsx'
import { Counted } from '../../components/report/Counted.tsx'
import { type FigureColumn, FigureTable } from '../../components/report/FigureTable.tsx'
import { searchOf } from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { add, tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'

type Rewards = NonNullable<Answer<'reports.rewards'>['figures']>
type Row = NonNullable<Rewards['rows']>[number]
type Days = Readonly<Record<string, string | number>>

/** What points were redeemed for. */
export default function RewardsReportPage() {
  const { i18n } = useTranslation()
  const { chosen, choose, today, learnToday } = useReportSearch()
  const { period, step } = chosen
  const found = useCounted('reports.rewards', { query: { ...period, step } })
  learnToday(found.data?.answer.today)
  return (
    <ReportFrame
      name="rewards"
      about={periodName(period, i18n.language)}
      controls={<Controls chosen={chosen} today={today} onChoose={choose} />}
      query={{ ...period, step }}
    >
      <Counted found={found}>{(shown) => <Figures shown={shown} days={searchOf(chosen)} />}</Counted>
    </ReportFrame>
  )
}

function Figures({ shown, days }: { readonly shown: Rewards; readonly days: Days }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayRead = useMay('rewards.read')
  const { rows, total } = shown
  if (rows?.length === 0) {
    return (
      <p className="muted">
        {t('programReports.rewards.none')}{' '}
        {mayRead ? <PageLink to="/rewards">{t('programReports.rewards.open')}</PageLink> : null}
      </p>
    )
  }
  return (
    <>
      <p className={css.lead}>
        <b>{format.points(total.points)}</b>{' '}
        {[
          t('programReports.rewards.lead'),
          ...(total.worth === null ? [] : [format.money(total.worth)]),
        ].join(' · ')}
      </p>
      <RedeemedColumns shown={shown} />
      <div className={css.below}>
        {rows ? (
          <RewardsTable rows={rows} total={total} days={days} />
        ) : (
          <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
        )}
      </div>
    </>
  )
}

function RedeemedColumns({ shown: { columns, period, step } }: { readonly shown: Rewards }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const series: Series[] = [
    { key: 'redeemed', label: t('reports.rewards.redeemed'), look: 'solid' },
    { key: 'refunded', label: t('reports.rewards.refunded'), look: 'light', isBelow: true },
  ]
  return (
    <Columns
      title={t('programReports.rewards.chart')}
      dimension={t(`reports.steps.${step}`)}
      series={series}
      columns={columns.map(
        ({ from, to, redeemed, refunded }): ChartColumn => ({
          key: from,
          ...bucketWords(from, step, period, i18n.language),
          amounts: [redeemed, refunded],
          lines: [
            { label: t('reports.rewards.redeemed'), text: format.points(redeemed) },
            { label: t('reports.rewards.refunded'), text: format.points(refunded) },
          ],
          opens: {
            to: step === 'day' ? '/reports/points/records' : '/reports/rewards',
            search: { from, to, ...(step === 'day' ? { show: 'redeemed', of: 'rewards' } : {}) },
          },
        }),
      )}
      total={{
        name: t('reports.total'),
        lines: [
          {
            label: t('reports.rewards.redeemed'),
            text: format.points(add(...columns.map((one) => one.redeemed))),
          },
          {
            label: t('reports.rewards.refunded'),
            text: format.points(add(...columns.map((one) => one.refunded))),
          },
        ],
      }}
    />
  )
}

function RewardsTable({
  rows,
  total,
  days,
}: {
  readonly rows: readonly Row[]
  readonly total: Rewards['total']
  readonly days: Days
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const worth: readonly FigureColumn<Row>[] =
    total.worth === null
      ? []
      : [
          {
            head: t('reports.rewards.worth'),
            text: (row) => format.money(row.worth ?? '0'),
            total: format.money(total.worth),
          },
        ]
  const codes: readonly FigureColumn<Row>[] = rows.some(({ codesLeft }) => codesLeft !== null)
    ? [
        {
          head: t('programReports.rewards.codes'),
          text: ({ codesLeft }) => (codesLeft === null ? '–' : format.number(codesLeft)),
        },
      ]
    : []
  return (
    <FigureTable<Row>
      label={t('programReports.rewards.table')}
      name={{
        head: t('reports.rewards.reward'),
        text: ({ name }) => name ?? t('reports.rewards.unknown'),
        opens: ({ id }) => ({
          to: '/reports/points/records',
          search: { ...days, show: 'redeemed', by: 'reward', id, of: 'rewards' },
        }),
      }}
      columns={[
        {
          head: t('reports.rewards.redeemed'),
          text: ({ redeemed }) => format.number(redeemed),
          total: format.number(total.redeemed),
        },
        {
          head: t('reports.rewards.refunded'),
          text: ({ refunded }) => format.number(refunded),
          total: format.number(total.refunded),
        },
        {
          head: t('reports.rewards.points'),
          text: ({ points }) => format.points(points),
          total: format.points(total.points),
          isMain: true,
        },
        {
          head: t('reporting.columns.share'),
          text: ({ points }) => format.percent(tenthsOfPercent(points, total.points)),
        },
        ...worth,
        ...codes,
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      bar={({ points }) => points}
      total={t('reports.total')}
    />
  )
}
