import { useTranslation } from 'react-i18next'
import type { Answered } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { Question } from '../../components/dialog/Question.tsx'
import { toast } from '../../components/toast/toast.tsx'

interface SwitchOffDialogProps {
  readonly found: Answered<'storefront.get'>
  readonly onClose: () => void
}

export function SwitchOffDialog({ found, onClose }: SwitchOffDialogProps) {
  const { t } = useTranslation()
  const change = useChange('storefront.change')
  return (
    <Question
      title={t('storefront.switchOff.title')}
      consequence={t('storefront.switchOff.consequence')}
      cancel={t('storefront.switchOff.cancel')}
      submit={t('storefront.switchOff.submit')}
      isDestructive
      run={() => change({ etag: found.etag, body: { isOn: false } })}
      onDone={() => {
        toast(t('storefront.switchOff.done'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('storefront.switchOff.text')}</p>
    </Question>
  )
}
