import { Button, PasswordInput } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries, useChange } from '../../api/hooks.ts'
import { Form } from '../../components/form/Form.tsx'
import { Gate } from './Gate.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** Where a link for a new password leads. */
export default function NewPasswordPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const navigate = useNavigate()
  const complete = useChange('passwordResets.complete')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [asksForCode, setAsksForCode] = useState(false)
  const enter = (): void => {
    queries.clear()
    void navigate({ to: '/', search: {} })
  }
  const submit = async (): Promise<void> => {
    setBusy(true)
    const outcome = await complete({ body: { token, password } })
    setBusy(false)
    if (!outcome.isDone) setError(outcome.problem.detail || outcome.problem.title)
    else if (outcome.answer.state === 'secondFactor') setAsksForCode(true)
    else enter()
  }
  if (asksForCode) {
    return <SecondFactor onBack={() => void navigate({ to: '/sign-in', search: {} })} onDone={enter} />
  }
  return (
    <Gate title={t('signIn.reset.choose')}>
      <p className="muted">{t('signIn.reset.chooseText')}</p>
      <Form
        onSubmit={() => void submit()}
        actions={
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('signIn.reset.save')}
          </Button>
        }
      >
        <PasswordInput
          label={t('signIn.join.password')}
          description={t('signIn.join.passwordAbout')}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={error}
        />
      </Form>
    </Gate>
  )
}
