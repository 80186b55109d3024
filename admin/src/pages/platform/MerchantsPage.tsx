import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange, useList } from '../../api/hooks.ts'
import { useSession } from '../../api/session.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { Status, Tag } from '../../components/status/Status.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { ResumeDialog, SupportDialog, SuspendDialog } from './MerchantDialogs.tsx'
import type { Merchant } from './merchant.ts'

interface Doing {
  readonly what: 'suspend' | 'resume' | 'support'
  readonly merchant: Merchant
}

/** All merchants of the installation, for its operators: how much they sell, and whether something is wrong. */
export default function MerchantsPage() {
  const { t } = useTranslation()
  const { memberships } = useSession()
  const listed = useList('platform.listMerchants', {})
  const columns = useColumns()
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = (): void => setDoing(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const endSession = useChange('session.end')
  const signOut = async (): Promise<void> => {
    await endSession({})
    client.clear()
    await navigate({ to: '/sign-in', search: {} })
  }
  return (
    <Page
      title={t('platform.title')}
      about={t('platform.about')}
      actions={
        <>
          {memberships.length > 0 ? (
            <Button component={Link} to="/">
              {t('platform.back')}
            </Button>
          ) : null}
          <Button onClick={() => void signOut()}>{t('shell.me.signOut')}</Button>
        </>
      }
    >
      <ListedTable
        label={t('platform.title')}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        actions={(merchant) => <MerchantMenu merchant={merchant} onDo={setDoing} />}
        empty={<p className="muted">{t('platform.none')}</p>}
      />
      {doing?.what === 'suspend' ? <SuspendDialog merchant={doing.merchant} onClose={close} /> : null}
      {doing?.what === 'resume' ? <ResumeDialog merchant={doing.merchant} onClose={close} /> : null}
      {doing?.what === 'support' ? <SupportDialog merchant={doing.merchant} onClose={close} /> : null}
    </Page>
  )
}

const STATUS = { active: 'well', suspended: 'bad', closed: 'off' } as const

function useColumns(): readonly Column<Merchant>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const count = (merchant: Merchant, name: 'customers' | 'ordersLastDay' | 'errorsLastDay'): string =>
    merchant.figures ? format.number(merchant.figures[name]) : t('platform.away')
  return [
    {
      head: t('platform.merchant'),
      onPhone: 'subject',
      cell: ({ id, name, isSandbox }) => (
        <>
          {name} <span className="faint small">{id}</span>{' '}
          {isSandbox ? <Tag>{t('shell.sandbox')}</Tag> : null}
        </>
      ),
    },
    {
      head: t('platform.state'),
      onPhone: 'note',
      cell: ({ state, stateReason, deleteAfter, supportUntil }) => (
        <>
          <Status kind={STATUS[state]}>{t(`platform.states.${state}`)}</Status>
          {stateReason ? <div className="faint small">{stateReason}</div> : null}
          {deleteAfter ? (
            <div className="faint small">
              {t('platform.deleteAfter', { date: format.moment(deleteAfter) })}
            </div>
          ) : null}
          {supportUntil ? (
            <div className="faint small">
              {t('platform.supportUntil', { date: format.moment(supportUntil) })}
            </div>
          ) : null}
        </>
      ),
    },
    { head: t('platform.cell'), onPhone: 'hidden', cell: ({ cell }) => cell },
    { head: t('platform.customers'), onPhone: 'hidden', cell: (one) => count(one, 'customers') },
    { head: t('platform.orders'), onPhone: 'figure', cell: (one) => count(one, 'ordersLastDay') },
    { head: t('platform.errors'), onPhone: 'hidden', cell: (one) => count(one, 'errorsLastDay') },
    {
      head: t('platform.lastOrder'),
      onPhone: 'date',
      cell: ({ figures }) => (figures?.lastOrderAt ? format.ago(figures.lastOrderAt) : t('platform.noOrder')),
    },
  ]
}

function MerchantMenu({
  merchant,
  onDo,
}: {
  readonly merchant: Merchant
  readonly onDo: (doing: Doing) => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const endSupport = useChange('platform.endSupport')
  const { id, name, state, supportUntil } = merchant
  const end = async (): Promise<void> => {
    await endSupport({ params: { merchant: id } })
    await client.invalidateQueries({ queryKey: [null, 'session'] })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.moreAbout', { name })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {supportUntil ? (
          <>
            <Menu.Item component={Link} to={`/t/${id}`}>
              {t('platform.open')}
            </Menu.Item>
            <Menu.Item onClick={() => void end()}>{t('platform.endSupport')}</Menu.Item>
          </>
        ) : (
          <Menu.Item onClick={() => onDo({ what: 'support', merchant })}>
            {t('platform.support.action')}
          </Menu.Item>
        )}
        {state === 'active' ? (
          <Menu.Item data-danger onClick={() => onDo({ what: 'suspend', merchant })}>
            {t('platform.suspend.action')}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => onDo({ what: 'resume', merchant })}>
            {t('platform.resume.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
