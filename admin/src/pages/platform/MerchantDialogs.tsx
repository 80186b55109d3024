import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import type { Merchant } from './merchant.ts'

interface DialogProps {
  readonly merchant: Merchant
  readonly onClose: () => void
}

const REASON_MAX = 500
const HOURS_MAX = 72

/** Closes when it is done: what one can enter may have changed, and is read again first. */
function useDone(onClose: () => void): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: [null, 'session'] })
    onClose()
  }
}

export function SuspendDialog({ merchant, onClose }: DialogProps) {
  const { t } = useTranslation()
  const suspend = useChange('platform.suspend')
  const onDone = useDone(onClose)
  const { problem, isBusy, send } = useSending()
  const [reason, setReason] = useState('')
  const submit = () => send(suspend({ params: { merchant: merchant.id }, body: { reason } }), onDone)
  return (
    <Dialog
      title={t('platform.suspend.title', { name: merchant.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('platform.suspend.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('platform.suspend.cancel')}</Button>
          <Button type="submit" data-danger variant="filled" loading={isBusy} disabled={reason.trim() === ''}>
            {t('platform.suspend.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <Reason value={reason} onChange={setReason} />
      </Fields>
    </Dialog>
  )
}

export function ResumeDialog({ merchant, onClose }: DialogProps) {
  const { t } = useTranslation()
  const resume = useChange('platform.resume')
  const onDone = useDone(onClose)
  const { problem, isBusy, send } = useSending()
  const submit = () => send(resume({ params: { merchant: merchant.id } }), onDone)
  return (
    <Dialog
      title={t('platform.resume.title', { name: merchant.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('platform.resume.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('platform.resume.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('platform.resume.submit')}
          </Button>
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
    </Dialog>
  )
}

export function SupportDialog({ merchant, onClose }: DialogProps) {
  const { t } = useTranslation()
  const open = useChange('platform.openSupport')
  const onDone = useDone(onClose)
  const { problem, isBusy, send } = useSending()
  const [reason, setReason] = useState('')
  const [hours, setHours] = useState('4')
  const isWhole = reason.trim() !== '' && Number(hours) >= 1 && Number(hours) <= HOURS_MAX
  const submit = () =>
    send(open({ params: { merchant: merchant.id }, body: { reason, hours: Number(hours) } }), onDone)
  return (
    <Dialog
      title={t('platform.support.title', { name: merchant.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('platform.support.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('platform.support.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={!isWhole}>
            {t('platform.support.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <Reason value={reason} onChange={setReason} />
        <WholeInput label={t('platform.support.hours')} value={hours} onChange={setHours} />
      </Fields>
    </Dialog>
  )
}

function Reason({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('platform.reason')}
      description={t('platform.reasonAbout')}
      maxLength={REASON_MAX}
      autosize
      minRows={2}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
