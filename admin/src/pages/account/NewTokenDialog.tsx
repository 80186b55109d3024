import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMembership } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { showErrors } from '../../components/form/errors.ts'
import { Fields } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { MadeDialog } from '../../components/secret/MadeDialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'

/** Makes a token for this merchant; then shows it, once. */
export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { tenant } = useMembership()
  const create = useChange('me.createToken')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({ initialValues: { label: '', expiresInDays: '90' } })
  const submit = async (): Promise<void> => {
    const { label, expiresInDays } = form.values
    setBusy(true)
    setProblem(null)
    const outcome = await create({ body: { tenant: tenant.id, label, expiresInDays: Number(expiresInDays) } })
    setBusy(false)
    if (outcome.isDone) setSecret(outcome.answer.secret)
    else if (!showErrors(form, outcome.problem, ['label', 'expiresInDays'])) setProblem(outcome.problem)
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
