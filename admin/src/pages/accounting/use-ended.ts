import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useFormat } from '../../format/use-format.ts'
import { percentOf } from './shares.ts'

/** What the merchant's own months say, beside the estimate. */
export function useEnded({ ended }: Pick<Answer<'accounting.get'>, 'ended'>): string {
  const { t } = useTranslation()
  const format = useFormat()
  if (!ended) return t('accounting.estimate.noEnded')
  const rate = format.percent(percentOf(ended.breakage))
  return t('accounting.estimate.ended', { rate, points: format.points(ended.points) })
}
