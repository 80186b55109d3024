import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'

/** Which days, and up to when orders are counted: “Orders as of 14:32”. */
export function useOrdersAsOf(days: string | null, asOf: string | null | undefined): string {
  const { t } = useTranslation()
  const format = useFormat()
  if (!asOf) return days ?? ''
  const isToday = format.date(asOf) === format.date(new Date().toISOString())
  const time = isToday ? format.time(asOf) : format.moment(asOf)
  const told = t('orderReports.asOf', { time })
  return days === null ? told : `${days} · ${told}`
}
