import { useTranslation } from 'react-i18next'
import type { Preset } from './period.ts'

export function usePresetName(): (preset: Preset) => string {
  const { t } = useTranslation()
  return (preset) =>
    typeof preset === 'number' ? t('reports.lastDays', { count: preset }) : t(`reports.months.${preset}`)
}
