import { Button, PasswordInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { asCommand, FIRST_CALL, TEST_CUSTOMER, testOrder } from '../../api/shop-call.ts'
import { useShopCall } from '../../api/use-shop-call.ts'
import { CallOutcome } from '../../components/call-outcome/CallOutcome.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'

interface HowToProps {
  readonly what: 'call' | 'order'
  readonly onClose: () => void
}

/** The call as a command for a developer, and a button that sends it from here for all others. */
export function HowTo({ what, onClose }: HowToProps) {
  const { t } = useTranslation()
  const mayRead = useMay('keys.read')
  const keys = useList('apiKeys.list', {}, { isOff: !mayRead })
  const key = keys.items.find(({ state }) => state === 'live')
  const [secret, setSecret] = useState('')
  const [call] = useState(() => (what === 'call' ? FIRST_CALL : testOrder(new Date())))
  const { answer, isBusy, send } = useShopCall()
  const token = key?.token ?? 'TOKEN'
  return (
    <Dialog
      title={t(`home.how.${what}.title`)}
      isOpen
      onClose={onClose}
      onSubmit={() => {
        if (key && secret !== '') void send(call, { token, secret: secret.trim() })
      }}
      consequence={t(`home.how.${what}.consequence`)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {key ? (
            <Button type="submit" variant="filled" loading={isBusy} disabled={secret === ''}>
              {t(`home.how.${what}.send`)}
            </Button>
          ) : null}
        </>
      }
    >
      <Fields>
        {key ? (
          <>
            <PasswordInput
              label={t('home.how.secret', { label: key.label })}
              description={t('home.how.secretAbout')}
              value={secret}
              onChange={(event) => setSecret(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
            <CallOutcome outcome={answer} customer={TEST_CUSTOMER} />
          </>
        ) : null}
        {!key && !keys.isLoading ? <NoKey /> : null}
        <SecretOnce
          label={t(`home.how.${what}.text`)}
          secret={asCommand(call, { token, secret: 'SECRET' })}
        />
      </Fields>
    </Dialog>
  )
}

function NoKey() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  return (
    <div>
      <p className="muted">{t('home.how.noKey')}</p>
      <Button
        variant="filled"
        mt={8}
        onClick={() => void navigate({ to: address('/developers/keys'), search: { dialog: 'new' } as never })}
      >
        {t('home.steps.keyMade.action')}
      </Button>
    </div>
  )
}
