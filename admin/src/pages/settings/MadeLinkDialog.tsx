import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'

/** A link that lets somebody in: shown once, to be passed on. */
export function MadeLinkDialog({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('people.link.title')}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      consequence={t('people.link.once')}
      actions={
        <Button type="submit" variant="filled">
          {t('people.link.done')}
        </Button>
      }
    >
      <SecretOnce label={t('people.link.label')} secret={link} />
    </Dialog>
  )
}
