import { useTranslation } from 'react-i18next'
import { type HeatCell, HeatGrid } from '../../components/chart/HeatGrid.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { type Cohort, type CohortFigure, customersOf } from './cohorts.ts'

interface CohortGridProps {
  readonly rows: readonly Cohort[]
  readonly show: CohortFigure
  /** The running month, which is not over. */
  readonly last: string
}

/** A row for each month of first orders, a column for each month since. */
export function CohortGrid({ rows, show, last }: CohortGridProps) {
  const { t, i18n } = useTranslation()
  const shownOf = useCellTexts()
  const format = useFormat()
  const ages = Math.max(...rows.map(({ cells }) => cells.length))
  const cellOf = (cohort: string, cell: Cohort['cells'][number], age: number): HeatCell => {
    const texts = shownOf(cell)
    const name = t('cohorts.cell', { month: monthWords(cohort, i18n.language).name, count: age })
    return {
      text: texts[show].short,
      weight: Number(
        { share: cell.share, customers: cell.customers, perCustomer: cell.salesPerCustomer }[show],
      ),
      name: cell.month === last ? t('cohorts.runningCell', { cell: name }) : name,
      lines: [
        { label: t('cohorts.active'), text: texts.customers.full },
        { label: t('cohorts.show.share'), text: texts.share.full },
        { label: t('cohorts.sales'), text: format.money(cell.sales) },
        { label: t('cohorts.show.perCustomer'), text: texts.perCustomer.full },
      ],
      ...(cell.customers === 0 ? {} : { opens: customersOf(cohort, cell.month) }),
    }
  }
  return (
    <HeatGrid
      title={t('cohorts.grid')}
      about={t(`cohorts.about.${show}`)}
      corner={t('cohorts.firstBought')}
      heads={Array.from({ length: ages }, (_, age) => String(age))}
      rows={rows.map(({ month, cells }) => ({
        name: monthWords(month, i18n.language).name,
        cells: cells.map((cell, age) => cellOf(month, cell, age)),
      }))}
    />
  )
}

type Texts = Readonly<Record<CohortFigure, { readonly short: string; readonly full: string }>>

/** In a cell: without the sign that the lines above have. */
function useCellTexts(): (cell: Cohort['cells'][number]) => Texts {
  const format = useFormat()
  return ({ share, customers, salesPerCustomer }) => {
    const percent = share === null ? '–' : format.percent(tenthsOfPercent(share, '1'))
    const count = format.number(customers)
    return {
      share: { short: percent.replace(/\s*%$/, ''), full: percent },
      customers: { short: count, full: count },
      perCustomer:
        salesPerCustomer === null
          ? { short: '–', full: '–' }
          : {
              short: format.number(Math.round(Number(salesPerCustomer))),
              full: format.money(salesPerCustomer),
            },
    }
  }
}
