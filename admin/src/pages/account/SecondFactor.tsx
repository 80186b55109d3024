import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useSession } from '../../api/session.tsx'
import { Question } from '../../components/dialog/Question.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { MadeDialog } from '../../components/secret/MadeDialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'
import { Status } from '../../components/status/Status.tsx'
import css from './account.module.css'
import { SetUpDialog } from './SetUpDialog.tsx'

/** A code of an app beside the password; and ten codes for the day the phone is lost. */
export function SecondFactor() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { person } = useSession()
  const begin = useChange('me.beginTotp')
  const renew = useChange('me.renewRecoveryCodes')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [secret, setSecret] = useState<Answer<'me.beginTotp'> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isEnding, setEnding] = useState(false)
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: [null, 'session'] })
  const setUp = async (): Promise<void> => {
    const outcome = await begin({})
    setProblem(outcome.isDone ? null : outcome.problem)
    if (outcome.isDone) setSecret(outcome.answer)
  }
  const renewCodes = async (): Promise<void> => {
    const outcome = await renew({})
    setProblem(outcome.isDone ? null : outcome.problem)
    if (outcome.isDone) setCodes(outcome.answer.recoveryCodes)
    await reload()
  }
  const shownCodes = (recoveryCodes: readonly string[]): void => {
    setSecret(null)
    setCodes(recoveryCodes)
    void reload()
  }
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <div className={css.factor}>
        <Status kind={person.hasSecondFactor ? 'well' : 'off'}>
          {person.hasSecondFactor
            ? t('account.factor.on', { count: person.recoveryCodesLeft })
            : t('account.factor.off')}
        </Status>
        {person.hasSecondFactor ? (
          <>
            <Button onClick={() => void renewCodes()}>{t('account.factor.renew')}</Button>
            <Button variant="subtle" onClick={() => setEnding(true)}>
              {t('account.factor.end.action')}
            </Button>
          </>
        ) : (
          <Button onClick={() => void setUp()}>{t('account.factor.setUp')}</Button>
        )}
      </div>
      {secret ? <SetUpDialog made={secret} onClose={() => setSecret(null)} onDone={shownCodes} /> : null}
      {codes ? <CodesDialog codes={codes} onClose={() => setCodes(null)} /> : null}
      {isEnding ? <EndDialog onClose={() => setEnding(false)} onDone={() => void reload()} /> : null}
    </>
  )
}

function CodesDialog(props: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <MadeDialog title={t('account.codes.title')} once={t('account.codes.once')} onClose={props.onClose}>
      <SecretOnce
        label={t('account.codes.label')}
        secret={props.codes.join('\n')}
        fileName="punchcard-recovery-codes.txt"
      />
    </MadeDialog>
  )
}

function EndDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const disable = useChange('me.disableTotp')
  return (
    <Question
      title={t('account.factor.end.title')}
      cancel={t('account.factor.end.cancel')}
      submit={t('account.factor.end.submit')}
      run={() => disable({})}
      onDone={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
      isDestructive
    >
      <p>{t('account.factor.end.text')}</p>
    </Question>
  )
}
