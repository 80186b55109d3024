import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useMay } from '../../../api/session.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import type { Order } from './order.ts'

type Named = Order['content']['branch']

function nameOf(thing: Named): string | null {
  return thing === null ? null : thing.name || thing.originalId
}

/** When, where and how, and what its points depended on. */
export function OrderFacts({ order }: { readonly order: Order }) {
  const { t } = useTranslation()
  const format = useFormat()
  const customerName = useCustomerName()
  const earnedWith = useEarnedWith(order)
  const moment = (at: string | null): string | null => (at === null ? null : format.moment(at))
  const { content, customer } = order
  return (
    <Facts
      facts={[
        [
          t('orders.columns.customer'),
          <PageLink key="customer" to={`/customers/${customer.id}`}>
            {customerName(customer)}
          </PageLink>,
        ],
        [t('orders.facts.placed'), moment(order.placedAt)],
        [t('orders.facts.completed'), moment(order.completedAt)],
        [t('orders.facts.cancelled'), moment(order.cancelledAt)],
        [t('orders.facts.status'), content.status],
        [t('orders.facts.payment'), nameOf(content.paymentMethod)],
        [t('orders.facts.branch'), nameOf(content.branch)],
        [t('orders.facts.salesPerson'), nameOf(content.salesPerson)],
        [t('orders.facts.coupon'), <OrderCoupons key="coupons" order={order} />],
        ...earnedWith,
        ...content.metadata.map(({ name, value }) => [name, value] as const),
      ]}
    />
  )
}

/** The coupon that was sent, and the redemptions whose coupons it used. */
function OrderCoupons({ order: { content, coupons } }: { readonly order: Order }) {
  const { t } = useTranslation()
  const mayReadCodes = useMay('codes.read')
  const sent = [content.coupon, content.externalCoupon].filter((code) => code !== null && code !== '')
  if (coupons.length === 0) return sent.length === 0 ? t('common.none') : sent.join(', ')
  return coupons.map(({ code, redemptionId }, index) => {
    const shown = code ?? t(mayReadCodes ? 'common.none' : 'orders.codeHidden')
    return (
      <span key={code ?? index}>
        {redemptionId === null ? (
          shown
        ) : (
          <PageLink to={`/redemptions/${redemptionId}`}>{shown}</PageLink>
        )}{' '}
      </span>
    )
  })
}

function useEarnedWith({ earnedWith }: Order): (readonly [string, ReactNode])[] {
  const { t } = useTranslation()
  const format = useFormat()
  if (!earnedWith) return []
  const { tierName, isFirstPurchase, writtenOff, missedPoints, countsFrom } = earnedWith
  return [
    [t('orders.facts.tier'), tierName],
    [t('orders.facts.first'), isFirstPurchase ? t('common.yes') : null],
    [t('orders.facts.countsFrom'), countsFrom === null ? null : format.moment(countsFrom)],
    [t('orders.facts.writtenOff'), isZero(writtenOff.points) ? null : format.points(writtenOff.points)],
    [t('orders.facts.missed'), isZero(missedPoints) ? null : format.points(missedPoints)],
  ]
}
