import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useSession } from '../../api/session.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Status } from '../../components/status/Status.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'

type Token = Answer<'me.listTokens'>['items'][number]

/** Tokens with which programs act as this person. */
export function Tokens() {
  const { t } = useTranslation()
  const found = useRead('me.listTokens', {})
  const revoke = useChange('me.revokeToken')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isNew, setNew] = useState(false)
  const columns = useColumns()
  const shown = problem ?? found.error?.problem
  const end = async ({ id }: Token): Promise<void> => {
    const outcome = await revoke({ params: { id } })
    setProblem(outcome.isDone ? null : outcome.problem)
  }
  return (
    <Section
      title={t('account.tokens.title')}
      about={t('account.tokens.about')}
      actions={<Button onClick={() => setNew(true)}>{t('account.tokens.new')}</Button>}
    >
      {shown ? (
        <ProblemNotice
          problem={shown}
          actions={found.error && !problem ? <TryAgain onClick={() => void found.refetch()} /> : null}
        />
      ) : null}
      <DataTable
        label={t('account.tokens.title')}
        columns={columns}
        rows={found.data?.answer.items ?? []}
        keyOf={({ id }) => id}
        isLoading={found.isPending}
        actions={(token) =>
          token.revokedAt ? null : (
            <Button size="xs" onClick={() => void end(token)}>
              {t('account.tokens.revoke')}
            </Button>
          )
        }
        empty={<p className="muted">{t('account.tokens.none')}</p>}
      />
      {isNew ? <NewTokenDialog onClose={() => setNew(false)} /> : null}
    </Section>
  )
}

function useColumns(): readonly Column<Token>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { memberships } = useSession()
  const merchantOf = new Map(memberships.map(({ tenant }) => [tenant.id, tenant.name]))
  return [
    { head: t('account.tokens.label'), onPhone: 'subject', cell: ({ label }) => label },
    {
      head: t('account.tokens.merchant'),
      onPhone: 'note',
      cell: ({ tenant }) => merchantOf.get(tenant) ?? tenant,
    },
    { head: t('account.tokens.start'), onPhone: 'hidden', cell: ({ start }) => <code>{start}…</code> },
    {
      head: t('account.tokens.lastUsed'),
      onPhone: 'date',
      cell: ({ lastUsedAt }) => (lastUsedAt ? format.agoByHour(lastUsedAt) : t('common.never')),
    },
    {
      head: t('common.state'),
      onPhone: 'figure',
      cell: ({ revokedAt, expiresAt }) => {
        if (revokedAt) return <Status kind="off">{t('account.tokens.revoked')}</Status>
        if (expiresAt && Date.parse(expiresAt) < Date.now()) {
          return <Status kind="off">{t('account.tokens.expired')}</Status>
        }
        return (
          <Status kind="well">
            {expiresAt
              ? t('account.tokens.until', { date: format.date(expiresAt) })
              : t('account.tokens.live')}
          </Status>
        )
      },
    },
  ]
}
