import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { absolute, isBelowZero, isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import css from './customer.module.css'
import type { Customer, Explained } from './types.ts'

interface WhyNotMoreProps {
  readonly customer: Customer
  readonly explained: Explained
}

/** How many of the newest orders are looked at. */
const LOOKED_AT = 50
const SHOWN = 5

/** In the order in which people ask for them. */
const LOSSES = [
  ['waiting', 'notWaiting'],
  ['expired', 'notExpired'],
  ['redeemed', 'notRedeemed'],
  ['cancelled', 'notCancelled'],
  ['orderChanged', 'notChanged'],
  ['adjusted', 'notAdjusted'],
] as const

/** The other half of the question: what was earned and is not there, and the orders that earned nothing. */
export function WhyNotMore({ customer, explained }: WhyNotMoreProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const lost = LOSSES.flatMap(([kind, text]) => {
    const part = explained.parts.find((one) => one.kind === kind)
    if (!part || !isBelowZero(part.points)) return []
    return [t(`customers.why.${text}`, { points: format.points(absolute(part.points)) })]
  })
  const owed = isZero(explained.owed.points)
    ? []
    : [t('customers.why.notOwed', { points: format.points(explained.owed.points) })]
  const facts = [...lost, ...owed]
  return (
    <div className={css.notMore}>
      <h3>
        {t('customers.why.not')} <span className="muted small">{t('customers.why.notAbout')}</span>
      </h3>
      <ul className={css.facts}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
        <OrdersWithout customer={customer} isOnly={facts.length === 0} />
      </ul>
    </div>
  )
}

function OrdersWithout({ customer, isOnly }: { readonly customer: Customer; readonly isOnly: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const listed = useList('customers.orders', { params: { id: customer.id }, query: { limit: LOOKED_AT } })
  if (listed.isLoading) return <SkeletonRowsInList />
  const without = listed.items.filter(({ none }) => none !== null)
  const shown: ReactNode[] = without.slice(0, SHOWN).map(({ id, originalId, total, none }) => (
    <li key={id}>
      <PageLink to={`/customers/${customer.id}/orders/${id}`} className={css.factLink}>
        {t('customers.why.orderWithout', {
          order: originalId,
          total: format.money(total),
          why: none ? t(`customers.withoutPoints.${none}`) : '',
        })}
      </PageLink>
    </li>
  ))
  if (without.length > SHOWN) {
    shown.push(
      <li key="all">
        <PageLink to={`/customers/${customer.id}`} search={{ view: 'orders' }} className={css.factLink}>
          {t('customers.why.allOrders')}
        </PageLink>
      </li>,
    )
  }
  if (shown.length > 0) return shown
  if (listed.items.length === 0) return <li>{t('customers.why.noOrders')}</li>
  return (
    <li>
      {isOnly ? t('customers.why.nothing') : t('customers.why.everyOrder', { count: listed.items.length })}
    </li>
  )
}

function SkeletonRowsInList() {
  return (
    <li>
      <SkeletonRows count={2} height={24} />
    </li>
  )
}
