import { useTranslation } from 'react-i18next'
import { usePointsName } from '../../../api/points-name.ts'
import { useFormat } from '../../../format/use-format.ts'
import { lastCounted, type Referral } from './referral.ts'

/** Points with the merchant's own name of them. */
export function useNamedPoints(): (points: string) => string {
  const format = useFormat()
  const nameOf = usePointsName()
  return (points) => `${format.points(points)}\u00a0${nameOf(points)}`
}

/** Why a referral is where it is, in a few words. */
export function useWhy(): (referral: Referral) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const named = useNamedPoints()
  return ({ outcome, why, endsAt, points, availableAt }) => {
    const date = availableAt === null ? '' : format.date(availableAt)
    switch (outcome) {
      case 'notYet':
        return t('referrals.why.notYet', { date: format.date(lastCounted(endsAt)) })
      case 'held':
        return t('referrals.why.held')
      case 'pending':
        return points === null
          ? t('referrals.why.granting')
          : t('referrals.why.pending', { points: named(points), date })
      case 'rewarded':
        return points === null
          ? t('referrals.why.noPoints')
          : t('referrals.why.rewarded', { points: named(points), date })
      default:
        return why ?? ''
    }
  }
}
