import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerConfirmationsWith } from '../../api/confirmation.ts'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'

/** Asks for the password or a code once more, then what was asked for goes on by itself. */
export function StepUp({ hasCode }: { readonly hasCode: boolean }) {
  const { t } = useTranslation()
  const confirm = useChange('session.confirm')
  const [isOpen, setOpen] = useState(false)
  const [isCode, setCode] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const answer = useRef<((isGiven: boolean) => void) | null>(null)

  useEffect(() => {
    answerConfirmationsWith(
      () =>
        new Promise((resolve) => {
          answer.current = resolve
          setTyped('')
          setError(null)
          setOpen(true)
        }),
    )
    return () => answerConfirmationsWith(null)
  }, [])

  const finish = (isGiven: boolean): void => {
    setOpen(false)
    answer.current?.(isGiven)
    answer.current = null
  }
  const submit = async (): Promise<void> => {
    setBusy(true)
    const outcome = await confirm({ body: isCode ? { code: typed.trim() } : { password: typed } })
    setBusy(false)
    if (outcome.isDone) finish(true)
    else setError(outcome.problem.detail || outcome.problem.title)
  }
  const field = {
    value: typed,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    error,
    'data-autofocus': true,
  }
  return (
    <Dialog
      title={t('common.confirm.title')}
      isOpen={isOpen}
      isOnTop
      onClose={() => finish(false)}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={() => finish(false)}>{t('common.confirm.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={typed === ''}>
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
            {...field}
          />
        ) : (
          <PasswordInput
            key="password"
            label={t('common.confirm.password')}
            autoComplete="current-password"
            {...field}
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
