import { useTranslation } from 'react-i18next'
import { listed } from '../../format/listed.ts'
import type { Day } from './program.ts'

/** What a rule for certain weekdays is called: “Tuesdays and Fridays”. */
export function useNameOfDays(): (days: readonly Day[]) => string {
  const { t, i18n } = useTranslation()
  return (days) =>
    listed(
      days.map((day) => t(`program.days.of.${day}`)),
      i18n.language,
    )
}
