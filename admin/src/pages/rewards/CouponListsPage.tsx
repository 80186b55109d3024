import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Status } from '../../components/status/Status.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'
import { useFormat } from '../../format/use-format.ts'
import { NewListDialog } from './NewListDialog.tsx'
import { useListState } from './use-list-state.ts'

type CouponList = Answer<'couponLists.list'>['items'][number]

export default function CouponListsPage() {
  const { t } = useTranslation()
  const mayWrite = useMay('rewards.write')
  const { view: asked } = useSearch({ strict: false }) as { view?: string }
  const view = asked === 'archived' ? 'archived' : 'active'
  const listed = useList('couponLists.list', { query: { state: view } })
  const columns = useColumns()
  const [isAdding, setAdding] = useState(false)
  const isFirst = view === 'active' && !listed.isLoading && listed.items.length === 0
  const add = mayWrite ? (
    <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {t('couponLists.new')}
    </Button>
  ) : null
  return (
    <Page
      title={t('couponLists.title')}
      about={t('couponLists.about')}
      back={<PageLink to="/rewards">{t('rewards.title')}</PageLink>}
      actions={isFirst ? null : add}
    >
      <Tabs
        label={t('couponLists.title')}
        tabs={[
          { name: 'active', label: t('couponLists.active'), to: '/coupon-lists' },
          {
            name: 'archived',
            label: t('couponLists.archived'),
            to: '/coupon-lists',
            search: { view: 'archived' },
          },
        ]}
      />
      <ListedTable
        label={t('couponLists.title')}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        to={({ id }) => `/coupon-lists/${id}`}
        empty={
          isFirst ? (
            <Empty title={t('couponLists.empty.title')} action={add}>
              {t('couponLists.empty.text')}
            </Empty>
          ) : (
            <p className="muted">{t('rewards.none')}</p>
          )
        }
      />
      {isAdding ? <NewListDialog reward={null} onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

function useColumns(): readonly Column<CouponList>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const stateOf = useListState()
  return [
    { head: t('couponLists.name'), onPhone: 'subject', cell: ({ name }) => name },
    { head: t('couponLists.reward'), onPhone: 'note', cell: ({ reward }) => reward?.title ?? '' },
    {
      head: t('couponLists.left'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ left, codes }) =>
        t('couponLists.leftOf', { left: format.number(left), codes: format.number(codes) }),
    },
    {
      head: t('couponLists.runsOut'),
      onPhone: 'hidden',
      cell: ({ runsOutOn }) => (runsOutOn ? format.date(`${runsOutOn}T12:00:00Z`) : ''),
    },
    {
      head: t('common.state'),
      onPhone: 'date',
      cell: (list) => {
        const { kind, text } = stateOf(list)
        return <Status kind={kind}>{text}</Status>
      },
    },
  ]
}
