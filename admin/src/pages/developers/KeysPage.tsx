import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Status } from '../../components/status/Status.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { ApiKey } from './api-key.ts'
import { DeveloperTabs } from './DeveloperTabs.tsx'
import { MadeKey, type NewKey } from './MadeKey.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'

interface Doing {
  readonly what: 'rotate' | 'revoke'
  readonly key: ApiKey
}

export default function KeysPage() {
  const { t } = useTranslation()
  const mayWrite = useMay('keys.write')
  const listed = useList('apiKeys.list', {})
  const columns = useColumns()
  const [doing, setDoing] = useState<Doing | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)
  const [dialog, openDialog] = useDialogInAddress(['new'])
  const close = (): void => {
    setDoing(null)
    if (dialog) openDialog(null)
  }
  const show = (key: NewKey): void => {
    close()
    setMade(key)
  }
  const newKey = mayWrite ? (
    <Button variant="filled" onClick={() => openDialog('new')}>
      {t('keys.new')}
    </Button>
  ) : null
  return (
    <Page
      title={t('keys.title')}
      about={t('keys.about')}
      actions={
        <>
          <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="subtle">
            {t('keys.reference')}
          </Button>
          {listed.items.length > 0 ? newKey : null}
        </>
      }
    >
      <DeveloperTabs />
      {listed.problem ? (
        <ProblemNotice problem={listed.problem} actions={<TryAgain onClick={listed.tryAgain} />} />
      ) : null}
      <DataTable
        label={t('keys.title')}
        columns={columns}
        rows={listed.items}
        keyOf={({ id }) => id}
        isLoading={listed.isLoading}
        more={listed.more}
        isLoadingMore={listed.isLoadingMore}
        {...(mayWrite ? { actions: (key: ApiKey) => <KeyMenu apiKey={key} onDo={setDoing} /> } : {})}
        empty={
          listed.problem ? null : (
            <Empty title={t('keys.empty.title')} action={newKey}>
              {t('keys.empty.text')}
            </Empty>
          )
        }
      />
      {dialog === 'new' && mayWrite ? <NewKeyDialog onClose={close} onMade={show} /> : null}
      {doing?.what === 'rotate' ? <RotateKeyDialog apiKey={doing.key} onClose={close} onMade={show} /> : null}
      {doing?.what === 'revoke' ? <RevokeKeyDialog apiKey={doing.key} onClose={close} /> : null}
      {made ? <MadeKey made={made} onClose={() => setMade(null)} /> : null}
    </Page>
  )
}

function useColumns(): readonly Column<ApiKey>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      head: t('keys.label'),
      onPhone: 'subject',
      cell: ({ label, by }) => (
        <>
          {label}
          {by ? <span className="faint small"> · {t('keys.by', { who: by })}</span> : null}
        </>
      ),
    },
    { head: t('keys.token'), onPhone: 'note', cell: ({ token }) => <code>{token}</code> },
    {
      head: t('keys.scopes'),
      onPhone: 'hidden',
      cell: ({ scopes }) => scopes.map((scope) => t(`keys.scope.${scope}`)).join(', '),
    },
    {
      head: t('keys.lastUsed'),
      onPhone: 'date',
      cell: ({ lastUsedAt }) => (lastUsedAt ? format.agoByHour(lastUsedAt) : t('keys.neverUsed')),
    },
    { head: t('common.state'), onPhone: 'figure', cell: (key) => <KeyState apiKey={key} /> },
  ]
}

function KeyState({ apiKey: { state, expiresAt } }: { readonly apiKey: ApiKey }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (state !== 'live') return <Status kind="off">{t(`keys.state.${state}`)}</Status>
  if (expiresAt === null) return <Status kind="well">{t('keys.state.live')}</Status>
  return <Status kind="waiting">{t('keys.state.ending', { when: format.end(expiresAt) })}</Status>
}

function KeyMenu({ apiKey, onDo }: { readonly apiKey: ApiKey; readonly onDo: (doing: Doing) => void }) {
  const { t } = useTranslation()
  if (apiKey.state !== 'live') return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.moreAbout', { name: apiKey.label })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onDo({ what: 'rotate', key: apiKey })}>{t('keys.rotate.action')}</Menu.Item>
        <Menu.Item data-danger onClick={() => onDo({ what: 'revoke', key: apiKey })}>
          {t('keys.revoke.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
