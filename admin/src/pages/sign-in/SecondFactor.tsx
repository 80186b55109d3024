import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Form } from '../../components/form/Form.tsx'
import { Gate } from './Gate.tsx'

interface SecondFactorProps {
  readonly onBack: () => void
  readonly onDone: () => void
}

export function SecondFactor({ onBack, onDone }: SecondFactorProps) {
  const { t } = useTranslation()
  const give = useChange('session.secondFactor')
  const [isRecovery, setRecovery] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setBusy(true)
    const code = typed.replaceAll(/\s/g, '')
    const outcome = await give({ body: isRecovery ? { recoveryCode: typed.trim() } : { code } })
    setBusy(false)
    if (outcome.isDone) onDone()
    else setError(outcome.problem.detail || outcome.problem.title)
  }
  return (
    <Gate title={t('signIn.secondFactor.title')}>
      <p className="muted">{t('signIn.secondFactor.text')}</p>
      <Form
        onSubmit={() => void submit()}
        actions={
          <>
            <Button type="submit" variant="filled" loading={isBusy}>
              {t('signIn.secondFactor.submit')}
            </Button>
            <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
              {isRecovery ? t('signIn.secondFactor.useCode') : t('signIn.secondFactor.useRecovery')}
            </Button>
            <Button variant="subtle" onClick={onBack}>
              {t('signIn.secondFactor.back')}
            </Button>
          </>
        }
      >
        <TextInput
          key={isRecovery ? 'recovery' : 'code'}
          label={isRecovery ? t('signIn.secondFactor.recovery') : t('signIn.secondFactor.code')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoFocus
          error={error}
        />
      </Form>
    </Gate>
  )
}
