import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { add, isZero, subtract } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { Columns } from '../chart/Columns.tsx'
import type { ChartColumn, Line, Series, Target } from '../chart/types.ts'
import { bucketWords } from './bucket-words.ts'
import type { Period, Step } from './period.ts'

export interface FlowColumn {
  readonly from: string
  readonly to: string
  readonly issued: string
  readonly imported: string
  readonly redeemed: string
  readonly expired: string
  readonly takenBack: string
}

interface FlowColumnsProps {
  readonly columns: readonly FlowColumn[]
  readonly period: Period
  readonly step: Step
  readonly about?: ReactNode
  readonly opens?: (column: Period) => Target
}

type Flow = Omit<FlowColumn, 'from' | 'to'>

/** What entered balances upwards, what left them downwards. */
export function FlowColumns({ columns, period, step, about, opens }: FlowColumnsProps) {
  const { t, i18n } = useTranslation()
  const linesOf = useFlowLines(columns)
  const series: Series[] = [
    { key: 'issued', label: t('reports.flow.issued'), look: 'solid' },
    { key: 'redeemed', label: t('reports.flow.redeemed'), look: 'light', isBelow: true },
    { key: 'expired', label: t('reports.flow.expired'), look: 'hatched', isBelow: true },
  ]
  return (
    <Columns
      title={t('reports.flow.title')}
      about={about}
      dimension={t(`reports.steps.${step}`)}
      series={series}
      columns={columns.map((column): ChartColumn => {
        const { from, to, issued, redeemed, expired } = column
        return {
          key: from,
          ...bucketWords(from, step, period, i18n.language),
          amounts: [issued, redeemed, expired],
          lines: linesOf(column),
          ...(opens ? { opens: opens({ from, to }) } : {}),
        }
      })}
      total={{ name: t('reports.total'), lines: linesOf(sumOf(columns)) }}
    />
  )
}

function sumOf(columns: readonly Flow[]): Flow {
  const sum = (name: keyof Flow): string => add(...columns.map((column) => column[name]))
  return {
    issued: sum('issued'),
    imported: sum('imported'),
    redeemed: sum('redeemed'),
    expired: sum('expired'),
    takenBack: sum('takenBack'),
  }
}

/** What was imported has a line only where something was. */
function useFlowLines(columns: readonly FlowColumn[]): (flow: Flow) => readonly Line[] {
  const { t } = useTranslation()
  const format = useFormat()
  const hasImports = columns.some(({ imported }) => !isZero(imported))
  return ({ issued, imported, redeemed, expired, takenBack }) => {
    const change = subtract(add(issued, imported), add(redeemed, expired, takenBack))
    return [
      { label: t('reports.flow.issued'), text: format.points(issued) },
      ...(hasImports ? [{ label: t('reports.flow.imported'), text: format.points(imported) }] : []),
      { label: t('reports.flow.redeemed'), text: format.points(redeemed) },
      { label: t('reports.flow.expired'), text: format.points(expired) },
      { label: t('reports.flow.takenBack'), text: format.points(takenBack) },
      { label: t('reports.flow.change'), text: format.signed(change) },
    ]
  }
}
