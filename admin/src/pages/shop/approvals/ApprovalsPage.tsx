import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { Empty } from '../../../components/empty/Empty.tsx'
import { Page } from '../../../components/layout/Page.tsx'
import { Status, type StatusKind } from '../../../components/status/Status.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { Tabs } from '../../../components/tabs/Tabs.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import type { Approval } from './approval.ts'
import { useAsked } from './use-asked.ts'

const VIEWS = ['waiting', 'approved', 'rejected', 'expired'] as const

const STATUS: Readonly<Record<Approval['state'], StatusKind>> = {
  waiting: 'waiting',
  approved: 'well',
  rejected: 'off',
  expired: 'off',
}

/** What waits for a second person, and what became of the rest. */
export default function ApprovalsPage() {
  const { t } = useTranslation()
  const { view: asked } = useSearch({ strict: false }) as { view?: string }
  const view = VIEWS.find((one) => one === asked) ?? 'waiting'
  const listed = useList('approvals.list', { query: { state: view } })
  const [opened, setOpened] = useState<Approval | null>(null)
  const columns = useColumns()
  return (
    <Page title={t('approvals.title')} about={t('approvals.about')}>
      <Tabs
        label={t('approvals.views')}
        current={view}
        tabs={VIEWS.map((name) => ({
          name,
          label: t(`approvals.states.${name}`),
          to: '/approvals',
          search: name === 'waiting' ? {} : { view: name },
        }))}
      />
      <ListedTable
        label={t('approvals.title')}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        actions={(approval) => (
          <Button size="xs" onClick={() => setOpened(approval)}>
            {t(approval.state === 'waiting' && !approval.isOwn ? 'approvals.review' : 'approvals.look')}
          </Button>
        )}
        empty={
          view === 'waiting' ? (
            <Empty title={t('approvals.empty.title')}>{t('approvals.empty.text')}</Empty>
          ) : (
            <p className="muted">{t('approvals.none')}</p>
          )
        }
      />
      {opened ? <ApprovalDialog approval={opened} onClose={() => setOpened(null)} /> : null}
    </Page>
  )
}

function useColumns(): readonly Column<Approval>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const askedFor = useAsked()
  return [
    { head: t('approvals.columns.what'), onPhone: 'subject', cell: askedFor },
    {
      head: t('approvals.columns.who'),
      onPhone: 'note',
      cell: ({ requestedBy, isOwn }) => (isOwn ? t('approvals.you') : requestedBy.label),
    },
    {
      head: t('approvals.columns.when'),
      onPhone: 'date',
      cell: ({ requestedAt }) => format.ago(requestedAt),
    },
    {
      head: t('common.state'),
      onPhone: 'hidden',
      cell: ({ state }) => <Status kind={STATUS[state]}>{t(`approvals.states.${state}`)}</Status>,
    },
  ]
}
