import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Fields } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import { usePointsChange } from '../help/use-points-change.ts'
import type { FullReferral } from './referral.ts'
import { useNamedPoints } from './use-referral-words.ts'

const NOTE_MAX = 1_000

interface DecisionDialogProps {
  readonly referral: FullReferral
  readonly counts: boolean
  readonly onClose: () => void
}

/** Lets a referral that is held count, or declines it; either way with a reason in words. */
export function DecisionDialog({ referral, counts, onClose }: DecisionDialogProps) {
  const { t } = useTranslation()
  const nameOf = useCustomerName()
  const named = useNamedPoints()
  const decide = usePointsChange('referrals.decide')
  const { problem, isBusy, send } = useSending()
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const way = counts ? 'count' : 'decline'
  const names = {
    friend: nameOf(referral.friend),
    referrer: nameOf(referral.referrer),
    points: named(referral.rule?.points ?? '0'),
  }
  const submit = () => {
    if (note.trim() === '') return setMissing(true)
    const input = { params: { id: referral.id }, body: { count: counts, note: note.trim() } }
    return send(decide(input), () => {
      toast(t(`referrals.${way}.done`))
      onClose()
    })
  }
  return (
    <Dialog
      title={t(`referrals.${way}.title`, names)}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('referrals.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} data-danger={!counts || undefined}>
            {t(`referrals.${way}.submit`, names)}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p>{t(`referrals.${way}.text`, names)}</p>
        <Textarea
          label={t('helping.note')}
          description={t('referrals.noteAbout')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value)
            setMissing(false)
          }}
          error={isMissing ? t('helping.noteMissing') : null}
          data-autofocus
        />
      </Fields>
    </Dialog>
  )
}
