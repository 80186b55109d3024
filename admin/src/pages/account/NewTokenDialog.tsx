import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { useMembership } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { MadeDialog } from '../../components/secret/MadeDialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'

/** Makes a token for this merchant; then shows it, once. */
export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { tenant } = useMembership()
  const create = useChange('me.createToken')
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({ initialValues: { label: '', expiresInDays: '90' } })
  const { problem, isBusy, send } = useSending(form, ['label', 'expiresInDays'])
  const submit = () => {
    const { label, expiresInDays } = form.values
    const body = { tenant: tenant.id, label, expiresInDays: Number(expiresInDays) }
    return send(create({ body }), ({ answer }) => setSecret(answer.secret))
  }
  if (secret) {
    return (
      <MadeDialog title={t('account.tokens.made')} once={t('account.tokens.once')} onClose={onClose}>
        <SecretOnce label={t('account.tokens.label')} secret={secret} fileName="punchcard-token.txt" />
      </MadeDialog>
    )
  }
  return (
    <Dialog
      title={t('account.tokens.create')}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('account.tokens.consequence', { merchant: tenant.name })}
      actions={
        <>
          <Button onClick={onClose}>{t('account.tokens.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('account.tokens.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <TextInput
          label={t('account.tokens.label')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('label')}
        />
        <WholeInput
          label={t('account.tokens.days')}
          unit={t('common.days')}
          {...form.getInputProps('expiresInDays')}
        />
      </Fields>
    </Dialog>
  )
}
