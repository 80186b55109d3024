import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'

interface DiscardDialogProps {
  readonly etag: string | null
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

export function DiscardDialog({ etag, onClose, onDone }: DiscardDialogProps) {
  const { t } = useTranslation()
  const discard = useChange('program.draft.delete')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setBusy(true)
    const outcome = await discard({ etag })
    setBusy(false)
    if (!outcome.isDone) return setProblem(outcome.problem)
    await onDone()
    onClose()
  }
  return (
    <Dialog
      title={t('program.discard.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('program.discard.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('program.discard.submit')}
          </Button>
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <p>{t('program.discard.text')}</p>
    </Dialog>
  )
}
