import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useQuestion } from './use-question.ts'

/** Asks for the password or a code once more, then what was asked for goes on by itself. */
export function StepUp({ hasCode }: { readonly hasCode: boolean }) {
  const { t } = useTranslation()
  const confirm = useChange('session.confirm')
  const [isOpen, setOpen] = useState(false)
  const [isCode, setCode] = useState(false)
  const question = useQuestion('confirmation', () => setOpen(true))

  const finish = (isGiven: boolean): void => {
    setOpen(false)
    question.answer(isGiven)
  }
  const submit = async (): Promise<void> => {
    const { typed } = question
    const body = isCode ? { code: typed.trim() } : { password: typed }
    const outcome = await question.sending(confirm({ body }))
    if (outcome.isDone) finish(true)
    // A session that has ended meanwhile, and no new sign-in: nothing to confirm any more.
    else if (outcome.problem.name === 'cancelled') finish(false)
    else question.refuse(outcome.problem)
  }
  return (
    <Dialog
      title={t('common.confirm.title')}
      isOpen={isOpen}
      above="dialogs"
      onClose={() => finish(false)}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={() => finish(false)}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={question.isBusy} disabled={question.typed === ''}>
            {t('common.confirm.go')}
          </Button>
        </>
      }
    >
      <Fields>
        <p className="muted">{t('common.confirm.text')}</p>
        {isCode ? (
          <TextInput
            key="code"
            label={t('common.confirm.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...question.field}
          />
        ) : (
          <PasswordInput
            key="password"
            label={t('common.confirm.password')}
            autoComplete="current-password"
            {...question.field}
          />
        )}
        {hasCode ? (
          <Button variant="subtle" onClick={() => setCode(!isCode)}>
            {isCode ? t('common.confirm.usePassword') : t('common.confirm.useCode')}
          </Button>
        ) : null}
      </Fields>
    </Dialog>
  )
}
