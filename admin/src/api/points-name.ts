import { useTranslation } from 'react-i18next'
import { useRead } from './hooks.ts'
import { useMay } from './session.tsx'

/** The merchant's own name of its points, for so many of them. */
export function usePointsName(): (points: string) => string {
  const { t, i18n } = useTranslation()
  const settings = useRead('settings.get', {}, { isOff: !useMay('settings.read') })
  const names = settings.data?.answer.pointsName[i18n.language as 'en']
  return (points) => {
    const isOne = Number(points) === 1
    if (names) return isOne ? names.one : names.many
    return t('rewards.points', { count: isOne ? 1 : 2 })
  }
}
