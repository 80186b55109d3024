import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { MadeDialog } from '../../components/secret/MadeDialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'
import { Status } from '../../components/status/Status.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { DeveloperTabs } from './DeveloperTabs.tsx'
import { NewServiceTokenDialog } from './NewServiceTokenDialog.tsx'
import type { Token } from './service-token.ts'
import { RevokeTokenDialog, RotateTokenDialog } from './TokenQuestions.tsx'
import { useTokenWords } from './use-token-words.ts'

interface Doing {
  readonly what: 'rotate' | 'revoke'
  readonly token: Token
}

/** Tokens of the merchant itself, and those with which its people act for it. */
export default function TokensPage() {
  const { t } = useTranslation()
  const mayWrite = useMay('tokens.write')
  const found = useRead('tokens.list', {})
  const columns = useColumns()
  const [dialog, openDialog] = useDialogInAddress(['new'])
  const [doing, setDoing] = useState<Doing | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = (): void => {
    setDoing(null)
    if (dialog) openDialog(null)
  }
  const show = (made: string): void => {
    close()
    setSecret(made)
  }
  const tokens = found.data?.answer.items ?? []
  const newToken = mayWrite ? (
    <Button variant="filled" onClick={() => openDialog('new')}>
      {t('tokens.new')}
    </Button>
  ) : null
  return (
    <Page
      title={t('tokens.title')}
      about={t('tokens.about')}
      actions={
        <>
          <Button component="a" href="/docs/admin" target="_blank" rel="noreferrer" variant="subtle">
            {t('keys.reference')}
          </Button>
          {tokens.length > 0 ? newToken : null}
        </>
      }
    >
      <DeveloperTabs />
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      <DataTable
        label={t('tokens.title')}
        columns={columns}
        rows={tokens}
        keyOf={({ id }) => id}
        isLoading={found.isPending}
        {...(mayWrite ? { actions: (token: Token) => <TokenMenu token={token} onDo={setDoing} /> } : {})}
        empty={
          found.error ? null : (
            <Empty title={t('tokens.empty.title')} action={newToken}>
              {t('tokens.empty.text')}
            </Empty>
          )
        }
      />
      {dialog === 'new' && mayWrite ? <NewServiceTokenDialog onClose={close} onMade={show} /> : null}
      {doing?.what === 'rotate' ? (
        <RotateTokenDialog token={doing.token} onClose={close} onMade={show} />
      ) : null}
      {doing?.what === 'revoke' ? <RevokeTokenDialog token={doing.token} onClose={close} /> : null}
      {secret ? (
        <MadeDialog title={t('tokens.made')} once={t('tokens.once')} onClose={() => setSecret(null)}>
          <SecretOnce label={t('tokens.one')} secret={secret} fileName="punchcard-token.txt" />
        </MadeDialog>
      ) : null}
    </Page>
  )
}

function useColumns(): readonly Column<Token>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useTokenWords()
  return [
    {
      head: t('keys.label'),
      onPhone: 'subject',
      cell: ({ label, start }) => (
        <>
          {label} <code className="faint small">{start}…</code>
        </>
      ),
    },
    {
      head: t('tokens.whose'),
      onPhone: 'hidden',
      cell: ({ person }) => person?.name ?? t('tokens.merchants'),
    },
    { head: t('keys.scopes'), onPhone: 'note', cell: ({ permissions }) => words.areasOf(permissions) },
    {
      head: t('keys.lastUsed'),
      onPhone: 'date',
      cell: ({ lastUsedAt }) => (lastUsedAt ? format.agoByHour(lastUsedAt) : t('keys.neverUsed')),
    },
    { head: t('common.state'), onPhone: 'figure', cell: (token) => <TokenState token={token} /> },
  ]
}

function isLive({ revokedAt, expiresAt }: Token): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now())
}

function TokenState({ token }: { readonly token: Token }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { revokedAt, expiresAt } = token
  if (revokedAt) return <Status kind="off">{t('keys.state.revoked')}</Status>
  if (!isLive(token)) return <Status kind="off">{t('keys.state.expired')}</Status>
  if (expiresAt === null) return <Status kind="well">{t('keys.state.live')}</Status>
  return <Status kind="well">{t('tokens.until', { date: format.date(expiresAt) })}</Status>
}

function TokenMenu({ token, onDo }: { readonly token: Token; readonly onDo: (doing: Doing) => void }) {
  const { t } = useTranslation()
  if (!isLive(token)) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.moreAbout', { name: token.label })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {token.kind === 'service' ? (
          <Menu.Item onClick={() => onDo({ what: 'rotate', token })}>{t('keys.rotate.action')}</Menu.Item>
        ) : null}
        <Menu.Item data-danger onClick={() => onDo({ what: 'revoke', token })}>
          {t('keys.revoke.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
