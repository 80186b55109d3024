import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useDialogInAddress } from '../../../components/dialog/use-dialog-in-address.ts'
import { Page, Section } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import { ReturnDialog } from '../help/ReturnDialog.tsx'
import css from '../shop.module.css'
import { useCouponWorth } from '../use-coupon-worth.ts'
import { RedemptionState } from './use-redemption-columns.tsx'

type Redemption = Answer<'redemptions.get'>

export default function RedemptionPage() {
  const { t } = useTranslation()
  const params = useParams({ strict: false }) as { id?: string }
  const found = useRead('redemptions.get', { params: { id: Number(params.id) } })
  const redemption = found.data?.answer
  const nameOf = useCustomerName()
  return (
    <Page
      title={redemption?.reward.title ?? t('redemptions.one')}
      back={
        <>
          <PageLink to="/redemptions" isExact>
            {t('redemptions.title')}
          </PageLink>
          {redemption ? (
            <>
              {' / '}
              <PageLink to={`/customers/${redemption.customer.id}`}>{nameOf(redemption.customer)}</PageLink>
            </>
          ) : null}
        </>
      }
      about={redemption ? <RedemptionState redemption={redemption} /> : null}
      actions={redemption ? <Actions redemption={redemption} /> : null}
    >
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={6} /> : null}
      {redemption ? <Whole redemption={redemption} /> : null}
    </Page>
  )
}

function Actions({ redemption }: { readonly redemption: Redemption }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useDialogInAddress(['return'])
  const mayReturn = useMay('redemptions.return')
  // The dialog stays open after it is done: it shows what was recorded.
  if (!mayReturn || (redemption.returnedAt !== null && dialog === null)) return null
  return (
    <>
      <Button onClick={() => setDialog('return')}>{t('helping.giveBack')}</Button>
      {dialog === 'return' ? (
        <ReturnDialog
          redemptionId={redemption.id}
          name={redemption.reward.title ?? t('customers.timeline.reward')}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  )
}

function Whole({ redemption }: { readonly redemption: Redemption }) {
  const { t } = useTranslation()
  const format = useFormat()
  const worthOf = useCouponWorth()
  const nameOf = useCustomerName()
  const { customer, reward, cost, coupon } = redemption
  return (
    <>
      <Section title={t('redemptions.about')}>
        <Facts
          facts={[
            [
              t('orders.columns.customer'),
              <PageLink key="customer" to={`/customers/${customer.id}`}>
                {nameOf(customer)}
              </PageLink>,
            ],
            [
              t('redemptions.columns.reward'),
              <PageLink key="reward" to={`/rewards/${reward.id}`}>
                {reward.title ?? t('customers.timeline.reward')}
              </PageLink>,
            ],
            [t('redemptions.columns.redeemed'), format.moment(redemption.redeemedAt)],
            [t('redemptions.givenBack'), redemption.returnedAt ? format.moment(redemption.returnedAt) : null],
            [t('redemptions.bys.key'), redemption.key],
            [t('redemptions.bys.externalCode'), redemption.externalCode],
            [t('redemptions.columns.code'), coupon?.code ?? null],
            [t('customers.coupons.gives'), coupon ? worthOf(coupon) : null],
            [t('customers.coupons.until'), coupon?.validUntil ? format.moment(coupon.validUntil) : null],
            [
              t('redemptions.usedIn'),
              coupon?.orderId ? (
                <PageLink key="order" to={`/customers/${customer.id}/orders/${coupon.orderId}`}>
                  {t('redemptions.theOrder')}
                </PageLink>
              ) : null,
            ],
            ...redemption.metadata.map(({ name, value }) => [name, value] as const),
          ]}
        />
      </Section>
      <Section title={t('redemptions.paid')} about={t('redemptions.paidAbout')}>
        <ul className={`${css.products} ${css.narrow}`}>
          {redemption.lots.map(({ lotId, from, order, used }) => (
            <li key={lotId}>
              <span>
                {order ? (
                  <PageLink to={`/customers/${customer.id}/orders/${order.id}`}>
                    {t('customers.timeline.order', { order: order.originalId })}
                  </PageLink>
                ) : (
                  t('redemptions.lot')
                )}
                , {format.date(from)}
              </span>
              <span>{format.points(used.points)}</span>
            </li>
          ))}
          <li className={css.total}>
            <span>{t('redemptions.columns.cost')}</span>
            <span>{format.points(cost.points)}</span>
          </li>
        </ul>
      </Section>
    </>
  )
}
