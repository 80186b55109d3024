import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Question } from '../../components/dialog/Question.tsx'
import type { ApiKey } from './api-key.ts'

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { t } = useTranslation()
  const revoke = useChange('apiKeys.revoke')
  return (
    <Question
      title={t('keys.revoke.title', { label: apiKey.label })}
      cancel={t('keys.revoke.cancel')}
      submit={t('keys.revoke.submit')}
      run={() => revoke({ params: { id: apiKey.id } })}
      onDone={onClose}
      onClose={onClose}
      isDestructive
    >
      <p>{t('keys.revoke.text')}</p>
    </Question>
  )
}
