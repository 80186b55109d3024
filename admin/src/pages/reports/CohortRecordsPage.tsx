import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../api/customer-name.ts'
import { type Item, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { dayName, monthWords } from '../../components/report/bucket-words.ts'
import type { Column } from '../../components/table/DataTable.tsx'
import { add, isZero, subtract } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { FigureList } from './FigureList.tsx'
import { useOrdersAsOf } from './use-orders-as-of.ts'

type Buyer = Item<'reports.cohortsRecords'>

/** The customers that a figure of the report of cohorts is made of. */
export default function CohortRecordsPage() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const maySee = useMay('customers.read')
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const firstMonth = String(search.firstMonth ?? '')
  const month = typeof search.month === 'string' ? search.month : undefined
  const listed = useList('reports.cohortsRecords', { query: { firstMonth, ...(month ? { month } : {}) } })
  const figure = listed.first?.figure
  const asOf = useOrdersAsOf(null, listed.first?.asOf)
  const nameOf = (text: string): string =>
    /^\d{4}-\d{2}$/.test(text) ? monthWords(text, i18n.language).name : text
  const first = nameOf(firstMonth)
  return (
    <FigureList
      title={
        month ? t('cohorts.list.active', { first, month: nameOf(month) }) : t('cohorts.list.all', { first })
      }
      about={asOf}
      report="cohorts"
      search={{}}
      lead={
        figure
          ? {
              figure: format.number(figure.customers),
              about: `${t('cohorts.list.customers', { count: figure.customers })} · ${format.money(figure.sales)}`,
            }
          : null
      }
      listed={listed}
      columns={useColumns()}
      keyOf={({ customer }) => customer.id}
      {...(maySee ? { to: ({ customer }: Buyer) => `/customers/${customer.id}` } : {})}
      empty={t('cohorts.list.none')}
      addsUp={
        figure
          ? listed.items.length === figure.customers &&
            isZero(subtract(add(...listed.items.map(({ sales }) => sales)), figure.sales))
          : null
      }
      addsUpText={t('cohorts.list.addsUp', { count: listed.items.length })}
    />
  )
}

function useColumns(): readonly Column<Buyer>[] {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const customerOf = useCustomerName()
  return [
    { head: t('cohorts.list.customer'), onPhone: 'subject', cell: ({ customer }) => customerOf(customer) },
    {
      head: t('cohorts.list.firstOrder'),
      onPhone: 'date',
      cell: ({ firstDay }) => dayName(firstDay, i18n.language),
    },
    {
      head: t('cohorts.list.orders'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ orders }) => format.number(orders),
    },
    {
      head: t('cohorts.sales'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ sales }) => format.money(sales),
    },
  ]
}
