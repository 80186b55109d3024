import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries, useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { showErrors } from '../../components/form/errors.ts'
import { Form } from '../../components/form/Form.tsx'
import { Notice, ProblemNotice } from '../../components/notice/Notice.tsx'
import { Gate } from './Gate.tsx'
import { SecondFactor } from './SecondFactor.tsx'

export default function SignInPage() {
  const { t } = useTranslation()
  const [asksForCode, setAsksForCode] = useState(false)
  const enter = useEnter()
  if (asksForCode) return <SecondFactor onBack={() => setAsksForCode(false)} onDone={enter} />
  return (
    <Gate title={t('signIn.title')}>
      <PasswordForm onSecondFactor={() => setAsksForCode(true)} onDone={enter} />
    </Gate>
  )
}

/** Back to where one wanted to go. */
function useEnter(): () => void {
  const navigate = useNavigate()
  const { to } = useSearch({ strict: false }) as { to?: unknown }
  return () => {
    queries.clear()
    // Only a page of this panel: an address from elsewhere could lead astray.
    const isOwn = typeof to === 'string' && /^\/(t\/\d+|$)/.test(to)
    void navigate({ to: isOwn ? to : '/', search: {} })
  }
}

interface PasswordFormProps {
  readonly onSecondFactor: () => void
  readonly onDone: () => void
}

function PasswordForm({ onSecondFactor, onDone }: PasswordFormProps) {
  const { t } = useTranslation()
  const signIn = useChange('session.create')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useForm({ initialValues: { email: '', password: '', trustDevice: false } })
  const submit = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const outcome = await signIn({ body: form.values })
    setBusy(false)
    if (outcome.isDone) {
      if (outcome.answer.state === 'secondFactor') onSecondFactor()
      else onDone()
    } else if (!showErrors(form, outcome.problem, ['email', 'password'])) {
      setProblem(outcome.problem)
    }
  }
  return (
    <Form
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('signIn.submit')}
          </Button>
          <Link to="/reset" search={{}}>
            {t('signIn.forgot')}
          </Link>
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      {isSecure() ? null : <Notice what={t('signIn.noTls')} />}
      <TextInput
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <Checkbox
        label={t('signIn.trust')}
        description={t('signIn.trustAbout')}
        {...form.getInputProps('trustDevice', { type: 'checkbox' })}
      />
    </Form>
  )
}

/** A session's cookie is kept over TLS only, and on the machine itself. */
function isSecure(): boolean {
  return window.isSecureContext
}
