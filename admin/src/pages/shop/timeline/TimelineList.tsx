import { useTranslation } from 'react-i18next'
import type { TimelineLine } from '../../../../../server/src/history/admin-api/schema.ts'
import { Icon } from '../../../components/icon/Icon.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Because } from './Because.tsx'
import css from './timeline.module.css'
import { useActorName } from './use-actor-name.ts'
import { useLineTitle } from './use-line-title.ts'

interface TimelineListProps {
  readonly label: string
  readonly customerId: number
  readonly lines: readonly TimelineLine[]
  /** What stands in the last column. */
  readonly after: string
  /** On the page of an order nothing leads to it. */
  readonly isOfOrder?: boolean
}

/** What happened, line by line; opened, each says why to the last point. */
export function TimelineList({ label, customerId, lines, after, isOfOrder = false }: TimelineListProps) {
  const { t } = useTranslation()
  const actorName = useActorName(lines.some(({ by }) => by !== null))
  return (
    <>
      <div className={css.head} aria-hidden="true">
        <span />
        <span>{t('customers.timeline.points')}</span>
        <span>{after}</span>
        <span />
      </div>
      <ol className={css.timeline} aria-label={label}>
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            customerId={customerId}
            isOfOrder={isOfOrder}
            actor={line.by === null ? null : actorName(line.by)}
          />
        ))}
      </ol>
    </>
  )
}

type NodeKind = 'plus' | 'minus' | 'wait' | 'hand'

/** Of the customer and not of points: nothing is added up. */
const WITHOUT_POINTS: readonly TimelineLine['kind'][] = ['tier', 'claimed', 'claimRevoked']

function nodeOf({ kind, change }: TimelineLine): NodeKind {
  if (kind === 'waiting') return 'wait'
  if (kind === 'adjusted' || kind === 'claimRevoked') return 'hand'
  return change.points.startsWith('-') || isZero(change.points) ? 'minus' : 'plus'
}

interface LineProps {
  readonly line: TimelineLine
  readonly customerId: number
  readonly isOfOrder: boolean
  readonly actor: string | null
}

function Line({ line, customerId, isOfOrder, actor }: LineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useLineTitle()
  const { kind, at, points, balanceAfter } = line
  const isWaiting = kind === 'waiting'
  const title =
    actor === null || kind !== 'adjusted' ? titleOf(line) : t('customers.timeline.adjustedBy', { who: actor })
  const about = [
    // True minus signs, as everywhere on the page.
    kind === 'tier' ? null : line.sentence.replaceAll(/(?<=^|\s)-(?=\d)/g, '\u2212'),
    isWaiting && line.availableAt
      ? t('customers.timeline.waits', { date: format.date(line.availableAt) })
      : null,
  ].filter(Boolean)
  const row = (
    <>
      <time dateTime={at} className={css.when}>
        {format.date(at)} <small>{format.time(at)}</small>
      </time>
      <span className={`${css.node} ${css[nodeOf(line)]}`} />
      <span className={css.what}>
        <b>{title}</b>
        {about.map((text) => (
          <span key={text} className={css.about}>
            {text}
          </span>
        ))}
      </span>
      <span className={isWaiting ? `${css.points} ${css.waiting}` : css.points}>
        {WITHOUT_POINTS.includes(kind) ? '' : isWaiting ? format.points(points) : format.signed(points)}
      </span>
      <span className={css.after}>{format.points(balanceAfter.points)}</span>
    </>
  )
  if (kind === 'opened' || WITHOUT_POINTS.includes(kind))
    return <li className={`${css.line} ${css.row}`}>{row}</li>
  return (
    <li className={css.line}>
      <details>
        <summary className={css.row}>
          {row}
          <Icon name="down" />
        </summary>
        <Because line={line} customerId={customerId} isOfOrder={isOfOrder} />
      </details>
    </li>
  )
}
