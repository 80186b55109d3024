import { useTranslation } from 'react-i18next'
import { Bar } from '../../components/progress/Progress.tsx'
import { Status } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './data.module.css'
import { isMoving, type Job, LOOKS } from './job.ts'
import { timeLeft } from './time-left.ts'

/** What it does, or is about to do. */
export function JobState({ job: { state, wish } }: { readonly job: Job }) {
  const { t } = useTranslation()
  if (wish === 'pause') return <Status kind="off">{t('data.pausing')}</Status>
  if (wish === 'cancel') return <Status kind="off">{t('data.cancelling')}</Status>
  return <Status kind={LOOKS[state]}>{t(`data.states.${state}`)}</Status>
}

/** How far it is, how fast it goes and how long it takes; of a job that failed, why. */
export function JobProgress({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { done, total, perSecond, secondsLeft, problem, state } = job
  if (state === 'queued') return null
  const left = secondsLeft === null ? null : timeLeft(secondsLeft)
  const words = [
    total === null
      ? t('data.soFar', { done: format.number(done) })
      : t('data.progress', { done: format.number(done), total: format.number(total) }),
    perSecond === null || !isMoving(job) ? null : t('data.rate', { rate: format.number(perSecond) }),
    left === null || !isMoving(job)
      ? null
      : left.unit === 'moment'
        ? t('data.left.moment')
        : t(`data.left.${left.unit}`, { count: left.count }),
  ].filter((word) => word !== null)
  return (
    <div className={css.progress}>
      {total !== null && state !== 'done' ? <Bar share={total === 0 ? 1 : done / total} /> : null}
      <span className={css.words}>{words.join(' · ')}</span>
      {problem ? (
        <span className={css.words}>
          {problem.message} {t('data.requestId', { id: problem.requestId })}
        </span>
      ) : null}
    </div>
  )
}
