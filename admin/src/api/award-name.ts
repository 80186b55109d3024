import { useTranslation } from 'react-i18next'
import { isZero } from '../format/decimal.ts'
import { useFormat } from '../format/use-format.ts'
import type { Answer } from './client.ts'
import { usePointsName } from './points-name.ts'

/** What a rule gave a customer, or will. */
export type Award = Answer<'awards.list'>['items'][number]

/** The reward, the points, or both. */
export function useAwardName(): (award: Pick<Award, 'reward' | 'points'>) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const pointsName = usePointsName()
  return ({ reward, points }) => {
    const title = reward === null ? null : (reward.title ?? t('customers.timeline.reward'))
    const amount = `${format.points(points)} ${pointsName(points)}`
    if (title === null) return amount
    return isZero(points) ? title : t('awards.pointsToo', { reward: title, points: amount })
  }
}

export function useRuleName(): (rule: Award['rule']) => string {
  const { t } = useTranslation()
  return ({ id, name }) => name || t('awards.rule', { id })
}
