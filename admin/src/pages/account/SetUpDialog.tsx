import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'
import { Skeleton } from '../../components/skeleton/Skeleton.tsx'

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }))

interface SetUpDialogProps {
  readonly made: Answer<'me.beginTotp'>
  readonly onClose: () => void
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

/** The secret as a picture for the app; it counts when a code of the app was given. */
export function SetUpDialog({ made, onClose, onDone }: SetUpDialogProps) {
  const { t } = useTranslation()
  const enable = useChange('me.enableTotp')
  const form = useForm({ initialValues: { code: '' } })
  const { problem, isBusy, send } = useSending(form, ['code'])
  const submit = () =>
    send(enable({ body: { code: form.values.code.replaceAll(/\s/g, '') } }), ({ answer }) =>
      onDone(answer.recoveryCodes),
    )
  return (
    <Dialog
      title={t('account.setUp.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('account.setUp.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('account.setUp.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('account.setUp.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p>{t('account.setUp.scan')}</p>
        <Suspense fallback={<Skeleton width={196} height={196} />}>
          <QrCode text={made.uri} label={t('account.setUp.picture')} />
        </Suspense>
        <SecretOnce label={t('account.setUp.type')} secret={made.secret} />
        <TextInput
          label={t('account.setUp.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          data-autofocus
          {...form.getInputProps('code')}
        />
      </Fields>
    </Dialog>
  )
}
