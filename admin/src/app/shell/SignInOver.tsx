import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useQuestion } from './use-question.ts'

type Step = 'password' | 'code' | 'recoveryCode'

/**
 * The session ended while a page was open. Signing in lies over the page and hides it, instead of leading away: so the
 * page keeps what was typed, and goes on with what it was asked to do.
 */
export function SignInOver({ email }: { readonly email: string }) {
  const { t } = useTranslation()
  const { pathname, searchStr } = useLocation()
  const signIn = useChange('session.create')
  const giveCode = useChange('session.secondFactor')
  const [step, setStep] = useState<Step | null>(null)
  const question = useQuestion('signIn', () => setStep('password'))
  const begin = (next: Step): void => {
    question.clear()
    setStep(next)
  }

  const send = async () => {
    const { typed } = question
    if (step === 'password') return signIn({ body: { email, password: typed, trustDevice: false } })
    const code = typed.trim()
    return giveCode({ body: step === 'code' ? { code: code.replaceAll(/\s/g, '') } : { recoveryCode: code } })
  }
  const submit = async (): Promise<void> => {
    const outcome = await question.sending(send())
    if (!outcome.isDone) return question.refuse(outcome.problem)
    if ('state' in outcome.answer && outcome.answer.state === 'secondFactor') return begin('code')
    setStep(null)
    question.answer(true)
  }
  return (
    <Dialog
      title={t('shell.signInOver.title')}
      isOpen={step !== null}
      above="everything"
      onClose={null}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button component="a" href={`/panel/sign-in?to=${encodeURIComponent(`${pathname}${searchStr}`)}`}>
            {t('signIn.secondFactor.back')}
          </Button>
          <Button type="submit" variant="filled" loading={question.isBusy} disabled={question.typed === ''}>
            {t('signIn.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        <p className="muted">{t('shell.signInOver.text')}</p>
        {step === 'password' ? (
          <>
            <TextInput label={t('signIn.email')} value={email} readOnly autoComplete="username" />
            <PasswordInput
              key={step}
              label={t('signIn.password')}
              autoComplete="current-password"
              {...question.field}
            />
          </>
        ) : (
          <>
            <TextInput
              key={step}
              label={t(step === 'code' ? 'signIn.secondFactor.code' : 'signIn.secondFactor.recovery')}
              inputMode={step === 'code' ? 'numeric' : 'text'}
              autoComplete="one-time-code"
              {...question.field}
            />
            <Button variant="subtle" onClick={() => begin(step === 'code' ? 'recoveryCode' : 'code')}>
              {t(step === 'code' ? 'signIn.secondFactor.useRecovery' : 'signIn.secondFactor.useCode')}
            </Button>
          </>
        )}
      </Fields>
    </Dialog>
  )
}
