import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import type { BenefitValues, GoalValues, TierValues } from './tier-values.ts'

interface TierWords {
  goal(goal: GoalValues): string
  benefit(benefit: BenefitValues): string
  /** All of it in one text, to compare two versions. */
  whole(tier: TierValues): string
}

/** Goals and benefits as sentences. */
export function useTierWords(): TierWords {
  const { t } = useTranslation()
  const format = useFormat()
  const amountOf = ({ measure, value }: GoalValues): string => {
    if (!/^\d+(\.\d+)?$/.test(value)) return value || '–'
    return measure === 'spend' ? format.money(value) : format.points(value)
  }
  const goal = (one: GoalValues): string =>
    t(`tiers.goal.${one.measure}`, { amount: amountOf(one), count: Number(one.months || 12) })
  const benefit = ({ text, kind, multiplier }: BenefitValues): string =>
    kind === 'multiplier' && /^\d+(\.\d+)?$/.test(multiplier)
      ? t('tiers.benefit.times', { text, times: format.points(multiplier) })
      : text
  return {
    goal,
    benefit,
    whole: (tier) =>
      [tier.name, ...tier.goals.map(goal), ...tier.benefits.map(benefit)].filter(Boolean).join(' · '),
  }
}
