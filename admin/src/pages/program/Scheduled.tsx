import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { Status } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './program.module.css'

interface ScheduledProps {
  readonly scheduled: NonNullable<Answer<'program.get'>['scheduled']>
  readonly etag: string | null
  readonly onDone: () => Promise<void>
}

/** What takes effect by itself at its time. */
export function Scheduled({ scheduled, etag, onDone }: ScheduledProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayPublish = useMay('program.publish')
  const cancel = useChange('program.scheduled.delete')
  const [problem, setProblem] = useState<Problem | null>(null)
  const submit = async (): Promise<void> => {
    const outcome = await cancel({ etag })
    if (outcome.isDone) await onDone()
    else setProblem(outcome.problem)
  }
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <div className={css.scheduled}>
        <Status kind="waiting">{t('program.scheduled.title', { version: scheduled.version })}</Status>
        <p>
          {t('program.scheduled.text', { when: format.moment(scheduled.effectiveAt), zone: format.zone })}
          {scheduled.note ? ` “${scheduled.note}”` : ''}
        </p>
        {mayPublish ? (
          <Button size="xs" onClick={() => void submit()}>
            {t('program.scheduled.cancel')}
          </Button>
        ) : null}
      </div>
    </>
  )
}
