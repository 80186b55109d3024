import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/hooks.ts'
import { Question } from '../../../components/dialog/Question.tsx'
import { toast } from '../../../components/toast/toast.tsx'

interface EndSessionsDialogProps {
  readonly id: number
  readonly onClose: () => void
}

/** After a theft, or when another person signed in as this customer. */
export function EndSessionsDialog({ id, onClose }: EndSessionsDialogProps) {
  const { t } = useTranslation()
  const end = useChange('customers.endSessions')
  return (
    <Question
      title={t('storefront.sessions.title')}
      consequence={t('storefront.sessions.consequence')}
      cancel={t('common.cancel')}
      submit={t('storefront.sessions.submit')}
      run={() => end({ params: { id } })}
      onDone={() => {
        toast(t('storefront.sessions.done'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('storefront.sessions.text')}</p>
    </Question>
  )
}
