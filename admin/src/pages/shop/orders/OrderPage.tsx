import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useDialogInAddress } from '../../../components/dialog/use-dialog-in-address.ts'
import { Page, Section, WithSide } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { NotMore } from '../../../components/not-more/NotMore.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { Panel } from '../../../components/panel/Panel.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { useStampWords } from '../cards/use-stamp-words.ts'
import { DeliveriesOf } from '../DeliveriesOf.tsx'
import { Facts } from '../Facts.tsx'
import { CancelOrderDialog } from '../help/CancelOrderDialog.tsx'
import { ReturnPartDialog } from '../help/ReturnPartDialog.tsx'
import css from '../shop.module.css'
import { ExplanationSum } from '../timeline/ExplanationSum.tsx'
import { TimelineList } from '../timeline/TimelineList.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import type { Order } from './order.ts'
import { Products } from './Products.tsx'
import { Returns } from './Returns.tsx'
import { OrderStatus } from './use-order-columns.tsx'

export default function OrderPage() {
  const { t } = useTranslation()
  const params = useParams({ strict: false }) as { customer?: string; id?: string }
  const found = useRead('orders.get', {
    params: { customer: Number(params.customer), id: Number(params.id) },
  })
  const order = found.data?.answer
  const nameOf = useCustomerName()
  return (
    <Page
      title={order ? t('customers.timeline.order', { order: order.originalId }) : t('orders.title')}
      back={
        <>
          <PageLink to="/orders">{t('orders.title')}</PageLink>
          {order ? (
            <>
              {' / '}
              <PageLink to={`/customers/${order.customer.id}`} isExact>
                {nameOf(order.customer)}
              </PageLink>
            </>
          ) : null}
        </>
      }
      about={order ? <OrderStatus order={order} /> : null}
      actions={order ? <Actions order={order} /> : null}
    >
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={6} height={48} /> : null}
      {order ? <Whole order={order} /> : null}
    </Page>
  )
}

function Actions({ order }: { readonly order: Order }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useDialogInAddress(['cancel', 'return'])
  const mayCancel = useMay('orders.cancel')
  // The dialog stays open after it is done: it shows what was recorded.
  if (!mayCancel || (order.state === 'cancelled' && dialog === null)) return null
  return (
    <>
      <Button onClick={() => setDialog('return')}>{t('helping.returnPartOfOrder')}</Button>
      <Button onClick={() => setDialog('cancel')}>{t('helping.cancelTheOrder')}</Button>
      {dialog === 'return' ? <ReturnPartDialog order={order} onClose={() => setDialog(null)} /> : null}
      {dialog === 'cancel' ? (
        <CancelOrderDialog
          customerId={order.customer.id}
          orderId={order.id}
          name={order.originalId}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  )
}

function Whole({ order }: { readonly order: Order }) {
  const { t } = useTranslation()
  const maySeeWebhooks = useMay('webhooks.read')
  return (
    <WithSide side={<Why order={order} />} isSideFirst>
      <Section title={t('orders.bought')}>
        <Products order={order} />
      </Section>
      <Stamps order={order} />
      <Returns order={order} />
      <Section title={t('orders.facts.title')}>
        <OrderFacts order={order} />
      </Section>
      <Section title={t('orders.records')} about={t('orders.recordsAbout')}>
        {order.records.length === 0 ? <p className="muted">{t('orders.noRecords')}</p> : null}
        {order.recordsLeftOut > 0 ? (
          <p className="muted small">{t('orders.leftOut', { count: order.recordsLeftOut })}</p>
        ) : null}
        {order.records.length > 0 ? (
          <TimelineList
            label={t('orders.records')}
            customerId={order.customer.id}
            lines={order.records}
            after={t('orders.runningTotal')}
            isOfOrder
          />
        ) : null}
      </Section>
      {maySeeWebhooks ? (
        <Section title={t('webhooks.deliveries.title')} about={t('webhooks.deliveries.about')}>
          <DeliveriesOf customerId={order.customer.id} orderId={order.id} />
        </Section>
      ) : null}
    </WithSide>
  )
}

/** What the order gave the customer's cards. */
function Stamps({ order: { stamps, customer } }: { readonly order: Order }) {
  const { t } = useTranslation()
  const words = useStampWords()
  if (stamps.length === 0) return null
  return (
    <Section title={t('cards.ofOrder')} about={t('cards.ofOrderAbout')}>
      <Facts
        facts={stamps.map(({ ruleId, name, isMoney, stamps: amount }) => [
          name || `#${ruleId}`,
          <PageLink key={ruleId} to={`/customers/${customer.id}`} search={{ view: 'cards' }}>
            {words.stamps(amount, isMoney)}
          </PageLink>,
        ])}
      />
    </Section>
  )
}

/** The question that support hears: why so many, or why none. */
function Why({ order: { why } }: { readonly order: Order }) {
  const { t } = useTranslation()
  const format = useFormat()
  const hasLines = why.lines.length > 0
  return (
    <Panel title={t(why.none === null ? 'orders.whyPoints' : 'orders.whyNone')}>
      <p className={css.sentence}>{why.sentence}</p>
      {why.notes.map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
      {why.estimate ? (
        <p className="muted">{t('orders.estimate', { points: format.points(why.estimate.points) })}</p>
      ) : null}
      {hasLines ? (
        <div className={css.inPanel}>
          <ExplanationSum lines={why.lines} points={why.points} cashback={why.cashback} />
        </div>
      ) : null}
      {why.notMore.length > 0 ? (
        <div className={css.acrossPanel}>
          <NotMore lines={why.notMore} isOpen={why.none !== null} />
        </div>
      ) : null}
      {why.programVersion === null ? null : (
        <p className="small">
          <PageLink to={`/program/history/${why.programVersion}`}>
            {t('customers.timeline.version', { version: why.programVersion })}
          </PageLink>
        </p>
      )}
    </Panel>
  )
}
