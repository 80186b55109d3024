import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries, useChange } from '../../api/hooks.ts'
import { Form } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { Notice, ProblemNotice } from '../../components/notice/Notice.tsx'
import { Gate } from './Gate.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { useKeepLanguage } from './use-keep-language.ts'

export default function SignInPage() {
  const { t } = useTranslation()
  const [asksForCode, setAsksForCode] = useState(false)
  const enter = useEnter()
  if (asksForCode) return <SecondFactor onBack={() => setAsksForCode(false)} onDone={() => void enter()} />
  return (
    <Gate title={t('signIn.title')}>
      <PasswordForm onSecondFactor={() => setAsksForCode(true)} onDone={() => void enter()} />
    </Gate>
  )
}

/** Back to where one wanted to go. */
function useEnter(): () => Promise<void> {
  const navigate = useNavigate()
  const { to } = useSearch({ strict: false }) as { to?: unknown }
  const keepLanguage = useKeepLanguage()
  return async () => {
    await keepLanguage()
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
  const form = useForm({ initialValues: { email: '', password: '', trustDevice: false } })
  const { problem, isBusy, send } = useSending(form, ['email', 'password'])
  const submit = () =>
    send(signIn({ body: form.values }), ({ answer }) =>
      answer.state === 'secondFactor' ? onSecondFactor() : onDone(),
    )
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
