import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { monthWords } from '../../components/report/bucket-words.ts'
import type { FigureColumn, FigureTable } from '../../components/report/FigureTable.tsx'
import { isZero, tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'

type Vintages = NonNullable<Answer<'reports.vintages'>['figures']>
type Row = NonNullable<Vintages['rows']>[number]

/** What came first, then what became of it. Parts that few merchants have are left out where they are 0 everywhere. */
const PARTS = [
  { part: 'issued', isRare: false },
  { part: 'imported', isRare: true },
  { part: 'takenBack', isRare: false },
  { part: 'redeemed', isRare: false },
  { part: 'repaid', isRare: true },
  { part: 'expired', isRare: false },
  { part: 'endedEarly', isRare: true },
  { part: 'open', isRare: false },
] as const

/** The newest month first. null: the rows do not add up. */
export function useVintagesTable({ rows, total }: Vintages): Parameters<typeof FigureTable<Row>>[0] | null {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  if (!rows) return null
  const columns = PARTS.filter(({ part, isRare }) => !isRare || rows.some((row) => !isZero(row[part].points)))
  return {
    label: t('programReports.vintages.table'),
    name: {
      head: t('programReports.vintages.issuedIn'),
      text: ({ month }) =>
        month === null ? t('programReports.vintages.earlier') : monthWords(month, i18n.language).name,
    },
    columns: [
      ...columns.map(
        ({ part }): FigureColumn<Row> => ({
          head: t(`programReports.vintages.parts.${part}`),
          text: (row) => format.points(row[part].points),
          total: format.points(total[part].points),
          isMain: part === 'issued',
        }),
      ),
      {
        head: t('programReports.vintages.breakage'),
        text: ({ breakage, isFinal }) => {
          if (breakage === null) return '–'
          const percent = format.percent(tenthsOfPercent(breakage, '1'))
          return isFinal ? percent : t('programReports.vintages.soFar', { percent })
        },
      },
    ],
    rows: rows.toReversed(),
    keyOf: ({ month }) => month ?? 'earlier',
    total: t('reports.total'),
  }
}
