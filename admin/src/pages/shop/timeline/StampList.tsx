import { useTranslation } from 'react-i18next'
import type { Item } from '../../../api/hooks.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { isBelowZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useStampWords } from '../cards/use-stamp-words.ts'
import css from './timeline.module.css'

type StampRecord = Item<'customers.allStamps'>

interface StampListProps {
  readonly customerId: number
  /** Newest first, of all cards. */
  readonly records: readonly StampRecord[]
}

/** What happened on a customer's cards, line by line, each with why and what stood on its card after it. */
export function StampList({ customerId, records }: StampListProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={css.head} aria-hidden="true">
        <span />
        <span>{t('customers.timeline.kinds.stamps')}</span>
        <span>{t('cards.onCard')}</span>
        <span />
      </div>
      <ol className={css.timeline} aria-label={t('customers.timeline.kinds.stamps')}>
        {records.map((record) => (
          <StampLine key={record.id} record={record} customerId={customerId} />
        ))}
      </ol>
    </>
  )
}

interface StampLineProps {
  readonly record: StampRecord
  readonly customerId: number
}

function StampLine({ record, customerId }: StampLineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useStampWords()
  const { card, at, order, type, stamps, after, sentence } = record
  const isMoney = card.perStamp !== null
  const node = type === 'byHand' ? css.hand : isBelowZero(stamps) ? css.minus : css.plus
  return (
    <li className={`${css.line} ${css.row}`}>
      <time dateTime={at} className={css.when}>
        {format.date(at)} <small>{format.time(at)}</small>
      </time>
      <span className={`${css.node} ${node}`} />
      <span className={css.what}>
        <b>{card.name || t('program.kinds.card.name')}</b>
        <span className={css.about}>
          {order ? (
            <PageLink to={`/customers/${customerId}/orders/${order.id}`}>{sentence}</PageLink>
          ) : (
            sentence
          )}
        </span>
      </span>
      <span className={css.points}>{words.signed(stamps, isMoney)}</span>
      <span className={css.after}>
        {isBelowZero(after) ? words.signed(after, isMoney) : words.figure(after, isMoney)}
      </span>
    </li>
  )
}
