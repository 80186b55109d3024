import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { Icon } from '../../../components/icon/Icon.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { isBelowZero, isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import tally from '../customers/customer.module.css'
import type { CustomerCard } from './card.ts'
import css from './cards.module.css'
import { useStampWords } from './use-stamp-words.ts'

interface WhyStampsProps {
  readonly card: CustomerCard
  readonly customerId: number
}

/** The stamps as a sum: what was given, taken back, expired and used, each with its records. */
export function WhyStamps({ card, customerId }: WhyStampsProps) {
  const { t } = useTranslation()
  const words = useStampWords()
  if (card.parts.length === 0) return null
  const isMoney = card.perStamp !== null
  const isOwed = !isZero(card.owed)
  const amount = isOwed ? card.owed : card.stamps
  return (
    <details className={css.why}>
      <summary>
        {t(isOwed ? 'cards.whyOwed' : 'cards.why', { stamps: words.stamps(amount, isMoney) })}
      </summary>
      <ul className={tally.tally}>
        {card.parts.map((part) => (
          <PartLine key={part.kind} part={part} card={card} customerId={customerId} />
        ))}
        <li className={tally.total}>
          <span className={tally.sign}>=</span>
          <span>{t(isOwed ? 'cards.give.owedNow' : 'cards.onCard')}</span>
          <span className={tally.sumOf}>
            {isOwed ? '−' : ''}
            {words.figure(amount, isMoney)}
          </span>
        </li>
      </ul>
    </details>
  )
}

type Part = CustomerCard['parts'][number]

function PartLine({ part, card, customerId }: WhyStampsProps & { readonly part: Part }) {
  const { t } = useTranslation()
  const words = useStampWords()
  const [isOpen, setOpen] = useState(false)
  const { kind, stamps, records } = part
  return (
    <li>
      <button type="button" className={tally.part} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={tally.sign}>{isBelowZero(stamps) ? '−' : '+'}</span>
        <span>{t(`cards.parts.${kind}`)}</span>
        <span className={tally.of}>{t('customers.why.partRecords', { count: records })}</span>
        <Icon name={isOpen ? 'down' : 'right'} size={14} />
        <span className={tally.count}>{words.figure(stamps, card.perStamp !== null)}</span>
      </button>
      {isOpen ? <PartRecords kind={kind} card={card} customerId={customerId} /> : null}
    </li>
  )
}

/** The records of one part, newest first; each says why, and leads to its order. */
function PartRecords({ kind, card, customerId }: WhyStampsProps & { readonly kind: Part['kind'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useStampWords()
  const listed = useList('customers.stamps', {
    params: { id: customerId, card: card.ruleId },
    query: { part: kind, limit: 20 },
  })
  if (listed.problem)
    return <ProblemNotice problem={listed.problem} actions={<TryAgain onClick={listed.tryAgain} />} />
  if (listed.isLoading) return <SkeletonRows count={2} height={28} />
  return (
    <div className={tally.records}>
      <ul>
        {listed.items.map(({ id, at, sentence, order, stamps }) => (
          <li key={id}>
            <time dateTime={at}>{format.date(at)}</time>
            {order ? (
              <PageLink to={`/customers/${customerId}/orders/${order.id}`}>{sentence}</PageLink>
            ) : (
              <span>{sentence}</span>
            )}
            <span className={tally.count}>{words.signed(stamps, card.perStamp !== null)}</span>
          </li>
        ))}
      </ul>
      {listed.more ? (
        <Button size="xs" variant="subtle" onClick={listed.more} loading={listed.isLoadingMore}>
          {t('common.showMore')}
        </Button>
      ) : null}
    </div>
  )
}
