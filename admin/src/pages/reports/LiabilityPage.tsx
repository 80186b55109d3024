import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useMay } from '../../api/session.tsx'
import { useCounted } from '../../api/use-counted.ts'
import { Columns } from '../../components/chart/Columns.tsx'
import type { ChartColumn, Series } from '../../components/chart/types.ts'
import { DateInput } from '../../components/form/DateInput.tsx'
import { Segments } from '../../components/form/Segments.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { dayName, monthWords } from '../../components/report/bucket-words.ts'
import { Counted } from '../../components/report/Counted.tsx'
import { type KeyFigure, KeyFigures } from '../../components/report/KeyFigures.tsx'
import { addDays, isDay } from '../../components/report/period.ts'
import { Receipt } from '../../components/report/Receipt.tsx'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { isZero, tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { lastMonthEnds } from './month-ends.ts'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'

type Liability = NonNullable<Answer<'reports.liability'>['figures']>
/** What is pending or owed has nothing that is likely. */
type Liable = Liability['owed'] & Partial<Pick<Liability['never'], 'likely'>>

/** What customers can still redeem, by when it expires, now or at the end of any day. */
export default function LiabilityPage() {
  const { t, i18n } = useTranslation()
  const { search, change, today, learnToday } = useReportSearch()
  const yesterday = addDays(today, -1)
  const asOf = isDay(search.asOf) && search.asOf < today ? search.asOf : null
  const found = useCounted('reports.liability', { query: asOf === null ? {} : { asOf } })
  learnToday(found.data?.answer.today)
  const ends = lastMonthEnds(today)
  const choose = (day: string | null): void => change({ asOf: day ?? undefined })
  return (
    <ReportFrame
      name="liability"
      about={asOf === null ? t('reporting.liability.now') : dayName(asOf, i18n.language)}
      controls={
        <search className={css.choices}>
          <Segments
            label={t('reporting.liability.asOf')}
            options={[
              { value: 'now', label: t('reporting.liability.now') },
              ...ends.map((value) => ({ value, label: dayName(value, i18n.language) })),
              ...(asOf === null || ends.includes(asOf)
                ? []
                : [{ value: asOf, label: dayName(asOf, i18n.language) }]),
            ]}
            value={asOf ?? 'now'}
            onChange={(value) => choose(value === 'now' ? null : value)}
          />
          <DateInput
            label={t('reporting.liability.otherDay')}
            local={asOf}
            withTime={false}
            max={yesterday}
            onChange={(day) => {
              if (isDay(day)) choose(day < today ? day : yesterday)
            }}
          />
        </search>
      }
      query={asOf === null ? {} : { asOf }}
    >
      <Counted found={found}>{(shown) => <Figures shown={shown} />}</Counted>
    </ReportFrame>
  )
}

function Figures({ shown }: { readonly shown: Liability }) {
  const { t } = useTranslation()
  const mayExport = useMay('exports.create')
  const { open, inLots, owed, asOf } = shown
  return (
    <>
      <KeyFigures figures={useKeyFigures(shown)} />
      <div className={css.beside}>
        <ByMonth shown={shown} />
        <Section title={t('reporting.liability.sum')}>
          <Receipt
            label={t('reporting.liability.sum')}
            start={{ label: t('reports.owe.inLots'), amount: inLots.points }}
            changes={[
              {
                key: 'owed',
                label: t('reports.owe.owed'),
                amount: owed.points,
                isTaken: true,
                ...lotsOf(asOf)({ group: 'owed' }),
              },
            ]}
            end={{ label: t('reporting.liability.open'), amount: open.points }}
            notes={useNotes(shown)}
          />
        </Section>
      </div>
      {asOf === null ? null : (
        <p className={css.until}>
          {t('reporting.records.pastDay')}{' '}
          {mayExport ? (
            <PageLink to="/data" search={{ dialog: 'export', kind: 'lots', asOf }}>
              {t('reporting.records.exportLots')}
            </PageLink>
          ) : null}
        </p>
      )}
    </>
  )
}

/** Lots are listed as they are now. */
function lotsOf(asOf: string | null) {
  return (search: Record<string, unknown>) =>
    asOf === null ? { opens: { to: '/reports/liability/records', search } } : {}
}

function useNotes({ open, inLots, breakage, pending, asOf }: Liability) {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    open.worth === null
      ? { key: 'worth', label: t('reporting.noWorth'), text: '' }
      : { key: 'worth', label: t('reports.owe.worth'), text: format.money(open.worth) },
    ...(inLots.likely === null
      ? []
      : [
          {
            key: 'likely',
            label: t('reporting.liability.likelyAt', {
              rate: format.percent(tenthsOfPercent(breakage ?? '0', '1')),
            }),
            text: format.points(inLots.likely.points),
          },
        ]),
    ...(isZero(pending.points)
      ? []
      : [
          {
            key: 'pending',
            label: t('reports.owe.pending'),
            text: format.points(pending.points),
            isPending: true,
            ...lotsOf(asOf)({ group: 'pending' }),
          },
        ]),
  ]
}

function useKeyFigures({ open, expiring, never, pending, asOf }: Liability): readonly KeyFigure[] {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const worth = (amount: string | null): string => (amount === null ? '' : format.money(amount))
  return [
    {
      key: 'open',
      label: t('reporting.liability.youOwe'),
      figure: open.worth === null ? format.points(open.points) : format.money(open.worth),
      note:
        open.worth === null ? '' : t('reporting.liability.points', { points: format.points(open.points) }),
    },
    {
      key: 'soon',
      label: t('reporting.liability.soon', { date: dayName(expiring.by, i18n.language) }),
      figure: format.points(expiring.points),
      note: worth(expiring.worth),
    },
    {
      key: 'never',
      label: t('reporting.liability.never'),
      figure: format.points(never.points),
      note: worth(never.worth),
      ...lotsOf(asOf)({ group: 'never' }),
    },
    {
      key: 'pending',
      label: t('reporting.liability.pending'),
      figure: format.points(pending.points),
      note: t('reporting.liability.pendingNote'),
      ...lotsOf(asOf)({ group: 'pending' }),
    },
  ]
}

/** Months on the axis; what belongs to none stands apart, where there is any. */
function ByMonth({ shown }: { readonly shown: Liability }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { months, never, pending, owed, inLots, asOf } = shown
  const opensOf = lotsOf(asOf)
  const series: Series[] = [
    { key: 'open', label: t('reporting.liability.open'), look: 'solid' },
    { key: 'pending', label: t('reporting.liability.pending'), look: 'dashed', isUnnamed: true },
    { key: 'owed', label: t('reporting.liability.owed'), look: 'owed', isBelow: true, isUnnamed: true },
  ]
  const linesOf = ({ points, worth, likely = null }: Liable, sign = '') => [
    { label: t('reporting.columns.points'), text: `${sign}${format.points(points)}` },
    ...(likely === null
      ? []
      : [{ label: t('reporting.liability.likely'), text: format.points(likely.points) }]),
    ...(worth === null ? [] : [{ label: t('reports.owe.worth'), text: `${sign}${format.money(worth)}` }]),
  ]
  const apart = [
    { key: 'never', name: t('reporting.liability.neverTick'), sum: never, place: 0, sign: '' },
    { key: 'pending', name: t('reporting.liability.pending'), sum: pending, place: 1, sign: '' },
    { key: 'owed', name: t('reporting.liability.owed'), sum: owed, place: 2, sign: '−' },
  ].filter(({ sum }) => !isZero(sum.points))
  return (
    <Columns
      title={t('reporting.liability.byMonth')}
      dimension={t('reporting.liability.month')}
      series={series}
      columns={[
        ...months.map(({ month, ...sum }, index): ChartColumn => {
          const hasYear = index === 0 || month.endsWith('-01')
          return {
            key: month,
            ...monthWords(month, i18n.language),
            ...(hasYear ? { under: month.slice(0, 4) } : {}),
            amounts: [sum.points, '0', '0'],
            lines: linesOf(sum),
            ...opensOf({ month }),
          }
        }),
        ...apart.map(
          ({ key, name, sum, place, sign }): ChartColumn => ({
            key,
            name,
            tick: name,
            under: `${sign}${format.points(sum.points)}`,
            amounts: series.map((_, index) => (index === place ? sum.points : '0')),
            lines: linesOf(sum, sign),
            ...opensOf({ group: key }),
            isApart: true,
          }),
        ),
      ]}
      total={{ name: t('reporting.liability.total'), lines: linesOf(inLots) }}
    />
  )
}
