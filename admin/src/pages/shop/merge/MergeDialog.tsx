import { Button, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useRead } from '../../../api/hooks.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Fields } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { usePageAddress } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import { usePointsChange } from '../help/use-points-change.ts'
import { MergeWaitsDialog } from './MergeWaitsDialog.tsx'
import css from './merge.module.css'
import { type Found, OtherCustomer } from './OtherCustomer.tsx'
import { SideBySide } from './SideBySide.tsx'
import { useLabel } from './use-label.ts'

type Waiting = Extract<Answer<'customers.merge'>, { approval: unknown }>['approval']

interface MergeDialogProps {
  readonly customer: Found
  /** Who is to be merged, where it is known. */
  readonly other?: Found
  readonly onClose: () => void
}

/** The other customer, which of the two stays, both side by side, and then it is done for good. */
export function MergeDialog({ customer, other: first, onClose }: MergeDialogProps) {
  const { t } = useTranslation()
  const nameOf = useCustomerName()
  const labelOf = useLabel()
  // As it was when the dialog opened: once it is done, there may be nothing left of it.
  const [one] = useState(customer)
  const [other, setOther] = useState<Found | null>(first ?? null)
  const [isSwapped, setSwapped] = useState(false)
  const [note, setNote] = useState('')
  // One looks at this customer to keep it: the other one ends, unless the two are swapped.
  const [from, into] = isSwapped ? [one, other] : [other, one]
  const names = { from: from ? labelOf(from) : '', into: into ? labelOf(into) : '' }
  const compared = useRead(
    'customers.previewMerge',
    { params: { id: from?.id ?? 0 }, query: { into: into?.id ?? 0 } },
    { isOff: other === null },
  )
  const preview = other ? compared.data?.answer : undefined
  const { merge, problem, isBusy, waiting } = useMerge(names.from)
  if (waiting) return <MergeWaitsDialog waiting={waiting} {...names} onClose={onClose} />
  const needsTwo = preview?.needsApproval ?? false
  return (
    <Dialog
      title={t('merging.title', { name: nameOf(one) })}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => {
        if (preview?.canMerge && from && into) void merge(from.id, into.id, note)
      }}
      consequence={t(needsTwo ? 'merging.needsTwo' : 'merging.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} data-danger disabled={!preview?.canMerge}>
            {t(needsTwo ? 'merging.ask' : 'merging.submit')}
          </Button>
        </>
      }
    >
      <div className={css.whole}>
        <Fields>
          {problem ? <ProblemNotice problem={problem} /> : null}
          <p>{t('merging.text')}</p>
          <OtherCustomer exceptId={one.id} value={other} onChange={setOther} />
        </Fields>
        {other ? (
          <>
            <div className={css.direction}>
              <p>
                <b>{t('merging.direction', names)}</b>
              </p>
              <Button size="xs" onClick={() => setSwapped(!isSwapped)}>
                {t('merging.swap')}
              </Button>
            </div>
            <Compared compared={compared} />
          </>
        ) : null}
        {preview?.canMerge ? (
          <Fields>
            <Textarea
              label={`${t('merging.note')} (${t('common.optional')})`}
              description={t('merging.noteAbout')}
              inputWrapperOrder={['label', 'input', 'description']}
              autosize
              minRows={2}
              maxLength={1000}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </Fields>
        ) : null}
      </div>
    </Dialog>
  )
}

function Compared({ compared }: { readonly compared: ReturnType<typeof useRead<'customers.previewMerge'>> }) {
  if (compared.error) {
    return (
      <div data-beside>
        <ProblemNotice
          problem={compared.error.problem}
          actions={<TryAgain onClick={() => void compared.refetch()} />}
        />
      </div>
    )
  }
  return compared.data ? <SideBySide preview={compared.data.answer} /> : <SkeletonRows count={8} />
}

/** Afterwards one is on the page of the customer who stays, unless another person has to approve it. */
function useMerge(fromName: string) {
  const { t } = useTranslation()
  const change = usePointsChange('customers.merge')
  const navigate = useNavigate()
  const addressOf = usePageAddress()
  const { problem, isBusy, send } = useSending()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const merge = (id: number, into: number, note: string): Promise<void> => {
    const body = note.trim() === '' ? { into } : { into, note: note.trim() }
    return send(change({ params: { id }, body }), ({ answer }) => {
      if ('approval' in answer) return setWaiting(answer.approval)
      toast(t('merging.done', { from: fromName }))
      void navigate({ to: addressOf(`/customers/${into}`) })
    })
  }
  return { merge, problem, isBusy, waiting }
}
