import { ActionIcon, Button, Menu } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Answered } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useDialogInAddress } from '../../../components/dialog/use-dialog-in-address.ts'
import { Icon } from '../../../components/icon/Icon.tsx'
import { Page } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain, Warning } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { Tabs } from '../../../components/tabs/Tabs.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { PendingRequests } from '../approvals/PendingRequests.tsx'
import { Awards } from '../cards/Awards.tsx'
import { Cards } from '../cards/Cards.tsx'
import { DeliveriesOf } from '../DeliveriesOf.tsx'
import { EraseDialog } from '../erase/EraseDialog.tsx'
import { ExportedData } from '../erase/ExportedData.tsx'
import { useExport } from '../erase/use-export.ts'
import { AdjustDialog } from '../help/AdjustDialog.tsx'
import { TakePartDialog } from '../help/TakePartDialog.tsx'
import { MergeDialog } from '../merge/MergeDialog.tsx'
import { MergedInto } from '../merge/MergedInto.tsx'
import { CanRedeem } from './CanRedeem.tsx'
import { Changes } from './Changes.tsx'
import { Coupons } from './Coupons.tsx'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'
import { Figures } from './Figures.tsx'
import { Lots } from './Lots.tsx'
import { Orders } from './Orders.tsx'
import { Profile } from './Profile.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'
import { Redemptions } from './Redemptions.tsx'
import { Timeline } from './Timeline.tsx'
import type { Customer } from './types.ts'
import { WhyBalance } from './WhyBalance.tsx'

const VIEWS = [
  'timeline',
  'points',
  'cards',
  'orders',
  'redemptions',
  'coupons',
  'profile',
  'changes',
  'webhooks',
] as const
type View = (typeof VIEWS)[number]

export default function CustomerPage() {
  const { t } = useTranslation()
  const params = useParams({ strict: false }) as { id?: string }
  const id = Number(params.id)
  const found = useRead('customers.get', { params: { id } })
  const customer = found.data?.answer
  const nameOf = useNameOnPage()
  const title = customer ? nameOf(customer) : t('customers.title')
  return (
    <Page
      title={title}
      back={
        <>
          <PageLink to="/customers" isExact>
            {t('customers.title')}
          </PageLink>
          {customer && customer.mergedInto === null ? ` / ${customer.originalId}` : null}
        </>
      }
      about={customer ? <About customer={customer} /> : null}
      actions={found.data ? <Actions found={found.data} /> : null}
    >
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={6} height={64} /> : null}
      {customer ? <Content customer={customer} /> : null}
    </Page>
  )
}

/** Of one who was merged there is neither a name nor an id left. */
function useNameOnPage(): (customer: Customer) => string {
  const { t } = useTranslation()
  const nameOf = useCustomerName()
  return (customer) => (customer.mergedInto === null ? nameOf(customer) : t('merging.merged'))
}

function About({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, email, phone, createdAt } = customer
  const known = [name ? email : null, phone].filter((text) => text !== null && text !== '')
  return <>{[...known, t('customers.since', { date: format.date(createdAt) })].join(' · ')}</>
}

const DIALOGS = ['adjust', 'profile', 'takePart', 'endSessions', 'merge', 'erase'] as const

/** What one does for a customer. Of one that was erased there is only what is left to export, of one that was merged nothing. */
function Actions({ found }: { readonly found: Answered<'customers.get'> }) {
  const { t } = useTranslation()
  const customer = found.answer
  const [dialog, setDialog] = useDialogInAddress(DIALOGS)
  const isThere = customer.erasedAt === null && customer.mergedInto === null
  const mayAdjust = useMay('points.adjust') && isThere
  const mayWrite = useMay('customers.write') && isThere
  const mayMerge = useMay('customers.merge') && isThere
  const exported = useExport(customer.id)
  const name = useCustomerName()(customer)
  const close = (): void => setDialog(null)
  return (
    <>
      {exported.problem ? <ProblemNotice problem={exported.problem} /> : null}
      {mayAdjust ? (
        <Button variant="filled" onClick={() => setDialog('adjust')}>
          {t('helping.adjustPoints')}
        </Button>
      ) : null}
      {customer.mergedInto === null ? (
        <MoreActions customer={customer} onOpen={setDialog} onExport={() => void exported.start()} />
      ) : null}
      {dialog === 'adjust' && mayAdjust ? (
        <AdjustDialog customerId={customer.id} name={name} onClose={close} />
      ) : null}
      {dialog === 'profile' && mayWrite && !customer.isMasked ? (
        <ProfileDialog first={found} onClose={close} />
      ) : null}
      {dialog === 'takePart' && mayWrite ? <TakePartDialog customer={customer} onClose={close} /> : null}
      {dialog === 'endSessions' && mayWrite ? <EndSessionsDialog id={customer.id} onClose={close} /> : null}
      {dialog === 'merge' && mayMerge ? <MergeDialog customer={customer} onClose={close} /> : null}
      {/* It stays open after it is done: it shows the certificate. */}
      {dialog === 'erase' ? <EraseDialog customer={customer} name={name} onClose={close} /> : null}
    </>
  )
}

interface MoreActionsProps {
  readonly customer: Customer
  readonly onOpen: (dialog: (typeof DIALOGS)[number]) => void
  readonly onExport: () => void
}

function MoreActions({ customer, onOpen, onExport }: MoreActionsProps) {
  const { t } = useTranslation()
  const { isMasked, isEnrolled, erasedAt } = customer
  const name = useCustomerName()(customer)
  const mayWrite = useMay('customers.write') && erasedAt === null
  const mayRedeem = useMay('redemptions.create') && erasedAt === null
  const [maySee, mayAsk] = [useMay('customers.personal'), useMay('customers.export')]
  const mayExport = maySee && mayAsk
  const mayMerge = useMay('customers.merge') && erasedAt === null
  const mayErase = useMay('customers.erase') && erasedAt === null
  if (!mayWrite && !mayRedeem && !mayExport && !mayMerge && !mayErase) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t('common.moreAbout', { name })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayWrite && !isMasked ? (
          <Menu.Item onClick={() => onOpen('profile')}>{t('care.profile.action')}</Menu.Item>
        ) : null}
        {mayRedeem ? (
          <Menu.Item component={PageLink} to={`/customers/${customer.id}`} search={{ view: 'redemptions' }}>
            {t('care.redeem.menu')}
          </Menu.Item>
        ) : null}
        {mayWrite ? (
          <Menu.Item onClick={() => onOpen('takePart')} data-danger={isEnrolled || undefined}>
            {t(isEnrolled ? 'care.leave.action' : 'care.enrol.action')}
          </Menu.Item>
        ) : null}
        {mayWrite ? (
          <Menu.Item onClick={() => onOpen('endSessions')}>{t('storefront.sessions.action')}</Menu.Item>
        ) : null}
        {mayExport ? <Menu.Item onClick={onExport}>{t('erasing.exportData')}</Menu.Item> : null}
        {mayMerge ? (
          <Menu.Item data-danger onClick={() => onOpen('merge')}>
            {t('merging.action')}
          </Menu.Item>
        ) : null}
        {mayErase ? (
          <Menu.Item data-danger onClick={() => onOpen('erase')}>
            {t('erasing.eraseThis')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Of one who was merged: where everything went, and what was done to it and told of it before. */
function Content({ customer }: { readonly customer: Customer }) {
  if (customer.mergedInto === null) return <Whole customer={customer} />
  return (
    <>
      <MergedInto id={customer.mergedInto} />
      <Views customer={customer} />
    </>
  )
}

function Whole({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const explained = useRead('customers.balanceExplained', { params: { id: customer.id } })
  return (
    <>
      <Standing customer={customer} />
      <ExportedData customerId={customer.id} />
      <PendingRequests customerId={customer.id} />
      {customer.isMasked ? <p className="muted small">{t('customers.masked')}</p> : null}
      <Figures customer={customer} waitingLot={explained.data?.answer.waiting.lots[0] ?? null} />
      {explained.error ? <ProblemNotice problem={explained.error.problem} /> : null}
      {explained.isPending ? <SkeletonRows count={6} /> : null}
      {explained.data ? <WhyBalance customer={customer} explained={explained.data.answer} /> : null}
      <Views customer={customer} />
    </>
  )
}

/** Why nothing is earned. */
function Standing({ customer: { isEnrolled, erasedAt } }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (erasedAt !== null) return <Warning>{t('erasing.erased', { date: format.date(erasedAt) })}</Warning>
  return isEnrolled ? null : <Warning>{t('customers.notTakingPart')}</Warning>
}

function Views({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as { view?: string }
  const isThere = customer.mergedInto === null
  const isShown: Readonly<Partial<Record<View, boolean>>> = {
    coupons: useMay('codes.read') && isThere,
    changes: useMay('audit.read'),
    webhooks: useMay('webhooks.read'),
  }
  const shown = VIEWS.filter((view) => isShown[view] ?? isThere)
  const [first] = shown
  const view = shown.find((one) => one === search.view) ?? first
  if (view === undefined) return null
  return (
    <section>
      <Tabs
        label={t('customers.views.label')}
        current={view}
        tabs={shown.map((name) => ({
          name,
          label: t(`customers.views.${name}`),
          to: `/customers/${customer.id}`,
          search: name === first ? {} : { view: name },
        }))}
      />
      <ViewOf view={view} customer={customer} />
    </section>
  )
}

function CardsOf({ customer }: { readonly customer: Customer }) {
  const nameOf = useCustomerName()
  return (
    <>
      <Cards customerId={customer.id} name={nameOf(customer)} mayChange={customer.erasedAt === null} />
      <Awards customerId={customer.id} />
    </>
  )
}

function ViewOf({ view, customer }: { readonly view: View; readonly customer: Customer }) {
  switch (view) {
    case 'points':
      return <Lots customerId={customer.id} />
    case 'cards':
      return <CardsOf customer={customer} />
    case 'orders':
      return <Orders customerId={customer.id} />
    case 'redemptions':
      return (
        <>
          <CanRedeem customer={customer} />
          <Redemptions customerId={customer.id} />
        </>
      )
    case 'coupons':
      return <Coupons customerId={customer.id} />
    case 'profile':
      return <Profile customer={customer} />
    case 'webhooks':
      return <DeliveriesOf customerId={customer.id} />
    case 'changes':
      return <Changes customer={customer} />
    default:
      return <Timeline customerId={customer.id} />
  }
}
