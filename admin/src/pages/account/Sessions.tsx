import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Tag } from '../../components/status/Status.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { browserOf } from './user-agent.ts'

type Session = Answer<'session.list'>['items'][number]

/** Where one is signed in, and the way to end it there. */
export function Sessions() {
  const { t } = useTranslation()
  const found = useRead('session.list', {})
  const end = useChange('session.endOther')
  const [problem, setProblem] = useState<Problem | null>(null)
  const columns = useColumns()
  const shown = problem ?? found.error?.problem
  const endOne = async ({ id }: Session): Promise<void> => {
    const outcome = await end({ params: { id } })
    setProblem(outcome.isDone ? null : outcome.problem)
  }
  return (
    <>
      {shown ? (
        <ProblemNotice
          problem={shown}
          actions={found.error && !problem ? <TryAgain onClick={() => void found.refetch()} /> : null}
        />
      ) : null}
      <DataTable
        label={t('account.sessions.title')}
        columns={columns}
        rows={found.data?.answer.items ?? []}
        keyOf={({ id }) => id}
        isLoading={found.isPending}
        actions={(session) =>
          session.isCurrent ? null : (
            <Button size="xs" onClick={() => void endOne(session)}>
              {t('account.sessions.end')}
            </Button>
          )
        }
      />
    </>
  )
}

function useColumns(): readonly Column<Session>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      head: t('account.sessions.browser'),
      onPhone: 'subject',
      cell: ({ userAgent, isCurrent }) => (
        <span title={userAgent}>
          {browserOf(userAgent)} {isCurrent ? <Tag>{t('account.sessions.this')}</Tag> : null}
        </span>
      ),
    },
    { head: t('account.sessions.address'), onPhone: 'note', cell: ({ address }) => address },
    {
      head: t('account.sessions.since'),
      onPhone: 'hidden',
      cell: ({ createdAt }) => format.moment(createdAt),
    },
    { head: t('account.sessions.seen'), onPhone: 'date', cell: ({ seenAt }) => format.ago(seenAt) },
  ]
}
