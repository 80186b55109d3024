import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Choices } from '../../components/form/Choices.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import type { ApiKey } from './api-key.ts'
import type { NewKey } from './MadeKey.tsx'

const OVERLAPS = ['24', '72', '1', '0'] as const

interface RotateKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
  readonly onMade: (made: NewKey) => void
}

export function RotateKeyDialog({ apiKey, onClose, onMade }: RotateKeyDialogProps) {
  const { t } = useTranslation()
  const rotate = useChange('apiKeys.rotate')
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>('24')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setBusy(true)
    const outcome = await rotate({ params: { id: apiKey.id }, body: { overlapHours: Number(overlap) } })
    setBusy(false)
    if (outcome.isDone) onMade(outcome.answer)
    else setProblem(outcome.problem)
  }
  return (
    <Dialog
      title={t('keys.rotate.title', { label: apiKey.label })}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('keys.rotate.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('keys.rotate.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p className="muted">{t('keys.rotate.text')}</p>
        <h3>{t('keys.rotate.overlap')}</h3>
        <Choices
          label={t('keys.rotate.overlap')}
          name="overlap"
          value={overlap}
          onChange={setOverlap}
          choices={OVERLAPS.map((hours) => ({
            value: hours,
            label: hours === '0' ? t('keys.rotate.none') : t('keys.rotate.hours', { count: Number(hours) }),
          }))}
        />
      </Fields>
    </Dialog>
  )
}
