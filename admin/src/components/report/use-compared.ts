import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { compare } from './compare.ts'

/** “6.2% more than before”, or “12 before” where there was little. */
export function useCompared(): (now: string, then: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (now, then) => {
    const compared = compare(now, then)
    if (compared.kind === 'same') return t('reports.before.same')
    if (compared.kind === 'before') return t('reports.before.value', { value: format.points(then) })
    return t(`reports.before.${compared.kind}`, { percent: format.percent(compared.tenths) })
  }
}
