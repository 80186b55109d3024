import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { Changes } from '../../components/diff/Changes.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { Status } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import { linesOf } from './changes.ts'
import css from './queue.module.css'
import type { Waiting } from './queue.ts'

interface QueueProps {
  readonly queue: readonly Waiting[]
  readonly etag: string | null
  readonly onDone: () => Promise<void>
}

/** What takes effect by itself, each at its time, with what it changes. */
export function Queue({ queue, etag, onDone }: QueueProps) {
  const { t } = useTranslation()
  const mayPublish = useMay('program.publish')
  const cancel = useChange('program.scheduled.delete')
  const [problem, setProblem] = useState<Problem | null>(null)
  if (queue.length === 0) return null
  const submit = async (version: number): Promise<void> => {
    const outcome = await cancel({ query: { version }, etag })
    setProblem(outcome.isDone ? null : outcome.problem)
    if (outcome.isDone) await onDone()
  }
  return (
    <section className={css.queue} aria-label={t('program.scheduled.label')}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <ul>
        {queue.map((waiting) => (
          <li key={waiting.version} className={css.scheduled}>
            <WaitingVersion waiting={waiting} />
            {mayPublish ? (
              <Button size="xs" onClick={() => void submit(waiting.version)}>
                {t('program.scheduled.cancel', { version: waiting.version })}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingVersion({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { version, effectiveAt, note, changes } = waiting
  return (
    <>
      <Status kind="waiting">
        <PageLink to={`/program/history/${version}`}>{t('program.scheduled.title', { version })}</PageLink>
      </Status>
      <p>
        {t('program.scheduled.text', { when: format.moment(effectiveAt), zone: format.zone })}
        {note ? ` “${note}”` : ''}
      </p>
      <details className={css.waitingChanges}>
        <summary>{t('program.scheduled.changes', { count: changes.length })}</summary>
        <Changes changes={linesOf(changes, [])} />
      </details>
    </>
  )
}
