import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { asCommand, FIRST_CALL, type ShopCall, TEST_CUSTOMER, testOrder } from '../../api/shop-call.ts'
import { useShopCall } from '../../api/use-shop-call.ts'
import { CallOutcome } from '../../components/call-outcome/CallOutcome.tsx'
import { CopyButton } from '../../components/secret/CopyButton.tsx'
import { MadeDialog } from '../../components/secret/MadeDialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'
import type { ApiKey } from './api-key.ts'
import css from './keys.module.css'

export interface NewKey {
  readonly key: Pick<ApiKey, 'token' | 'label' | 'scopes'>
  readonly secret: string
}

/** Token and secret, shown once; while they are here the key can be tried without a terminal. */
export function MadeKey({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { answer, isBusy, send } = useShopCall()
  const { token, scopes } = made.key
  const key = { token, secret: made.secret }
  const tries = (call: () => ShopCall, label: string) => (
    <Button loading={isBusy} onClick={() => void send(call(), key)}>
      {label}
    </Button>
  )
  return (
    <MadeDialog title={t('keys.made.title')} once={t('keys.made.once')} onClose={onClose}>
      <SecretOnce label={t('keys.made.token')} secret={token} />
      <SecretOnce label={t('keys.made.secret')} secret={made.secret} fileName={`${token}.txt`} />
      <div>
        <h3>{t('keys.try.title')}</h3>
        <div className={css.tries}>
          {scopes.includes('read') ? tries(() => FIRST_CALL, t('keys.try.call')) : null}
          {scopes.includes('write') ? tries(() => testOrder(new Date()), t('keys.try.order')) : null}
          <CopyButton text={asCommand(FIRST_CALL, key)} label={t('keys.try.curl')} />
        </div>
        <CallOutcome outcome={answer} customer={TEST_CUSTOMER} />
      </div>
    </MadeDialog>
  )
}
