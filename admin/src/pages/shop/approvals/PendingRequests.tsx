import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Warning } from '../../../components/notice/Notice.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import type { Approval } from './approval.ts'
import { useAsked } from './use-asked.ts'

/** What was asked for about this customer and waits for a second person, so that it is not asked for twice. */
export function PendingRequests({ customerId }: { readonly customerId: number }) {
  const { t } = useTranslation()
  const say = usePendingWords()
  const [opened, setOpened] = useState<Approval | null>(null)
  return (
    <>
      {usePending(customerId).map((approval) => (
        <Warning key={approval.id}>
          {say(approval)}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setOpened(approval)}>
            {t(approval.isOwn ? 'approvals.look' : 'approvals.review')}
          </Button>
        </Warning>
      ))}
      {opened ? <ApprovalDialog approval={opened} onClose={() => setOpened(null)} /> : null}
    </>
  )
}

/** The same before another adjustment is asked for. */
export function PendingAdjustments({ customerId }: { readonly customerId: number }) {
  const say = usePendingWords()
  return usePending(customerId)
    .filter(({ kind }) => kind === 'adjustment')
    .map((approval) => <Warning key={approval.id}>{say(approval)}</Warning>)
}

function usePending(customerId: number): readonly Approval[] {
  const isOff = !useMay('points.adjust')
  return useList('approvals.list', { query: { state: 'waiting', customerId } }, { isOff }).items
}

function usePendingWords(): (approval: Approval) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const askedFor = useAsked()
  return (approval) => {
    const said = { request: askedFor(approval), when: format.ago(approval.requestedAt) }
    return approval.isOwn
      ? t('approvals.pendingOwn', said)
      : t('approvals.pending', { ...said, who: approval.requestedBy.label })
  }
}
