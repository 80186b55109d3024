import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useFetchFile, useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { Icon } from '../../../components/icon/Icon.tsx'
import { Section } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { saveFile } from '../../../components/secret/download.ts'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import type { Import } from './import.ts'

type Used = Answer<'imports.used'>['items'][number]

interface UsedLotsProps {
  readonly imported: Pick<Import, 'id' | 'file'>
  readonly title: string
}

/** With whom points stay, or would stay, because they were used. */
export function UsedLots({ imported, title }: UsedLotsProps) {
  const { t } = useTranslation()
  const listed = useList('imports.used', { params: { id: imported.id }, query: { limit: 10 } })
  const columns = useColumns()
  return (
    <Section
      title={title}
      about={t('imports.used.about')}
      actions={listed.items.length > 0 ? <UsedFile imported={imported} /> : null}
    >
      <ListedTable
        label={title}
        columns={columns}
        listed={listed}
        keyOf={({ customer, line, isUndone }) => `${customer.id} ${line} ${isUndone}`}
        empty={<p className="muted">{t('imports.used.none')}</p>}
      />
    </Section>
  )
}

function useColumns(): readonly Column<Used>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  return [
    {
      head: t('imports.used.columns.customer'),
      onPhone: 'subject',
      cell: ({ customer }) => <PageLink to={`/customers/${customer.id}`}>{nameOf(customer)}</PageLink>,
    },
    {
      head: t('imports.used.columns.line'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ line }) => format.number(line),
    },
    {
      head: t('imports.used.columns.brought'),
      onPhone: 'date',
      isNumber: true,
      cell: ({ brought }) => format.points(brought.points),
    },
    {
      head: t('imports.used.columns.used'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ used }) => <b>{format.points(used.points)}</b>,
    },
  ]
}

function UsedFile({ imported }: Pick<UsedLotsProps, 'imported'>) {
  const { t } = useTranslation()
  const mayExport = useMay('customers.export')
  const mayKnow = useMay('customers.personal')
  const fetchFile = useFetchFile('imports.downloadUsed')
  const { problem, isBusy, send } = useSending()
  if (!mayExport || !mayKnow) return null
  const save = () =>
    void send(fetchFile({ params: { id: imported.id } }), ({ file }) =>
      saveFile(`used-${imported.file.name}`, file),
    )
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <Button size="xs" leftSection={<Icon name="download" />} onClick={save} loading={isBusy}>
        {t('imports.used.file')}
      </Button>
    </>
  )
}
