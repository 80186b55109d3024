import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange, useList } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Status } from '../../components/status/Status.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { useFormat } from '../../format/use-format.ts'

type Invitation = Answer<'people.listInvitations'>['items'][number]

/** Who was invited and has not come yet. */
export function Invitations({ onLink }: { readonly onLink: (link: string) => void }) {
  const { t } = useTranslation()
  const mayWrite = useMay('people.write')
  const listed = useList('people.listInvitations', {})
  const resend = useChange('people.resendInvitation')
  const withdraw = useChange('people.withdrawInvitation')
  const [problem, setProblem] = useState<Problem | null>(null)
  const columns = useColumns()
  if (listed.items.length === 0 && !listed.problem) return null
  const again = async ({ id }: Invitation): Promise<void> => {
    const outcome = await resend({ params: { id } })
    if (outcome.isDone) onLink(outcome.answer.link)
    setProblem(outcome.isDone ? null : outcome.problem)
  }
  const end = async ({ id }: Invitation): Promise<void> => {
    const outcome = await withdraw({ params: { id } })
    setProblem(outcome.isDone ? null : outcome.problem)
  }
  const shown = problem ?? listed.problem
  return (
    <Section title={t('people.invitations')} about={t('people.invitationsAbout')}>
      {shown ? (
        <ProblemNotice
          problem={shown}
          actions={listed.problem && !problem ? <TryAgain onClick={listed.tryAgain} /> : null}
        />
      ) : null}
      <DataTable
        label={t('people.invitations')}
        columns={columns}
        rows={listed.items}
        keyOf={({ id }) => id}
        more={listed.more}
        isLoadingMore={listed.isLoadingMore}
        {...(mayWrite
          ? {
              actions: (invitation: Invitation) => (
                <>
                  <Button size="xs" onClick={() => void again(invitation)}>
                    {t('people.resend')}
                  </Button>
                  <Button size="xs" variant="subtle" onClick={() => void end(invitation)}>
                    {t('people.withdraw')}
                  </Button>
                </>
              ),
            }
          : {})}
      />
    </Section>
  )
}

function useColumns(): readonly Column<Invitation>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { head: t('people.email'), onPhone: 'subject', cell: ({ email }) => email },
    { head: t('people.role'), onPhone: 'note', cell: ({ role }) => t(`shell.roles.${role}`) },
    { head: t('people.by'), onPhone: 'hidden', cell: ({ invitedBy }) => invitedBy },
    {
      head: t('common.state'),
      onPhone: 'hidden',
      cell: ({ isExpired, expiresAt }) =>
        isExpired ? (
          <Status kind="off">{t('people.expired')}</Status>
        ) : (
          <Status kind="waiting">{t('people.until', { when: format.moment(expiresAt) })}</Status>
        ),
    },
  ]
}
