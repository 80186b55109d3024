import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Question } from '../../components/dialog/Question.tsx'

interface DiscardDialogProps {
  readonly etag: string | null
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

export function DiscardDialog({ etag, onClose, onDone }: DiscardDialogProps) {
  const { t } = useTranslation()
  const discard = useChange('program.draft.delete')
  return (
    <Question
      title={t('program.discard.title')}
      cancel={t('program.discard.cancel')}
      submit={t('program.discard.submit')}
      run={() => discard({ etag })}
      onDone={() => void onDone().then(onClose)}
      onClose={onClose}
      isDestructive
    >
      <p>{t('program.discard.text')}</p>
    </Question>
  )
}
