import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { usePointsName } from '../../api/points-name.ts'
import { DrawnCard } from '../../components/punch-card/DrawnCard.tsx'
import { absolute, isBelowZero, isZero } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import css from './program.module.css'

type Cards = Answer<'program.preview'>['cards']

/** The cards on which the basket would do something, or something is already. */
export function PreviewCards({ cards }: { readonly cards: Cards }) {
  const { t } = useTranslation()
  const { points } = useFormat()
  const pointsName = usePointsName()
  const shown = cards.filter(({ stamps, before }) => !isZero(stamps) || !isZero(before))
  if (shown.length === 0) return null
  return (
    <ul className={css.previewCards}>
      {shown.map((card) => (
        <li key={card.ruleId}>
          <DrawnCard
            name={card.name || t('program.kinds.card.name')}
            prize={[
              ...(isZero(card.prize) ? [] : [`${points(card.prize)} ${pointsName(card.prize)}`]),
              ...(card.reward === null ? [] : [card.reward]),
            ].join(' + ')}
            size={card.size}
            perStamp={card.perStamp}
            stamps={isBelowZero(card.before) ? '0' : card.before}
            owed={isBelowZero(card.before) ? absolute(card.before) : '0'}
            pending={card.stamps}
          />
          <p className="small">{card.sentence}</p>
        </li>
      ))}
    </ul>
  )
}
