import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Empty } from '../../../components/empty/Empty.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { DrawnCard } from '../../../components/punch-card/DrawnCard.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { Tag } from '../../../components/status/Status.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import type { CustomerCard } from './card.ts'
import css from './cards.module.css'
import { StampsDialog } from './StampsDialog.tsx'
import { useStampWords } from './use-stamp-words.ts'
import { WhyStamps } from './WhyStamps.tsx'

interface CardsProps {
  readonly customerId: number
  readonly name: string
  /** Who was erased gets no more stamps. */
  readonly mayChange: boolean
}

/** The punch cards of a customer, as they are drawn, in words, and as a sum. */
export function Cards({ customerId, name, mayChange }: CardsProps) {
  const { t } = useTranslation()
  const found = useRead('customers.cards', { params: { id: customerId } })
  const mayAdjust = useMay('points.adjust') && mayChange
  const [adjusted, setAdjusted] = useState<CustomerCard | null>(null)
  if (found.error) {
    return (
      <ProblemNotice
        problem={found.error.problem}
        actions={<TryAgain onClick={() => void found.refetch()} />}
      />
    )
  }
  if (!found.data) return <SkeletonRows count={2} height={184} />
  const { items } = found.data.answer
  if (items.length === 0) {
    return (
      <Empty
        title={t('cards.empty.title')}
        action={<PageLink to="/program">{t('cards.empty.action')}</PageLink>}
      >
        {t('cards.empty.text')}
      </Empty>
    )
  }
  return (
    <>
      <ul className={css.cards}>
        {items.map((card) => (
          <OneCard
            key={card.ruleId}
            card={card}
            customerId={customerId}
            onAdjust={mayAdjust && card.sentence !== null ? () => setAdjusted(card) : null}
          />
        ))}
      </ul>
      {adjusted ? (
        <StampsDialog customerId={customerId} name={name} card={adjusted} onClose={() => setAdjusted(null)} />
      ) : null}
    </>
  )
}

interface OneCardProps {
  readonly card: CustomerCard
  readonly customerId: number
  /** null: the card can't be changed. */
  readonly onAdjust: (() => void) | null
}

function OneCard({ card, customerId, onAdjust }: OneCardProps) {
  const { t } = useTranslation()
  const words = useStampWords()
  const name = card.name || t('program.kinds.card.name')
  const prize = words.prize(card.prize)
  const { size, perStamp, stamps, owed } = card
  return (
    <li className={css.card} data-card={card.ruleId}>
      <DrawnCard name={name} prize={prize} size={size} perStamp={perStamp} stamps={stamps} owed={owed} />
      <div className={css.words}>
        <header className={css.head}>
          <h3>{name}</h3>
          {onAdjust ? (
            <Button size="xs" onClick={onAdjust}>
              {t('cards.give.action')}
            </Button>
          ) : null}
        </header>
        <Standing card={card} />
        <Progress card={card} />
        {card.sentence === null ? null : <p className="muted small">{card.sentence}</p>}
        <WhyStamps card={card} customerId={customerId} />
        <Prizes card={card} />
      </div>
    </li>
  )
}

/** Why it takes no stamps. */
function Standing({ card: { state, startsAt, endsAt } }: { readonly card: CustomerCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (state === 'open') return null
  if (state === 'notStarted') {
    return <Tag>{t('cards.states.notStarted', { date: format.date(startsAt ?? '') })}</Tag>
  }
  if (state === 'over') return <Tag>{t('cards.states.over', { date: format.date(endsAt ?? '') })}</Tag>
  return <Tag>{t(`cards.states.${state}`)}</Tag>
}

/** “7 of 10 stamps, full twice”, what is owed, and what expires first. */
function Progress({ card }: { readonly card: CustomerCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useStampWords()
  const isMoney = card.perStamp !== null
  const [first] = card.lots
  const shown = { stamps: words.figure(card.stamps, isMoney), size: words.stamps(card.size, isMoney) }
  const told = [
    t('cards.progress', shown),
    ...(isZero(card.owed) ? [] : [t('cards.owed', { stamps: words.stamps(card.owed, isMoney) })]),
    ...(card.completed === 0 ? [] : [t('cards.completed', { count: card.completed })]),
    ...(isZero(card.writtenOff)
      ? []
      : [t('cards.writtenOff', { stamps: words.stamps(card.writtenOff, isMoney) })]),
    ...(first?.expiresAt
      ? [
          t('cards.expires', {
            stamps: words.stamps(first.left, isMoney),
            date: format.date(first.expiresAt),
          }),
        ]
      : []),
  ]
  return <p className={css.progress}>{told.join(' · ')}</p>
}

function Prizes({ card: { prizes } }: { readonly card: CustomerCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useStampWords()
  if (prizes.length === 0) return null
  return (
    <>
      <h4>{t('cards.prizes')}</h4>
      <ul className={css.prizes}>
        {prizes.map(({ id, state, points, reward, madeAt, availableAt, undoneAt }) => (
          <li key={id}>
            <time dateTime={madeAt}>{format.date(madeAt)}</time>
            <span>{words.prize({ points, reward })}</span>
            <span className="muted">
              {t(`cards.prizeStates.${state}`, {
                date: format.date(state === 'waiting' ? availableAt : (undoneAt ?? madeAt)),
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
