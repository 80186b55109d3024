import { useTranslation } from 'react-i18next'
import { MadeDialog } from '../../components/secret/MadeDialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'

export function MadeSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <MadeDialog title={t('webhooks.made.title')} once={t('webhooks.made.once')} onClose={onClose}>
      <SecretOnce label={t('webhooks.made.secret')} secret={secret} fileName="punchcard-webhook.txt" />
    </MadeDialog>
  )
}
