import { Button, CloseButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useChange, useFetchFile, useRead } from '../../../api/hooks.ts'
import { useSending } from '../../../components/form/use-sending.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { saveFile } from '../../../components/secret/download.ts'
import { useFormat } from '../../../format/use-format.ts'
import css from './erase.module.css'
import { useExportInAddress } from './use-export.ts'

type Job = Answer<'jobs.get'>

/** Most are ready within a second, and one of many orders takes a minute. */
const SOON_MS = 500
const LATER_MS = 2_000
const LONG_MS = 8_000

/** The export that was asked for on this page: how far it is, and its file as soon as there is one. */
export function ExportedData({ customerId }: { readonly customerId: number }) {
  const [id, follow] = useExportInAddress()
  return id === null ? null : (
    <Followed key={id} id={id} customerId={customerId} onClose={() => follow(null)} />
  )
}

interface FollowedProps {
  readonly id: number
  readonly customerId: number
  readonly onClose: () => void
}

function Followed({ id, customerId, onClose }: FollowedProps) {
  const { t } = useTranslation()
  const [everyMs, setEveryMs] = useState<number | null>(SOON_MS)
  const found = useRead(
    'jobs.get',
    { params: { id } },
    { isTagged: true, ...(everyMs === null ? {} : { everyMs }) },
  )
  const job = found.data?.answer
  const wanted = job ? askEvery(job) : SOON_MS
  if (wanted !== everyMs) setEveryMs(wanted)
  // An address can name any job.
  if (job?.kind !== 'customerExport' || (fileOf(job)?.customerId ?? customerId) !== customerId) return null
  return (
    <div className={css.exported}>
      <div className={css.state} role="status">
        <State job={job} isLong={everyMs === LATER_MS} />
      </div>
      <CloseButton aria-label={t('erasing.export.close')} onClick={onClose} />
    </div>
  )
}

function askEvery({ state, wish, createdAt }: Job): number | null {
  if (state !== 'queued' && state !== 'running' && wish === null) return null
  return Date.now() - Date.parse(createdAt) > LONG_MS ? LATER_MS : SOON_MS
}

interface WrittenFile {
  readonly customerId: number
  readonly file: { readonly id: number; readonly name: string; readonly bytes: number }
}

/** Of a job that is done. */
function fileOf({ result }: Job): WrittenFile | null {
  return result && 'file' in result ? (result as unknown as WrittenFile) : null
}

function State({ job, isLong }: { readonly job: Job; readonly isLong: boolean }) {
  const { t } = useTranslation()
  const written = fileOf(job)
  switch (job.state) {
    case 'done':
      return written ? <Ready written={written} expiresAt={job.expiresAt} /> : null
    case 'failed':
      return <Failed job={job} />
    case 'cancelled':
      return t('erasing.export.cancelled')
    case 'paused':
      return (
        <>
          {t('erasing.export.paused')} <ToData />
        </>
      )
    default:
      return (
        <>
          {t('erasing.export.begun')}
          {job.done > 0 ? <Aside>{t('erasing.export.soFar', { count: job.done })}</Aside> : null}
          {isLong ? (
            <Aside>
              {t('erasing.export.leave')} <ToData />
            </Aside>
          ) : null}
        </>
      )
  }
}

function Ready({ written: { file }, expiresAt }: { written: WrittenFile; expiresAt: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const fetchFile = useFetchFile('files.download')
  const { problem, isBusy, send } = useSending()
  const save = () =>
    send(fetchFile({ params: { id: file.id } }), ({ file: octets }) => saveFile(file.name, octets))
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
      {t('erasing.export.ready')}
      <Aside>
        {expiresAt === null
          ? format.size(file.bytes)
          : t('erasing.export.until', { size: format.size(file.bytes), date: format.date(expiresAt) })}
      </Aside>
      <Button
        size="xs"
        variant="filled"
        className={css.download}
        loading={isBusy}
        onClick={() => void save()}
      >
        {t('erasing.export.download')}
      </Button>
    </>
  )
}

function Failed({ job: { id, problem: why } }: { readonly job: Job }) {
  const { t } = useTranslation()
  const resume = useChange('jobs.resume')
  const { problem, isBusy, send } = useSending()
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
      {t('erasing.export.failed')}
      {why ? <Aside>{`${why.message} ${t('data.requestId', { id: why.requestId })}`}</Aside> : null}
      <Button
        size="xs"
        className={css.download}
        loading={isBusy}
        onClick={() => void send(resume({ params: { id } }), () => {})}
      >
        {t('erasing.export.again')}
      </Button>
    </>
  )
}

function Aside({ children }: { readonly children: ReactNode }) {
  return <span className={css.aside}>{children}</span>
}

function ToData() {
  const { t } = useTranslation()
  return <PageLink to="/data">{t('data.title')}</PageLink>
}
