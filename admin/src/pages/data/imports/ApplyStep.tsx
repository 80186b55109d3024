import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../api/session.tsx'
import { Section } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { Status } from '../../../components/status/Status.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { isMoving } from '../job.ts'
import { Counts } from './Counts.tsx'
import dryRunCss from './dry-run.module.css'
import { Figures } from './Figures.tsx'
import { bringsNoPoints, type Import, LOOKS, type StepProps } from './import.ts'
import css from './imports.module.css'
import { JobControls } from './JobControls.tsx'
import { Refused } from './Refused.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import { UsedLots } from './UsedLots.tsx'
import { useRefresh } from './use-refresh.ts'

/** How far applying is, what it has done, and how it is taken back. */
export function ApplyStep({ imported }: StepProps) {
  const { t } = useTranslation()
  const { state, apply, undo } = imported
  const refresh = useRefresh(imported.id)
  if (state === 'waitingForApproval' && apply === null) return <Waiting />
  const hasApplied = apply === null || apply.state === 'done'
  return (
    <>
      {undo && undo.state !== 'done' ? (
        <JobControls
          job={undo}
          title={t('imports.apply.undoRunning')}
          cancelText={t('imports.apply.cancelUndo')}
          onChanged={refresh}
        />
      ) : null}
      {apply && !hasApplied ? (
        <JobControls
          job={apply}
          title={t(isMoving(apply) ? 'imports.apply.running' : 'imports.apply.stopped')}
          cancelText={t('imports.apply.cancelAbout')}
          onChanged={refresh}
        />
      ) : null}
      <Result imported={imported} />
      <Undo imported={imported} onStarted={refresh} />
    </>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={css.job}>
      <div className={css.jobHead}>
        <h2>{t('imports.apply.waiting')}</h2>
      </div>
      <p className={css.lead}>{t('imports.apply.aboutWaiting')}</p>
      <PageLink to="/approvals" className={css.link}>
        {t('imports.apply.toApprovals')}
      </PageLink>
    </div>
  )
}

function Result({ imported }: { readonly imported: Import }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { applied, appliedAt, undone, state, options, plan } = imported
  if (!applied) return null
  const { sums, counts } = applied
  return (
    <>
      <div className={dryRunCss.found}>
        <Status kind={LOOKS[state]}>{t(`imports.states.${state}`)}</Status>
        {appliedAt ? (
          <span className={css.hint}>{t('imports.apply.applied', { ago: format.ago(appliedAt) })}</span>
        ) : null}
        {plan ? (
          <PageLink to={`/data/imports/${imported.id}`} search={{ step: 'dryRun' }} className={css.link}>
            {t('imports.apply.dryRun')}
          </PageLink>
        ) : null}
      </div>
      {state === 'appliedInPart' ? (
        <p>{t('imports.apply.inPart', { done: linesIn(counts), lines: plan?.lines ?? linesIn(counts) })}</p>
      ) : null}
      <Counts counts={counts} isDone />
      {bringsNoPoints(imported.kind) ? null : (
        <Figures
          figures={[
            [t('imports.apply.added'), format.points(sums.points)],
            isZero(sums.cashback) ? null : [t('imports.apply.cashback'), format.money(sums.cashback)],
          ]}
        />
      )}
      {options.asOf && !undone ? (
        <p className={css.hint}>{t('imports.apply.since', { moment: format.moment(options.asOf) })}</p>
      ) : null}
      {undone ? null : <Refused imported={imported} count={counts.refused} />}
    </>
  )
}

function linesIn(counts: NonNullable<Import['applied']>['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

interface UndoProps {
  readonly imported: Import
  readonly onStarted: () => void
}

function Undo({ imported, onStarted }: UndoProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayUndo = useMay('imports.apply')
  const [isAsked, ask] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const { undone, undoUntil, apply, undo } = imported
  const isWithoutPoints = bringsNoPoints(imported.kind)
  if (undone) {
    return (
      <Section title={t('imports.apply.undone')}>
        <p>{t('imports.apply.undoneLines', { count: undone.lines })}</p>
        <Figures
          figures={[
            isWithoutPoints ? null : [t('imports.apply.taken'), format.points(undone.taken.points)],
            isWithoutPoints ? null : [t('imports.apply.stays'), format.points(undone.stays.points)],
            isWithoutPoints
              ? [
                  t(imported.kind === 'orders' ? 'imports.apply.keptOrders' : 'imports.apply.kept'),
                  format.number(undone.kept),
                ]
              : null,
            isZero(undone.forgiven.points)
              ? null
              : [t('imports.apply.forgiven'), format.points(undone.forgiven.points)],
            isZero(undone.repaid.points)
              ? null
              : [t('imports.apply.repaid'), format.points(undone.repaid.points)],
          ]}
        />
        <p className={css.hint}>{t('imports.apply.again')}</p>
        {isZero(undone.stays.points) && isZero(undone.stays.cashback) ? null : (
          <UsedLots imported={imported} title={t('imports.used.title')} />
        )}
      </Section>
    )
  }
  const isBusy = [apply, undo].some((job) => job && (isMoving(job) || job.state === 'paused'))
  if (undoUntil === null || isBusy) return null
  const isOver = new Date(undoUntil) <= new Date()
  const date = format.date(undoUntil)
  return (
    <Section title={t('imports.apply.undoTitle')}>
      <p className={css.lead}>{t(isOver ? 'imports.apply.undoOver' : 'imports.apply.undoUntil', { date })}</p>
      {isWaiting ? <p>{t('imports.apply.undoWaiting')}</p> : null}
      {mayUndo && !isOver && !isWaiting ? (
        <Button onClick={() => ask(true)}>{t('imports.apply.undo')}</Button>
      ) : null}
      {isAsked ? (
        <UndoDialog
          imported={imported}
          onStarted={(waits) => {
            setWaiting(waits)
            ask(false)
            onStarted()
          }}
          onClose={() => ask(false)}
        />
      ) : null}
    </Section>
  )
}
