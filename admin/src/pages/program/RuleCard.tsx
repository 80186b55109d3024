import { useTranslation } from 'react-i18next'
import { usePointsName } from '../../api/points-name.ts'
import { PunchCard } from '../../components/punch-card/PunchCard.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { Rule } from './program.ts'

interface RuleCardProps {
  readonly rule: Extract<Rule, { kind: 'card' }>
  /** What the reward that it gives is called; null: it gives none. */
  readonly reward: string | null
  readonly isDraft: boolean
}

/** A card as a customer begins it. */
export function RuleCard({ rule, reward, isDraft }: RuleCardProps) {
  const { t } = useTranslation()
  const { money, points } = useFormat()
  const pointsName = usePointsName()
  const { perAmount, stamps } = rule
  const given = rule.points === undefined ? [] : [`${points(rule.points)} ${pointsName(rule.points)}`]
  const isLine = perAmount !== undefined && stamps === 1
  return (
    <PunchCard
      name={rule.name || t('program.kinds.card.name')}
      prize={[...given, ...(reward === null ? [] : [reward])].join(' + ')}
      size={Math.min(Math.max(stamps, 1), 50)}
      isDraft={isDraft}
      {...(isLine ? { money: { amount: money('0'), goal: money(perAmount), share: 0 } } : {})}
    />
  )
}
