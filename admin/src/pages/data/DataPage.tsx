import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useExportedRows } from '../../api/export-name.ts'
import { useChange, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Question } from '../../components/dialog/Question.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { Page, Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { dayName } from '../../components/report/bucket-words.ts'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './data.module.css'
import { Expires } from './Expires.tsx'
import { Files } from './Files.tsx'
import { ImportsList } from './imports/ImportsList.tsx'
import { JobProgress, JobState } from './JobState.tsx'
import { isMoving, type Job, mayCancel, mayPause, mayResume } from './job.ts'
import { NewExportDialog } from './NewExportDialog.tsx'

/** How often it is asked how far they are, and whether there is a new one. */
const MOVING_MS = 2_000
const STILL_MS = 15_000

/** Work that takes longer than a request: how far it is, and what can be done about it. */
export default function DataPage() {
  const { t } = useTranslation()
  const [everyMs, setEveryMs] = useState(STILL_MS)
  const listed = useList('jobs.list', {}, { everyMs })
  const moving = listed.items.filter(isMoving).length
  const wanted = moving > 0 ? MOVING_MS : STILL_MS
  if (wanted !== everyMs) setEveryMs(wanted)
  const pause = useChange('jobs.pause')
  const resume = useChange('jobs.resume')
  const { problem, isBusy, send } = useSending()
  const mayExport = useMay('exports.create')
  const mayImport = useMay('imports.write')
  const [dialog, openDialog] = useDialogInAddress(['export'])
  const nameOf = useJobName()
  const [cancelled, setCancelled] = useState<Job | null>(null)
  const actionsOf = (job: Job) => {
    const id = { params: { id: job.id } }
    // Each row has the same buttons.
    const named = (action: string) => ({ 'aria-label': `${action}: ${nameOf(job)}` })
    return (
      <>
        {mayPause(job) ? (
          <Button
            size="xs"
            disabled={isBusy}
            onClick={() => void send(pause(id), done)}
            {...named(t('data.pause'))}
          >
            {t('data.pause')}
          </Button>
        ) : null}
        {mayResume(job) ? (
          <Button
            size="xs"
            disabled={isBusy}
            onClick={() => void send(resume(id), done)}
            {...named(t('data.resume'))}
          >
            {t('data.resume')}
          </Button>
        ) : null}
        {mayCancel(job) ? (
          <Button size="xs" variant="subtle" onClick={() => setCancelled(job)} {...named(t('data.cancel'))}>
            {t('data.cancel')}
          </Button>
        ) : null}
      </>
    )
  }
  return (
    <Page
      title={t('data.title')}
      actions={
        <>
          {mayExport ? <Button onClick={() => openDialog('export')}>{t('data.export.action')}</Button> : null}
          {mayImport ? (
            <PageLink to="/data/imports/new" className={css.primary}>
              {t('imports.action')}
            </PageLink>
          ) : null}
        </>
      }
    >
      <p className={css.about}>{t('data.about')}</p>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <ImportsList />
      <Section title={t('data.jobs')}>
        <div className={css.rows}>
          <ListedTable
            label={t('data.jobs')}
            columns={useColumns()}
            listed={listed}
            keyOf={({ id }) => id}
            actions={actionsOf}
            empty={<Empty title={t('data.empty.title')}>{t('data.empty.text')}</Empty>}
          />
        </div>
      </Section>
      {/* A job that has ended has left its file. */}
      <Files jobsMoving={moving} />
      {dialog === 'export' && mayExport ? (
        <NewExportDialog onStarted={listed.tryAgain} onClose={() => openDialog(null)} />
      ) : null}
      {cancelled ? <CancelQuestion job={cancelled} onClose={() => setCancelled(null)} /> : null}
    </Page>
  )
}

function done(): void {}

/** Kinds that this panel has a name for; others tell their own. */
const NAMED = ['customerExport', 'plan', 'backtest'] as const
const OF_IMPORTS = { 'import.check': 'check', 'import.apply': 'apply', 'import.undo': 'undo' } as const

function useJobName(): (job: Job) => string {
  const { t } = useTranslation()
  const nameOfExport = useExportName()
  return ({ kind, export: exported }) => {
    if (exported) return nameOfExport(exported)
    if (kind === 'export.whole') return t('data.names.whole')
    if (isOfImport(kind)) return t(`imports.jobs.${OF_IMPORTS[kind]}`)
    const known = NAMED.find((one) => one === kind)
    return known ? t(`data.names.${known}`) : kind
  }
}

function isOfImport(kind: string): kind is keyof typeof OF_IMPORTS {
  return Object.hasOwn(OF_IMPORTS, kind)
}

/** With the day at whose end the rows were so. */
function useExportName(): (exported: NonNullable<Job['export']>) => string {
  const { t, i18n } = useTranslation()
  const rowsOf = useExportedRows()
  return ({ kind, asOf }) => {
    const what = t('data.names.exportOf', { what: rowsOf(kind) })
    return asOf === null ? what : t('data.names.asOf', { what, day: dayName(asOf, i18n.language) })
  }
}

function useColumns(): readonly Column<Job>[] {
  const { t } = useTranslation()
  const nameOf = useJobName()
  const format = useFormat()
  return [
    {
      head: t('data.columns.what'),
      onPhone: 'subject',
      cell: (job) => (
        <>
          <b>{nameOf(job)}</b>
          <span className={css.by}>{`${job.createdBy}, ${format.ago(job.createdAt)}`}</span>
        </>
      ),
    },
    { head: t('data.columns.state'), onPhone: 'figure', cell: (job) => <JobState job={job} /> },
    { head: t('data.columns.progress'), onPhone: 'note', cell: (job) => <JobProgress job={job} /> },
    {
      head: t('data.columns.expires'),
      onPhone: 'date',
      cell: ({ expiresAt }) => (expiresAt === null ? null : <Expires at={expiresAt} />),
    },
  ]
}

function CancelQuestion({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const cancel = useChange('jobs.cancel')
  const nameOf = useJobName()
  return (
    <Question
      title={t('data.cancelTitle', { what: nameOf(job) })}
      cancel={t('data.keep')}
      submit={t('data.cancelIt')}
      run={() => cancel({ params: { id: job.id } })}
      onDone={onClose}
      onClose={onClose}
      isDestructive
    >
      <p>{t('data.cancelText')}</p>
    </Question>
  )
}
