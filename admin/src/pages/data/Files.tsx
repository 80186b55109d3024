import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange, useFetchFile, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Question } from '../../components/dialog/Question.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { Section } from '../../components/layout/Page.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { saveFile } from '../../components/secret/download.ts'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './data.module.css'
import { Expires } from './Expires.tsx'

type StoredFile = Answer<'files.list'>['items'][number]

/** How often it is asked whether one was uploaded, or has expired. */
const ASKED_EVERY_MS = 15_000

/** What was uploaded, and what jobs have written. Without any, nothing is shown. */
export function Files({ jobsMoving }: { readonly jobsMoving: number }) {
  const { t } = useTranslation()
  const listed = useList('files.list', {}, { everyMs: ASKED_EVERY_MS })
  const asked = useRef(jobsMoving)
  const { tryAgain } = listed
  useEffect(() => {
    if (asked.current !== jobsMoving) tryAgain()
    asked.current = jobsMoving
  }, [jobsMoving, tryAgain])
  const fetchFile = useFetchFile('files.download')
  const { problem, send } = useSending()
  const [fetched, setFetched] = useState<number | null>(null)
  const [deleted, setDeleted] = useState<StoredFile | null>(null)
  const mayDownload = useMayDownload()
  const columns = useColumns()
  const save = async ({ id, name }: StoredFile): Promise<void> => {
    setFetched(id)
    await send(fetchFile({ params: { id } }), ({ file }) => saveFile(name, file))
    setFetched(null)
  }
  if (listed.items.length === 0 && !listed.problem) return null
  const actionsOf = (file: StoredFile) =>
    file.state !== 'complete' ? null : (
      <>
        {mayDownload(file) ? (
          <Button
            size="xs"
            loading={fetched === file.id}
            disabled={fetched !== null}
            onClick={() => void save(file)}
            aria-label={`${t('data.download')}: ${file.name}`}
          >
            {t('data.download')}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="subtle"
          onClick={() => setDeleted(file)}
          aria-label={`${t('data.delete')}: ${file.name}`}
        >
          {t('data.delete')}
        </Button>
      </>
    )
  return (
    <Section title={t('data.files')}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <div className={css.rows}>
        <ListedTable
          label={t('data.files')}
          columns={columns}
          listed={listed}
          keyOf={({ id }) => id}
          actions={actionsOf}
        />
      </div>
      {deleted ? <DeleteQuestion file={deleted} onClose={() => setDeleted(null)} /> : null}
    </Section>
  )
}

/** The server asks for the same: one that can't be downloaded is not offered. */
function useMayDownload(): (file: StoredFile) => boolean {
  const mayExport = useMay('customers.export')
  const maySeePersons = useMay('customers.personal')
  return ({ holdsPersons }) => !holdsPersons || (mayExport && maySeePersons)
}

function useColumns(): readonly Column<StoredFile>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      head: t('data.fileColumns.name'),
      onPhone: 'subject',
      cell: ({ name, lines }) => (
        <>
          <b>{name}</b>
          {lines === null ? null : <span className={css.by}>{t('data.lines', { count: lines })}</span>}
        </>
      ),
    },
    {
      head: t('data.fileColumns.size'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ bytes }) => format.size(bytes),
    },
    {
      head: t('data.fileColumns.created'),
      onPhone: 'note',
      cell: ({ createdAt }) => format.ago(createdAt),
    },
    {
      head: t('data.fileColumns.expires'),
      onPhone: 'date',
      cell: ({ state, expiresAt, deletedBecause }) => {
        if (state === 'deleted') return t(`data.deleted.${deletedBecause ?? 'asked'}`)
        return state === 'writing' ? t('data.writing') : <Expires at={expiresAt} />
      },
    },
  ]
}

function DeleteQuestion({ file, onClose }: { readonly file: StoredFile; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useChange('files.delete')
  return (
    <Question
      title={t('data.deleteTitle', { name: file.name })}
      cancel={t('data.keepFile')}
      submit={t('data.deleteIt')}
      run={() => remove({ params: { id: file.id } })}
      onDone={onClose}
      onClose={onClose}
      isDestructive
    >
      <p>{t('data.deleteText')}</p>
    </Question>
  )
}
