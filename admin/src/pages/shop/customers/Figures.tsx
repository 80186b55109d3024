import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePointsName } from '../../../api/points-name.ts'
import { Punches } from '../../../components/punches/Punches.tsx'
import { isBelowZero, isZero, shareOf, subtract } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { fromLocal } from '../../../format/zone.ts'
import css from './customer.module.css'
import type { Customer, Explained } from './types.ts'

interface FiguresProps {
  readonly customer: Customer
  /** Of what waits, what opens first. */
  readonly waitingLot: Explained['waiting']['lots'][number] | null
}

/** What there is, what comes, what goes, and where the customer stands. */
export function Figures({ customer, waitingLot }: FiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const pointsName = usePointsName()
  const { balance, waiting, expiring, owed } = customer
  const name = pointsName(balance.points)
  const waitingNote = isZero(waiting.points)
    ? t('customers.figures.nothingWaits')
    : waitingLot
      ? t(
          waitingLot.remaining.points === waiting.points
            ? 'customers.figures.opens'
            : 'customers.figures.opensFirst',
          {
            date: format.date(waitingLot.availableAt),
          },
        )
      : null
  return (
    <dl className={css.figures}>
      <Figure
        kind={css.lead}
        label={t('customers.figures.balance')}
        figure={format.points(balance.points)}
        note={
          isZero(balance.cashback) || isBelowZero(balance.points)
            ? name
            : t('customers.figures.worth', { name, money: format.money(balance.cashback) })
        }
      />
      <Figure
        kind={css.waits}
        label={t('customers.figures.waiting')}
        figure={format.points(waiting.points)}
        note={waitingNote}
      />
      <Figure
        label={t('customers.figures.expiring')}
        figure={format.points(expiring.in30Days.points)}
        note={
          customer.endsOn
            ? t('customers.figures.endsOn', {
                date: format.date(fromLocal(`${customer.endsOn}T12:00`, format.timeZone)),
              })
            : t('customers.figures.in30Days', { points: format.points(expiring.in90Days.points) })
        }
      />
      <Figure
        kind={isZero(owed.points) ? css.owed : ''}
        label={t('customers.figures.owed')}
        figure={format.points(owed.points)}
        note={t(isZero(owed.points) ? 'customers.figures.owedNothing' : 'customers.figures.owedAbout')}
      />
      <TierFigure customer={customer} />
    </dl>
  )
}

function Figure(props: {
  readonly kind?: string | undefined
  readonly label: string
  readonly figure: string
  readonly note: ReactNode
}) {
  return (
    <div className={props.kind}>
      <dt>{props.label}</dt>
      <dd className={css.figure}>{props.figure}</dd>
      <dd className={css.note}>{props.note}</dd>
    </div>
  )
}

const HOLES = 10

function TierFigure({ customer: { tier, nextTier } }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const goalText = useGoalText()
  if (!tier && !nextTier) return null
  const goals = nextTier?.goals ?? []
  const share = Math.min(1, ...goals.map(({ progress, value }) => shareOf(progress, value)))
  const done = Math.max(0, Math.floor(share * HOLES))
  return (
    <div className={css.goal}>
      <dt>
        <b>{tier?.name ?? t('customers.figures.noTier')}</b>
        {nextTier ? t('customers.figures.onTheWay', { name: nextTier.name }) : t('customers.figures.highest')}
      </dt>
      {nextTier ? (
        <dd className={css.holes}>
          <Punches
            done={done}
            of={HOLES}
            label={t('customers.figures.holes', { done, of: HOLES, name: nextTier.name })}
          />
        </dd>
      ) : null}
      {goals.map((goal) => (
        <dd key={`${goal.measure} ${goal.months} ${goal.name}`} className={css.note}>
          {goalText(goal)}
        </dd>
      ))}
      {nextTier && goals.every(({ isMet }) => isMet) ? (
        <dd className={css.note}>{t('customers.figures.goalsMet')}</dd>
      ) : null}
      {tier?.belowSince ? (
        <dd className={css.note}>{t('customers.figures.below', { date: format.date(tier.belowSince) })}</dd>
      ) : null}
    </div>
  )
}

type Goal = NonNullable<Customer['nextTier']>['goals'][number]

function useGoalText(): (goal: Goal) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ measure, value, progress, months, isMet }) => {
    const shown = measure === 'spend' ? format.money : format.points
    const left = subtract(value, progress)
    return t(isMet ? 'customers.figures.goalMet' : 'customers.figures.goal', {
      progress: shown(progress),
      value: shown(value),
      left: shown(isBelowZero(left) ? '0' : left),
      count: months,
    })
  }
}
