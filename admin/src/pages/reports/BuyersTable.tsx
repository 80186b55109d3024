import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import type { Target } from '../../components/chart/types.ts'
import { Section } from '../../components/layout/Page.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { useFormat } from '../../format/use-format.ts'

type Customers = NonNullable<Answer<'reports.customers'>['figures']>
type Buyers = Customers['all']['before']

interface Row {
  readonly key: string
  readonly label: string
  readonly textOf: (of: Buyers) => string
  /** Which orders it counts; none where they do not add up to it. */
  readonly show?: 'all' | 'first' | 'returning'
}

interface BuyersTableProps {
  readonly shown: Customers
  readonly opens: (search: Readonly<Record<string, string>>) => Target
}

/** Members and others side by side. */
export function BuyersTable({ shown, opens }: BuyersTableProps) {
  const { t } = useTranslation()
  const { members, others, all } = shown
  const rows = useRows()
  const targetOf = (buyers?: 'members' | 'others') => (row: Row) =>
    row.show === undefined
      ? undefined
      : opens({ ...(row.show === 'all' ? {} : { show: row.show }), ...(buyers ? { buyers } : {}) })
  return (
    <Section title={t('orderReports.compared')}>
      <FigureTable
        label={t('orderReports.compared')}
        name={{ head: t('orderReports.figure'), text: ({ label }) => label }}
        columns={[
          {
            head: t('orderReports.members'),
            text: ({ textOf }) => textOf(members),
            opens: targetOf('members'),
          },
          { head: t('orderReports.others'), text: ({ textOf }) => textOf(others), opens: targetOf('others') },
          { head: t('orderReports.all'), text: ({ textOf }) => textOf(all), opens: targetOf(), isMain: true },
          { head: t('orderReports.before'), text: ({ textOf }) => textOf(all.before) },
        ]}
        rows={rows}
        keyOf={({ key }) => key}
      />
    </Section>
  )
}

function useRows(): readonly Row[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'first',
      label: t('orderReports.firstOrders'),
      textOf: ({ firstOrders }) => format.number(firstOrders),
      show: 'first',
    },
    {
      key: 'returning',
      label: t('orderReports.returningOrders'),
      textOf: ({ returningOrders }) => format.number(returningOrders),
      show: 'returning',
    },
    {
      key: 'orders',
      label: t('orderReports.orders'),
      textOf: ({ orders }) => format.number(orders),
      show: 'all',
    },
    {
      key: 'sales',
      label: t('orderReports.sales'),
      textOf: ({ sales }) => format.money(sales),
      show: 'all',
    },
    {
      key: 'average',
      label: t('orderReports.average'),
      textOf: ({ averageOrder }) => (averageOrder === null ? '–' : format.money(averageOrder)),
    },
  ]
}
