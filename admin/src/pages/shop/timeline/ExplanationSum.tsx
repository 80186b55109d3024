import { useTranslation } from 'react-i18next'
import type { TimelineLine } from '../../../../../server/src/history/admin-api/schema.ts'
import { usePointsName } from '../../../api/points-name.ts'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import css from './timeline.module.css'

interface ExplanationSumProps {
  readonly lines: TimelineLine['lines']
  readonly points: string
  readonly cashback: string
}

/** Lines that add up, each in words with the rule that made it. */
export function ExplanationSum({ lines, points, cashback }: ExplanationSumProps) {
  const format = useFormat()
  const totalText = useTotalText()
  // What was left out gives no points: the first line that does is a figure, the others come on top of it.
  const first = lines.findIndex(({ kind }) => kind !== 'exclude')
  const figureOf = ({ kind, points: given }: TimelineLine['lines'][number], index: number): string => {
    if (kind === 'exclude') return '–'
    return index === first ? format.points(given) : format.signed(given)
  }
  return (
    <ul className={css.sum}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and they never move
        <li key={index}>
          <span>
            {reasonIn(line.sentence)}
            {line.name && !line.sentence.includes(line.name) ? (
              <span className={css.about}>{line.name}</span>
            ) : null}
          </span>
          <span className={css.points}>{figureOf(line, index)}</span>
        </li>
      ))}
      <li className={css.total}>
        <span>{totalText(points, cashback)}</span>
        <span className={css.points}>{format.points(points)}</span>
      </li>
    </ul>
  )
}

/** “+80 for R$ 80.00 …” without its figure, which stands at the right. */
function reasonIn(sentence: string): string {
  const reason = sentence.replace(/^[+-][\d.,]+ /, '')
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}

function useTotalText(): (points: string, cashback: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const pointsName = usePointsName()
  return (points, cashback) => {
    const told = { points: format.points(points), name: pointsName(points) }
    return isZero(cashback)
      ? `${told.points} ${told.name}`
      : t('customers.timeline.totalWorth', { ...told, money: format.money(cashback) })
  }
}
