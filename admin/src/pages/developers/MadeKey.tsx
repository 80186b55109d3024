import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'

export interface NewKey {
  readonly key: { readonly token: string; readonly label: string }
  readonly secret: string
}

/** Token and secret, shown once, with a first call to try. */
export function MadeKey({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { token } = made.key
  const call = `curl -u ${token}:${made.secret} '${location.origin}/v1/pvt/RewardConfigurations?IsActive=true'`
  return (
    <Dialog
      title={t('keys.made.title')}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      consequence={t('keys.made.once')}
      actions={
        <Button type="submit" variant="filled">
          {t('keys.made.done')}
        </Button>
      }
    >
      <Fields>
        <SecretOnce label={t('keys.made.token')} secret={token} />
        <SecretOnce label={t('keys.made.secret')} secret={made.secret} fileName={`${token}.txt`} />
        <SecretOnce label={t('keys.made.call')} secret={call} />
      </Fields>
    </Dialog>
  )
}
