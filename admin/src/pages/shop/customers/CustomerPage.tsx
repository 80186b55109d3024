import { Button } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useDialogInAddress } from '../../../components/dialog/use-dialog-in-address.ts'
import { Page } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, Warning } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { Tabs } from '../../../components/tabs/Tabs.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { callOf } from '../customer.ts'
import { AdjustDialog } from '../help/AdjustDialog.tsx'
import { Coupons } from './Coupons.tsx'
import { Figures } from './Figures.tsx'
import { Lots } from './Lots.tsx'
import { Orders } from './Orders.tsx'
import { Profile } from './Profile.tsx'
import { Redemptions } from './Redemptions.tsx'
import { Timeline } from './Timeline.tsx'
import type { Customer } from './types.ts'
import { WhyBalance } from './WhyBalance.tsx'

const VIEWS = ['timeline', 'points', 'orders', 'redemptions', 'coupons', 'profile'] as const
type View = (typeof VIEWS)[number]

export default function CustomerPage() {
  const { t } = useTranslation()
  const params = useParams({ strict: false }) as { id?: string }
  const id = Number(params.id)
  const found = useRead('customers.get', { params: { id } })
  const customer = found.data?.answer
  const title = customer ? callOf(customer) : t('customers.title')
  return (
    <Page
      title={title}
      back={
        <>
          <PageLink to="/customers" isExact>
            {t('customers.title')}
          </PageLink>
          {customer ? ` / ${customer.originalId}` : null}
        </>
      }
      about={customer ? <About customer={customer} /> : null}
      actions={customer ? <Actions customer={customer} /> : null}
    >
      {found.error ? <ProblemNotice problem={found.error.problem} /> : null}
      {found.isPending ? <SkeletonRows count={6} height={64} /> : null}
      {customer ? <Whole customer={customer} /> : null}
    </Page>
  )
}

function About({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, email, phone, createdAt } = customer
  const known = [name ? email : null, phone].filter((text) => text !== null && text !== '')
  return <>{[...known, t('customers.since', { date: format.date(createdAt) })].join(' · ')}</>
}

/** What one does for a customer. */
function Actions({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useDialogInAddress(['adjust'])
  if (!useMay('points.adjust')) return null
  return (
    <>
      <Button variant="filled" onClick={() => setDialog('adjust')}>
        {t('helping.adjustPoints')}
      </Button>
      {dialog === 'adjust' ? (
        <AdjustDialog customerId={customer.id} name={callOf(customer)} onClose={() => setDialog(null)} />
      ) : null}
    </>
  )
}

function Whole({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const explained = useRead('customers.balanceExplained', { params: { id: customer.id } })
  return (
    <>
      {customer.isEnrolled ? null : <Warning>{t('customers.notTakingPart')}</Warning>}
      {customer.isMasked ? <p className="muted small">{t('customers.masked')}</p> : null}
      <Figures customer={customer} waitingLot={explained.data?.answer.waiting.lots[0] ?? null} />
      {explained.error ? <ProblemNotice problem={explained.error.problem} /> : null}
      {explained.isPending ? <SkeletonRows count={6} /> : null}
      {explained.data ? <WhyBalance customer={customer} explained={explained.data.answer} /> : null}
      <Views customer={customer} />
    </>
  )
}

function Views({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as { view?: string }
  const mayReadCodes = useMay('codes.read')
  const shown = VIEWS.filter((view) => view !== 'coupons' || mayReadCodes)
  const view: View = shown.find((one) => one === search.view) ?? 'timeline'
  return (
    <section>
      <Tabs
        label={t('customers.views.label')}
        current={view}
        tabs={shown.map((name) => ({
          name,
          label: t(`customers.views.${name}`),
          to: `/customers/${customer.id}`,
          search: name === 'timeline' ? {} : { view: name },
        }))}
      />
      <ViewOf view={view} customer={customer} />
    </section>
  )
}

function ViewOf({ view, customer }: { readonly view: View; readonly customer: Customer }) {
  switch (view) {
    case 'points':
      return <Lots customerId={customer.id} />
    case 'orders':
      return <Orders customerId={customer.id} />
    case 'redemptions':
      return <Redemptions customerId={customer.id} />
    case 'coupons':
      return <Coupons customerId={customer.id} />
    case 'profile':
      return <Profile customer={customer} />
    default:
      return <Timeline customerId={customer.id} />
  }
}
