import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Form } from '../../components/form/Form.tsx'
import { Gate } from './Gate.tsx'

/** The answer is the same whether the address is known or not. */
export default function ResetPage() {
  const { t } = useTranslation()
  const ask = useChange('passwordResets.create')
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setBusy(true)
    const outcome = await ask({ body: { email } })
    setBusy(false)
    if (outcome.isDone) setMessage(outcome.answer.message)
    else setError(outcome.problem.detail || outcome.problem.title)
  }
  const back = (
    <Link to="/sign-in" search={{}}>
      {t('signIn.reset.back')}
    </Link>
  )
  if (message !== null) {
    return (
      <Gate title={t('signIn.reset.title')}>
        <p role="status">{message}</p>
        {back}
      </Gate>
    )
  }
  return (
    <Gate title={t('signIn.reset.title')}>
      <p className="muted">{t('signIn.reset.text')}</p>
      <Form
        onSubmit={() => void submit()}
        actions={
          <>
            <Button type="submit" variant="filled" loading={isBusy}>
              {t('signIn.reset.submit')}
            </Button>
            {back}
          </>
        }
      >
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={error}
        />
      </Form>
    </Gate>
  )
}
