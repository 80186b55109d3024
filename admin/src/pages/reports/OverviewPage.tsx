import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useCounted } from '../../api/use-counted.ts'
import { useReportTarget } from '../../api/use-report-target.ts'
import { Section } from '../../components/layout/Page.tsx'
import { periodName } from '../../components/report/bucket-words.ts'
import { Controls } from '../../components/report/Controls.tsx'
import { Counted } from '../../components/report/Counted.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { FlowColumns } from '../../components/report/FlowColumns.tsx'
import { OwedSum } from '../../components/report/OwedSum.tsx'
import {
  type Chosen,
  type Period,
  periodBefore,
  searchOfDays,
  yearBefore,
} from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'

import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'

type Overview = NonNullable<Answer<'reports.overview'>['figures']>

/** What entered and left, for any days, beside those before and those of a year earlier. */
export default function OverviewPage() {
  const { i18n } = useTranslation()
  const { chosen, choose, today, learnToday } = useReportSearch()
  const { period, step } = chosen
  const found = useCounted('reports.overview', { query: { ...period, step } })
  learnToday(found.data?.answer.today)
  return (
    <ReportFrame
      name="overview"
      about={periodName(period, i18n.language)}
      controls={<Controls chosen={chosen} today={today} onChoose={choose} />}
      query={{ ...period, step }}
    >
      <Counted found={found}>{(shown) => <Figures shown={shown} chosen={chosen} />}</Counted>
    </ReportFrame>
  )
}

function Figures({ shown, chosen }: { readonly shown: Overview; readonly chosen: Chosen }) {
  const target = useReportTarget()
  return (
    <>
      <FlowColumns
        columns={shown.columns}
        period={shown.period}
        step={shown.step}
        opens={(column) => ({ to: '/reports/points', search: searchOfDays(column) })}
      />
      <div className={css.beside}>
        <ComparedSection shown={shown} period={chosen.period} />
        <OwedSum target={target} figures={shown} days={chosen} />
      </div>
    </>
  )
}

interface Row {
  readonly key: string
  readonly label: string
  readonly textOf: (of: Overview) => string
}

const FLOWS = ['issued', 'imported', 'redeemed', 'expired', 'takenBack'] as const

function ComparedSection({ shown, period }: { readonly shown: Overview; readonly period: Period }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const before = useEarlier(shown, periodBefore(period))
  const lastYear = useEarlier(shown, yearBefore(period))
  const rows: readonly Row[] = [
    ...FLOWS.filter((flow) => flow !== 'imported' || [shown, before, lastYear].some(hasImports)).map(
      (flow) => ({
        key: flow,
        label: t(`reports.flow.${flow}`),
        textOf: ({ sum }: Overview) => (sum ? format.points(sum[flow].points) : '–'),
      }),
    ),
    {
      key: 'end',
      label: t('reporting.compared.end'),
      textOf: ({ sum }) => (sum ? format.points(sum.end.points) : '–'),
    },
    {
      key: 'rate',
      label: t('reporting.compared.rate'),
      textOf: ({ sum }) =>
        format.percent(sum ? tenthsOfPercent(sum.redeemed.points, sum.issued.points) : null),
    },
  ]
  const of = (one: Overview | null, row: Row): string => (one ? row.textOf(one) : '–')
  return (
    <Section title={t('reporting.compared.title')}>
      <FigureTable
        label={t('reporting.compared.title')}
        name={{ head: t('reporting.compared.figure'), text: ({ label }) => label }}
        columns={[
          { head: t('reporting.compared.now'), text: (row) => of(shown, row), isMain: true },
          { head: periodName(periodBefore(period), i18n.language), text: (row) => of(before, row) },
          { head: periodName(yearBefore(period), i18n.language), text: (row) => of(lastYear, row) },
        ]}
        rows={rows}
        keyOf={({ key }) => key}
      />
    </Section>
  )
}

function hasImports(of: Overview | null): boolean {
  return Number(of?.sum?.imported.points ?? 0) !== 0
}

/** Days before the first one have no figures. */
function useEarlier({ since }: Overview, period: Period): Overview | null {
  const isOff = since === null || period.to < since
  const found = useCounted('reports.overview', { query: { ...period } }, { isOff })
  return isOff ? null : (found.data?.answer.figures ?? null)
}
