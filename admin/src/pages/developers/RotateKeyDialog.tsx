import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Question } from '../../components/dialog/Question.tsx'
import type { ApiKey } from './api-key.ts'
import type { NewKey } from './MadeKey.tsx'
import { type Hours, Overlap } from './Overlap.tsx'

interface RotateKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
  readonly onMade: (made: NewKey) => void
}

export function RotateKeyDialog({ apiKey, onClose, onMade }: RotateKeyDialogProps) {
  const { t } = useTranslation()
  const rotate = useChange('apiKeys.rotate')
  const [overlap, setOverlap] = useState<Hours>('24')
  return (
    <Question
      title={t('keys.rotate.title', { label: apiKey.label })}
      cancel={t('keys.rotate.cancel')}
      submit={t('keys.rotate.submit')}
      run={() => rotate({ params: { id: apiKey.id }, body: { overlapHours: Number(overlap) } })}
      onDone={({ answer }) => onMade(answer)}
      onClose={onClose}
    >
      <p className="muted">{t('keys.rotate.text')}</p>
      <Overlap label={t('keys.rotate.overlap')} value={overlap} onChange={setOverlap} />
    </Question>
  )
}
