import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/hooks.ts'
import { Question } from '../../../components/dialog/Question.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { JobProgress, JobState } from '../JobState.tsx'
import { type Job, mayCancel, mayPause, mayResume } from '../job.ts'
import css from './imports.module.css'

interface JobControlsProps {
  readonly job: Job
  /** What it does. */
  readonly title: string
  readonly cancelText: string
  readonly onChanged: () => void
}

/** A job of an import: how far it is, and what can be done about it. */
export function JobControls({ job, title, cancelText, onChanged }: JobControlsProps) {
  const { t } = useTranslation()
  const pause = useChange('jobs.pause')
  const resume = useChange('jobs.resume')
  const cancel = useChange('jobs.cancel')
  const { problem, isBusy, send } = useSending()
  const [isAsked, ask] = useState(false)
  const id = { params: { id: job.id } }
  return (
    <div className={css.job}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <div className={css.jobHead}>
        <h2>{title}</h2>
        <JobState job={job} />
      </div>
      <JobProgress job={job} />
      <div className={css.jobActions}>
        {mayPause(job) ? (
          <Button disabled={isBusy} onClick={() => void send(pause(id), onChanged)}>
            {t('data.pause')}
          </Button>
        ) : null}
        {mayResume(job) ? (
          <Button disabled={isBusy} onClick={() => void send(resume(id), onChanged)}>
            {t('data.resume')}
          </Button>
        ) : null}
        {mayCancel(job) ? (
          <Button variant="subtle" onClick={() => ask(true)}>
            {t('data.cancel')}
          </Button>
        ) : null}
      </div>
      {isAsked ? (
        <Question
          title={t('data.cancelTitle', { what: title })}
          cancel={t('data.keep')}
          submit={t('data.cancelIt')}
          run={() => cancel(id)}
          onDone={() => {
            ask(false)
            onChanged()
          }}
          onClose={() => ask(false)}
          isDestructive
        >
          <p>{cancelText}</p>
        </Question>
      ) : null}
    </div>
  )
}
