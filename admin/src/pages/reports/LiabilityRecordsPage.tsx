import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../api/customer-name.ts'
import { type Item, useList } from '../../api/hooks.ts'
import { dayName, monthWords } from '../../components/report/bucket-words.ts'
import type { Column } from '../../components/table/DataTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { Records } from './Records.tsx'
import { useTypeName } from './use-points-table.ts'

type Lot = Item<'reports.liabilityRecords'>

const GROUPS = ['never', 'pending', 'owed'] as const

/** The lots that a figure of the report of liability is made of now. */
export default function LiabilityRecordsPage() {
  const { t, i18n } = useTranslation()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const group = GROUPS.find((one) => one === search.group)
  const month = String(search.month ?? '')
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
  const query = group ? { group } : isMonth ? { month } : { group: 'never' as const }
  const listed = useList('reports.liabilityRecords', { query })
  return (
    <Records
      title={
        group || !isMonth
          ? t(`reporting.records.${group ?? 'never'}`)
          : t('reporting.records.expire', { month: monthWords(month, i18n.language).name })
      }
      about={t('reporting.liability.now')}
      report="liability"
      search={{}}
      listed={listed}
      listedFrom={null}
      times={null}
      columns={useColumns(group)}
    />
  )
}

function useColumns(group: (typeof GROUPS)[number] | undefined): readonly Column<Lot>[] {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const customerOf = useCustomerName()
  const typeOf = useTypeName()
  return [
    {
      head: t('reporting.records.customer'),
      onPhone: 'subject',
      cell: ({ customer }) => customerOf(customer),
    },
    { head: t('reporting.heads.type'), onPhone: 'note', cell: ({ type }) => typeOf(type) },
    {
      head: t('reporting.records.earned'),
      onPhone: 'hidden',
      cell: ({ recordedAt }) => format.date(recordedAt),
    },
    group === 'pending'
      ? {
          head: t('reporting.records.available'),
          onPhone: 'date' as const,
          cell: ({ availableAt }: Lot) => (availableAt === null ? '–' : format.date(availableAt)),
        }
      : {
          head: t('reporting.records.lastDay'),
          onPhone: 'date' as const,
          cell: ({ lastDay }: Lot) => (lastDay === null ? '–' : dayName(lastDay, i18n.language)),
        },
    {
      head: t('reporting.records.original'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ original }) => format.points(original),
    },
    {
      head: t('reporting.records.left'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ points }) => format.points(points),
    },
  ]
}
