import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePointsName } from '../../../api/points-name.ts'
import { Icon } from '../../../components/icon/Icon.tsx'
import { Panel } from '../../../components/panel/Panel.tsx'
import { isZero, shareOf } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { byExpiry } from './by-expiry.ts'
import css from './customer.module.css'
import { Parts } from './Parts.tsx'
import type { Customer, Explained } from './types.ts'
import { WhyNotMore } from './WhyNotMore.tsx'

interface WhyProps {
  readonly customer: Customer
  readonly explained: Explained
}

/** The balance as a sum that one can open until it is explained, and what it is not. */
export function WhyBalance({ customer, explained }: WhyProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const pointsName = usePointsName()
  const [isOpen, setOpen] = useState(true)
  const heading = useId()
  const { points } = explained
  const records = explained.parts.reduce(
    (sum, { kind, records: count }) => (kind === 'waiting' ? sum : sum + count),
    0,
  )
  return (
    <section className={css.why} aria-labelledby={heading}>
      <Panel isFlush>
        <header className={css.whyHead}>
          <h2 id={heading}>
            {t('customers.why.title', { points: format.points(points), name: pointsName(points) })}
          </h2>
          <span className="muted small">{t('customers.why.records', { count: records })}</span>
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            leftSection={<Icon name={isOpen ? 'up' : 'down'} />}
          >
            {t(isOpen ? 'common.close' : 'customers.why.open')}
          </Button>
        </header>
        {isOpen ? (
          <div className={css.whyBody}>
            <Parts customerId={customer.id} explained={explained} />
            <MadeOf explained={explained} />
            <WhyNotMore customer={customer} explained={explained} />
          </div>
        ) : null}
      </Panel>
    </section>
  )
}

/** The lots that the balance consists of, by the month in which they expire. */
function MadeOf({ explained }: { readonly explained: Explained }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { open, owed } = explained
  const months = byExpiry(open.lots, open.points, { timeZone: format.timeZone, now: new Date() })
  const most = months.reduce((max, { points }) => (Number(points) > Number(max) ? points : max), '0')
  const nameOf = (month: string, at: string | null): string => {
    if (month === 'later') return t('customers.why.later')
    return at === null ? t('customers.why.never') : format.month(at)
  }
  return (
    <div className={css.madeOf}>
      <h3>{t('customers.why.madeOf')}</h3>
      {months.length === 0 ? <p className="muted small">{t('customers.why.nothingLeft')}</p> : null}
      <ul className={css.lots}>
        {months.map(({ month, at, points, isSoon }) => (
          <li key={month}>
            <span>{nameOf(month, at)}</span>
            <span
              className={isSoon ? `${css.bar} ${css.soon}` : css.bar}
              style={{ width: `${Math.max(1, shareOf(points, most) * 100)}%` }}
            />
            <span className={css.count}>{format.points(points)}</span>
          </li>
        ))}
        {isZero(owed.points) ? null : (
          <li>
            <span>{t('customers.why.owed')}</span>
            <span />
            <span className={css.count}>−{format.points(owed.points)}</span>
          </li>
        )}
        <li className={css.total}>
          <span>{t('customers.why.lots', { count: open.count })}</span>
          <span />
          <span className={css.count}>{format.points(explained.points)}</span>
        </li>
      </ul>
      <Waiting explained={explained} />
    </div>
  )
}

function Waiting({ explained: { waiting } }: { readonly explained: Explained }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [first] = waiting.lots
  if (!first) return null
  const told = { points: format.points(waiting.points), date: format.date(first.availableAt) }
  return (
    <p className={css.apart}>
      {waiting.count === 1 && first.order
        ? t('customers.why.waitingLot', { ...told, order: first.order.originalId })
        : t('customers.why.waitingLots', told)}
    </p>
  )
}
