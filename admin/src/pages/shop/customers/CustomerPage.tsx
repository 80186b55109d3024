import { ActionIcon, Button, Menu } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Answered } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useDialogInAddress } from '../../../components/dialog/use-dialog-in-address.ts'
import { Icon } from '../../../components/icon/Icon.tsx'
import { Page } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, Warning } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { Tabs } from '../../../components/tabs/Tabs.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { callOf, useCallOf } from '../customer.ts'
import { EraseDialog } from '../erase/EraseDialog.tsx'
import { useExport } from '../erase/use-export.ts'
import { AdjustDialog } from '../help/AdjustDialog.tsx'
import { TakePartDialog } from '../help/TakePartDialog.tsx'
import { CanRedeem } from './CanRedeem.tsx'
import { Changes } from './Changes.tsx'
import { Coupons } from './Coupons.tsx'
import { Figures } from './Figures.tsx'
import { Lots } from './Lots.tsx'
import { Orders } from './Orders.tsx'
import { Profile } from './Profile.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'
import { Redemptions } from './Redemptions.tsx'
import { Timeline } from './Timeline.tsx'
import type { Customer } from './types.ts'
import { WhyBalance } from './WhyBalance.tsx'

const VIEWS = ['timeline', 'points', 'orders', 'redemptions', 'coupons', 'profile', 'changes'] as const
type View = (typeof VIEWS)[number]

export default function CustomerPage() {
  const { t } = useTranslation()
  const params = useParams({ strict: false }) as { id?: string }
  const id = Number(params.id)
  const found = useRead('customers.get', { params: { id } })
  const customer = found.data?.answer
  const nameOf = useCallOf()
  const title = customer ? nameOf(customer) : t('customers.title')
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
      actions={found.data ? <Actions found={found.data} /> : null}
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

const DIALOGS = ['adjust', 'profile', 'takePart', 'erase'] as const

/** What one does for a customer. Of one that was erased there is only what is left to export. */
function Actions({ found }: { readonly found: Answered<'customers.get'> }) {
  const { t } = useTranslation()
  const customer = found.answer
  const [dialog, setDialog] = useDialogInAddress(DIALOGS)
  const isThere = customer.erasedAt === null
  const mayAdjust = useMay('points.adjust') && isThere
  const mayWrite = useMay('customers.write') && isThere
  const exported = useExport(customer)
  const close = (): void => setDialog(null)
  return (
    <>
      {exported.problem ? <ProblemNotice problem={exported.problem} /> : null}
      {mayAdjust ? (
        <Button variant="filled" onClick={() => setDialog('adjust')}>
          {t('helping.adjustPoints')}
        </Button>
      ) : null}
      <MoreActions customer={customer} onOpen={setDialog} onExport={() => void exported.save()} />
      {dialog === 'adjust' && mayAdjust ? (
        <AdjustDialog customerId={customer.id} name={callOf(customer)} onClose={close} />
      ) : null}
      {dialog === 'profile' && mayWrite && !customer.isMasked ? (
        <ProfileDialog first={found} onClose={close} />
      ) : null}
      {dialog === 'takePart' && mayWrite ? <TakePartDialog customer={customer} onClose={close} /> : null}
      {/* It stays open after it is done: it shows the certificate. */}
      {dialog === 'erase' ? (
        <EraseDialog customer={customer} name={callOf(customer)} onClose={close} />
      ) : null}
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
  const mayWrite = useMay('customers.write') && erasedAt === null
  const mayExport = useMay('customers.export')
  const mayErase = useMay('customers.erase') && erasedAt === null
  if (!mayWrite && !mayExport && !mayErase) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('common.moreAbout', { name: callOf(customer) })}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayWrite && !isMasked ? (
          <Menu.Item onClick={() => onOpen('profile')}>{t('care.profile.action')}</Menu.Item>
        ) : null}
        {mayWrite ? (
          <Menu.Item onClick={() => onOpen('takePart')}>
            {t(isEnrolled ? 'care.leave.action' : 'care.enrol.action')}
          </Menu.Item>
        ) : null}
        {mayExport ? <Menu.Item onClick={onExport}>{t('erasing.exportData')}</Menu.Item> : null}
        {mayErase ? (
          <Menu.Item data-danger onClick={() => onOpen('erase')}>
            {t('erasing.eraseThis')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function Whole({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const explained = useRead('customers.balanceExplained', { params: { id: customer.id } })
  return (
    <>
      <Standing customer={customer} />
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
  const isShown: Readonly<Partial<Record<View, boolean>>> = {
    coupons: useMay('codes.read'),
    changes: useMay('audit.read'),
  }
  const shown = VIEWS.filter((view) => isShown[view] ?? true)
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
    case 'changes':
      return <Changes customer={customer} />
    default:
      return <Timeline customerId={customer.id} />
  }
}
