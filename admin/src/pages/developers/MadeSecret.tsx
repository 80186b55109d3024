import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'

/** What an endpoint's requests are signed with, shown once. */
export function MadeSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('webhooks.made.title')}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      consequence={t('webhooks.made.once')}
      actions={
        <Button type="submit" variant="filled">
          {t('keys.made.done')}
        </Button>
      }
    >
      <SecretOnce label={t('webhooks.made.secret')} secret={secret} fileName="punchcard-webhook.txt" />
    </Dialog>
  )
}
