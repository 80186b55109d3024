import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineLine } from '../../../../../server/src/history/admin-api/schema.ts'
import { useList } from '../../../api/hooks.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { absolute, isBelowZero, isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useLineTitle } from '../timeline/use-line-title.ts'
import { useReason } from '../timeline/use-reason.ts'
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
    return part && isBelowZero(part.points) ? [{ part, text }] : []
  })
  const lastOf = useLastOfEach(
    customer,
    lost.map(({ part }) => part.kind),
  )
  const isOwed = !isZero(explained.owed.points)
  return (
    <div className={css.notMore}>
      <h3>
        {t('customers.why.not')} <span className="muted small">{t('customers.why.notAbout')}</span>
      </h3>
      <ul className={css.facts}>
        {lost.map(({ part, text }) => (
          <li key={part.kind}>
            <Loss
              fact={t(`customers.why.${text}`, { points: format.points(absolute(part.points)) })}
              records={part.records}
              last={lastOf(part.kind)}
              customerId={customer.id}
            />
          </li>
        ))}
        {isOwed ? (
          <li>{t('customers.why.notOwed', { points: format.points(explained.owed.points) })}</li>
        ) : null}
        <OrdersWithout
          customer={customer}
          told={lastOf('cancelled')?.order?.id ?? null}
          isOnly={lost.length === 0 && !isOwed}
        />
      </ul>
    </div>
  )
}

/** Who asks why there is less than before mostly means what went last. */
function useLastOfEach(
  customer: Customer,
  kinds: readonly string[],
): (kind: string) => TimelineLine | undefined {
  const listed = useList(
    'customers.timeline',
    { params: { id: customer.id }, query: { kinds: kinds.join(), limit: LOOKED_AT } },
    { isOff: kinds.length === 0 },
  )
  return (kind) => listed.items.find((line) => line.kind === kind && isBelowZero(line.points))
}

interface LossProps {
  readonly fact: string
  readonly records: number
  readonly last: TimelineLine | undefined
  readonly customerId: number
}

/** How much went in this way; and the last time, which leads to its order. */
function Loss({ fact, records, last, customerId }: LossProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useLineTitle()
  const reasonOf = useReason()
  if (!last) return fact
  const told = { fact, last: format.points(absolute(last.points)), date: format.date(last.at) }
  const said = t(records === 1 ? 'customers.why.lastOne' : 'customers.why.lastOfMany', told)
  // That it has expired is said: what is left to say is what had earned it.
  if (last.kind === 'expired' && !last.order) return said
  const title =
    last.kind === 'expired' && last.order
      ? t('customers.timeline.order', { order: last.order.originalId })
      : last.reason
        ? reasonOf(last.reason)
        : (last.reward?.title ?? titleOf(last))
  return (
    <>
      {said}:{' '}
      {last.order ? (
        <PageLink to={`/customers/${customerId}/orders/${last.order.id}`} className={css.factLink}>
          {title}
        </PageLink>
      ) : (
        title
      )}
    </>
  )
}

interface OrdersWithoutProps {
  readonly customer: Customer
  /** The order that is named already. */
  readonly told: number | null
  readonly isOnly: boolean
}

function OrdersWithout({ customer, told, isOnly }: OrdersWithoutProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const listed = useList('customers.orders', { params: { id: customer.id }, query: { limit: LOOKED_AT } })
  if (listed.isLoading) return <SkeletonRowsInList />
  const without = listed.items.filter(({ id, none }) => none !== null && id !== told)
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
  if (told !== null) return null
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
