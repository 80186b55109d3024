import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import type { Problem } from '../../../api/problems.ts'
import { useMay } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Fields } from '../../../components/form/Form.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { ERASE_REASONS } from '../erase/reasons.ts'
import { Facts } from '../Facts.tsx'
import { EffectShown } from '../help/EffectShown.tsx'
import { usePointsChange } from '../help/use-points-change.ts'
import { SideBySide } from '../merge/SideBySide.tsx'
import { useReason } from '../timeline/use-reason.ts'
import type { Approval } from './approval.ts'
import { ImportTrial } from './ImportTrial.tsx'
import { useAsked, useTargetName } from './use-asked.ts'

interface ApprovalDialogProps {
  readonly approval: Approval
  readonly onClose: () => void
}

/** The request, what it would do now, and the decision of another person. */
export function ApprovalDialog({ approval, onClose }: ApprovalDialogProps) {
  const { t } = useTranslation()
  const askedFor = useAsked()
  const mayDecide = useMay('approvals.decide') && approval.state === 'waiting' && !approval.isOwn
  const { merge, kind } = approval
  const hasTrial = kind !== 'merge'
  const [note, setNote] = useState('')
  const { decide, problem, busy } = useDecision(approval, note, onClose)
  return (
    <Dialog
      title={askedFor(approval)}
      isOpen
      isWide={mayDecide}
      onClose={onClose}
      onSubmit={() => (mayDecide ? void decide('approve') : onClose())}
      {...(mayDecide && hasTrial ? { side: <Trial id={approval.id} /> } : {})}
      consequence={<Consequence approval={approval} mayDecide={mayDecide} />}
      actions={
        mayDecide ? (
          <>
            <Button onClick={() => void decide('reject')} loading={busy === 'reject'}>
              {t('approvals.reject')}
            </Button>
            <Button type="submit" variant="filled" loading={busy === 'approve'}>
              {t(APPROVE[approval.kind])}
            </Button>
          </>
        ) : (
          <Button type="submit">{t('common.close')}</Button>
        )
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <Request approval={approval} />
        {mayDecide && merge ? <Merged from={merge.from.id} into={approval.target.id} /> : null}
        {mayDecide ? (
          <Textarea
            label={`${t('helping.note')} (${t('common.optional')})`}
            description={t(approval.kind === 'erasure' ? 'approvals.noteOfErasure' : 'approvals.noteAbout')}
            inputWrapperOrder={['label', 'input', 'description']}
            autosize
            minRows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        ) : null}
      </Fields>
    </Dialog>
  )
}

const APPROVE = {
  adjustment: 'approvals.approve',
  erasure: 'approvals.approveErasure',
  merge: 'approvals.approveMerge',
  import: 'approvals.approveImport',
  undo: 'approvals.approveUndo',
} as const

const CONSEQUENCE = {
  adjustment: 'approvals.consequence',
  erasure: 'approvals.consequenceOfErasure',
  merge: 'approvals.consequenceOfMerge',
  import: 'approvals.consequenceOfImport',
  undo: 'approvals.consequenceOfUndo',
} as const

type Decision = 'approve' | 'reject'

function useDecision(approval: Approval, note: string, onDone: () => void) {
  const approve = usePointsChange('approvals.approve')
  const reject = usePointsChange('approvals.reject')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState<Decision | null>(null)
  const decide = async (decision: Decision): Promise<void> => {
    setBusy(decision)
    setProblem(null)
    const input = { params: { id: approval.id }, body: note.trim() ? { note: note.trim() } : {} }
    const outcome = await (decision === 'approve' ? approve(input) : reject(input))
    setBusy(null)
    if (outcome.isDone) onDone()
    else setProblem(outcome.problem)
  }
  return { decide, problem, busy }
}

function Consequence({ approval, mayDecide }: { readonly approval: Approval; readonly mayDecide: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (mayDecide) {
    return t(CONSEQUENCE[approval.kind])
  }
  if (approval.state !== 'waiting') return null
  return t(approval.isOwn ? 'approvals.own' : 'approvals.others', {
    date: format.moment(approval.expiresAt),
  })
}

function Request({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation()
  const format = useFormat()
  const reasonOf = useReason()
  const nameOf = useTargetName()
  const whyErased = (reason: string): string => {
    const known = ERASE_REASONS.find((one) => one === reason) ?? 'other'
    return t(`erasing.reasons.${known}`)
  }
  const { adjustment, erasure, merge, target, requestedBy, decidedBy, decidedAt } = approval
  const because = approval.exceeds ?? (erasure ? 'erasure' : merge ? 'merge' : 'import')
  return (
    <Facts
      facts={[
        [
          t('approvals.mergedFrom'),
          merge && (
            <PageLink key="from" to={`/customers/${merge.from.id}`}>
              {nameOf(merge.from)}
            </PageLink>
          ),
        ],
        target.kind === 'import'
          ? [
              t('approvals.import'),
              <PageLink key="import" to={`/data/imports/${target.id}`}>
                {target.label}
              </PageLink>,
            ]
          : [
              t(merge ? 'approvals.mergedInto' : 'orders.columns.customer'),
              <PageLink key="customer" to={`/customers/${target.id}`}>
                {nameOf(target)}
              </PageLink>,
            ],
        [t('approvals.columns.who'), `${requestedBy.label}, ${format.moment(approval.requestedAt)}`],
        [t('helping.adjust.reason'), adjustment && reasonOf(adjustment.reason)],
        [t('erasing.reason'), erasure && whyErased(erasure.reason)],
        [t('helping.note'), adjustment?.note ?? merge?.note ?? null],
        [t('helping.adjust.order'), adjustment?.orderId ?? null],
        [t('approvals.because'), t(`approvals.exceeds.${because}`)],
        [t('approvals.until'), approval.state === 'waiting' ? format.moment(approval.expiresAt) : null],
        [
          t('approvals.decided'),
          decidedBy && decidedAt ? `${decidedBy.label}, ${format.moment(decidedAt)}` : null,
        ],
        [t('approvals.decisionNote'), approval.decisionNote],
        [t('helping.adjust.number'), approval.recordId === null ? null : String(approval.recordId)],
      ]}
    />
  )
}

/** Both customers side by side, as who asked for it has seen them. */
function Merged({ from, into }: { readonly from: number; readonly into: number }) {
  const compared = useRead('customers.previewMerge', { params: { id: from }, query: { into } })
  if (compared.error) return <ProblemNotice problem={compared.error.problem} />
  return compared.data ? <SideBySide preview={compared.data.answer} /> : <SkeletonRows count={8} />
}

function Trial({ id }: { readonly id: number }) {
  const tried = useRead('approvals.preview', { params: { id } })
  if (tried.error) return <ProblemNotice problem={tried.error.problem} />
  if (!tried.data) return <SkeletonRows count={3} />
  const { answer } = tried.data
  return 'plan' in answer ? <ImportTrial previewed={answer} /> : <EffectShown effect={answer} />
}
