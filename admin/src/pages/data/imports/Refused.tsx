import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useFetchFile, useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { Icon } from '../../../components/icon/Icon.tsx'
import { Section } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { saveFile } from '../../../components/secret/download.ts'
import { type Column, DataTable } from '../../../components/table/DataTable.tsx'
import type { Import } from './import.ts'
import css from './imports.module.css'

type Listed = Answer<'imports.refused'>
type Line = Listed['items'][number]

/** As many as one reads; the file has all. */
const SHOWN = 10

/** Lines that are not done, why, and the file in which they can be corrected. */
export function Refused({ imported, count }: { readonly imported: Import; readonly count: number }) {
  const { t } = useTranslation()
  const maySee = useMay('customers.personal')
  const params = { id: imported.id }
  const found = useRead('imports.refused', { params }, { isOff: !maySee || count === 0 })
  const columns = useColumns(found.data?.answer.columns ?? [])
  if (count === 0) return null
  const listed = found.data?.answer
  return (
    <Section
      title={t('imports.dry.refusedTitle', { count })}
      about={t('imports.dry.correct')}
      actions={listed?.file ? <ErrorFile imported={imported} file={listed.file} /> : null}
    >
      {maySee ? null : <p className={css.hint}>{t('imports.dry.masked')}</p>}
      {listed?.deleted ? <p className={css.hint}>{t('imports.dry.gone')}</p> : null}
      <div className={css.lines}>
        <DataTable
          label={t('imports.dry.refusedTitle', { count })}
          columns={columns}
          rows={(listed?.items ?? []).slice(0, SHOWN)}
          keyOf={({ line, column }) => `${line} ${column ?? ''}`}
          isLoading={maySee && found.isPending}
        />
      </div>
      {listed && listed.items.length > SHOWN ? <p className={css.hint}>{t('imports.dry.more')}</p> : null}
    </Section>
  )
}

function useColumns(names: readonly string[]): readonly Column<Line>[] {
  const { t } = useTranslation()
  return [
    {
      head: t('imports.dry.refusedColumns.line'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ line }) => line,
    },
    {
      head: t('imports.dry.refusedColumns.column'),
      onPhone: 'subject',
      cell: ({ column }) =>
        column === null ? (
          <span className="faint">{t('imports.dry.wholeLine')}</span>
        ) : (
          <code className={css.cell}>{column}</code>
        ),
    },
    {
      head: t('imports.dry.refusedColumns.cell'),
      onPhone: 'date',
      cell: ({ cells, column }) => {
        const value =
          column === null ? cells.filter((cell) => cell !== '').join(' · ') : cells[names.indexOf(column)]
        return value ? (
          <code className={css.cell}>{value}</code>
        ) : (
          <span className="faint">{t('imports.dry.empty')}</span>
        )
      },
    },
    {
      head: t('imports.dry.refusedColumns.message'),
      onPhone: 'note',
      cell: ({ message }) => message,
    },
  ]
}

function ErrorFile({ imported, file }: { readonly imported: Import; readonly file: number }) {
  const { t } = useTranslation()
  const mayDownload = useMay('customers.export')
  const mayWrite = useMay('imports.write')
  const fetchFile = useFetchFile('files.download')
  const { problem, isBusy, send } = useSending()
  const save = () =>
    void send(fetchFile({ params: { id: file } }), (fetched) =>
      saveFile(`errors-${imported.file.name}`, fetched.file),
    )
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
      {mayWrite ? (
        <PageLink to="/data/imports/new" search={{ from: imported.id }} className={css.link}>
          {t('imports.dry.uploadCorrected')}
        </PageLink>
      ) : null}
      {mayDownload ? (
        <Button leftSection={<Icon name="download" />} onClick={save} loading={isBusy}>
          {t('imports.dry.errorFile')}
        </Button>
      ) : null}
    </>
  )
}
