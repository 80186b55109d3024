import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Empty } from '../../../components/empty/Empty.tsx'
import { Section } from '../../../components/layout/Page.tsx'
import { Status } from '../../../components/status/Status.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import css from '../data.module.css'
import { addedOf, type ImportItem, LOOKS } from './import.ts'

const ASKED_EVERY_MS = 15_000

/** Every import with its state, newest first. */
export function ImportsList() {
  const { t } = useTranslation()
  const mayRead = useMay('imports.read')
  const listed = useList('imports.list', {}, { everyMs: ASKED_EVERY_MS, isOff: !mayRead })
  const columns = useColumns()
  if (!mayRead) return null
  return (
    <Section title={t('imports.title')}>
      <ListedTable
        label={t('imports.title')}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        to={({ id }) => `/data/imports/${id}`}
        empty={<Empty title={t('imports.empty.title')}>{t('imports.empty.text')}</Empty>}
      />
    </Section>
  )
}

function useColumns(): readonly Column<ImportItem>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      head: t('imports.columns.what'),
      onPhone: 'subject',
      cell: ({ kind, file, createdBy }) => (
        <>
          <b>{t(`imports.kinds.${kind}`)}</b>
          <span className={css.by}>
            {file.name} · {createdBy.label}
          </span>
        </>
      ),
    },
    {
      head: t('imports.columns.state'),
      onPhone: 'note',
      cell: ({ state }) => <Status kind={LOOKS[state]}>{t(`imports.states.${state}`)}</Status>,
    },
    {
      head: t('imports.columns.lines'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ applied }) => (applied ? format.number(addedOf(applied.counts)) : '–'),
    },
    {
      head: t('imports.columns.date'),
      onPhone: 'date',
      cell: ({ createdAt }) => format.ago(createdAt),
    },
  ]
}
