import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Empty } from '../../../components/empty/Empty.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { WithSide } from '../../../components/layout/Page.tsx'
import { ProblemNotice, Warning } from '../../../components/notice/Notice.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { Counts } from './Counts.tsx'
import dryRunCss from './dry-run.module.css'
import { Effect } from './Effect.tsx'
import { Extremes } from './Extremes.tsx'
import { type Import, isBegun, isChecking, type Plan, type StepProps } from './import.ts'
import css from './imports.module.css'
import { JobControls } from './JobControls.tsx'
import { OpenQuestions } from './OpenQuestions.tsx'
import { Refused } from './Refused.tsx'
import { Samples } from './Samples.tsx'
import { useRefresh } from './use-refresh.ts'

/** What applying would do: nothing is written before it was looked at. */
export function DryRunStep({ imported, etag }: StepProps) {
  const { t } = useTranslation()
  const { check, plan } = imported
  const rerun = useCheck(imported)
  if (check && isChecking(imported)) {
    return (
      <JobControls
        job={check}
        title={t('imports.dry.running')}
        cancelText={t('imports.dry.aboutNone')}
        onChanged={rerun.refresh}
      />
    )
  }
  if (plan) return <Found imported={imported} etag={etag} plan={plan} rerun={rerun} />
  const hasStopped = check !== null && check.state !== 'done'
  return (
    <>
      {rerun.problem ? <ProblemNotice problem={rerun.problem} /> : null}
      <Empty
        title={t(hasStopped ? 'imports.dry.stopped' : 'imports.dry.none')}
        action={
          <Button variant="filled" onClick={rerun.run} loading={rerun.isBusy}>
            {t('imports.dry.start')}
          </Button>
        }
      >
        {hasStopped && check.problem ? check.problem.message : t('imports.dry.aboutNone')}
      </Empty>
    </>
  )
}

type Rerun = ReturnType<typeof useCheck>

function useCheck({ id }: Pick<Import, 'id'>) {
  const check = useChange('imports.check')
  const { problem, isBusy, send } = useSending()
  const run = () => void send(check({ params: { id } }), () => undefined)
  return { run, problem, isBusy, refresh: useRefresh(id) }
}

interface FoundProps extends StepProps {
  readonly plan: Plan
  readonly rerun: Rerun
}

function Found({ imported, etag, plan, rerun }: FoundProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayWrite = useMay('imports.write') && !isBegun(imported)
  return (
    <WithSide side={<Effect imported={imported} plan={plan} onRerun={rerun.run} />}>
      {rerun.problem ? <ProblemNotice problem={rerun.problem} /> : null}
      {imported.openQuestions > 0 && mayWrite ? (
        <OpenQuestions imported={imported} etag={etag} onAnswered={rerun.run} />
      ) : null}
      <div className={dryRunCss.found}>
        <h2>{t(isBegun(imported) ? 'imports.dry.wasRead' : 'imports.dry.lines', { count: plan.lines })}</h2>
        <span className={css.hint}>{t('imports.dry.checked', { ago: format.ago(plan.checkedAt) })}</span>
        {mayWrite ? (
          <Button size="xs" variant="subtle" onClick={rerun.run} loading={rerun.isBusy}>
            {t('imports.dry.again')}
          </Button>
        ) : null}
      </div>
      {plan.isOld && mayWrite ? <Warning>{t('imports.dry.old')}</Warning> : null}
      <Counts counts={plan.counts} />
      {plan.warnings.map(({ kind, message }) => (
        <Warning key={`${kind} ${message}`}>{message}</Warning>
      ))}
      <Refused imported={imported} count={plan.counts.refused} />
      <Samples imported={imported} />
      <Extremes extremes={plan.extremes} />
    </WithSide>
  )
}
