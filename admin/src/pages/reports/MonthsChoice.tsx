import { useTranslation } from 'react-i18next'
import { Segments } from '../../components/form/Segments.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'

const MONTHS = [6, 12, 24, 36] as const
const USUAL_MONTHS = 12

/** How many months a report by month shows, as its address says it. */
export function useMonths(): number {
  const { search } = useReportSearch()
  return MONTHS.find((one) => String(one) === String(search.months)) ?? USUAL_MONTHS
}

export function MonthsChoice({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  const { change } = useReportSearch()
  return (
    <Segments
      label={label}
      options={MONTHS.map((count) => ({
        value: String(count),
        label: t('programReports.vintages.lastMonths', { count }),
      }))}
      value={String(useMonths())}
      onChange={(value) => change({ months: value === String(USUAL_MONTHS) ? undefined : Number(value) })}
    />
  )
}

/** “May 2026 to Nov 2026”, of months as an answer says them. */
export function useSpan(): (months: { readonly first: string; readonly last: string }) => string {
  const { t, i18n } = useTranslation()
  const name = (month: string): string => monthWords(month, i18n.language).name
  return ({ first, last }) => t('programReports.vintages.span', { first: name(first), last: name(last) })
}
