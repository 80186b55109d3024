import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import type { ApiKey } from './api-key.ts'

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { t } = useTranslation()
  const revoke = useChange('apiKeys.revoke')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setBusy(true)
    const outcome = await revoke({ params: { id: apiKey.id } })
    setBusy(false)
    if (outcome.isDone) onClose()
    else setProblem(outcome.problem)
  }
  return (
    <Dialog
      title={t('keys.revoke.title', { label: apiKey.label })}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('keys.revoke.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('keys.revoke.submit')}
          </Button>
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <p>{t('keys.revoke.text')}</p>
    </Dialog>
  )
}
