import { useTranslation } from 'react-i18next'
import { usePointsName } from '../../../api/points-name.ts'
import { absolute, isBelowZero, isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'

interface StampWords {
  /** `7 stamps`, or `R$ 210.00`. */
  readonly stamps: (amount: string, isMoney: boolean) => string
  /** `7`, or `R$ 210.00`. */
  readonly figure: (amount: string, isMoney: boolean) => string
  /** `+7`, `−7`, or `+R$ 210.00`. */
  readonly signed: (amount: string, isMoney: boolean) => string
  /** `100 points`. */
  readonly points: (points: string) => string
  /** `100 points + House coffee`. */
  readonly prize: (prize: { points: string; reward: { title: string } | null }) => string
}

/** Amounts of cards in words; all but `signed` without their sign. */
export function useStampWords(): StampWords {
  const { t } = useTranslation()
  const format = useFormat()
  const pointsName = usePointsName()
  const points = (amount: string) => `${format.points(amount)} ${pointsName(amount)}`
  return {
    stamps: (amount, isMoney) =>
      isMoney ? format.money(absolute(amount)) : t('cards.stamps', { count: Number(absolute(amount)) }),
    figure: (amount, isMoney) => (isMoney ? format.money(absolute(amount)) : format.points(absolute(amount))),
    signed: (amount, isMoney) =>
      isMoney && !isZero(amount)
        ? `${isBelowZero(amount) ? '−' : '+'}${format.money(absolute(amount))}`
        : format.signed(amount),
    points,
    prize: (prize) => {
      const given = isZero(prize.points) ? [] : [points(prize.points)]
      return [...given, ...(prize.reward ? [prize.reward.title] : [])].join(' + ')
    },
  }
}
