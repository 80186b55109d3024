import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useCustomerName } from '../../api/customer-name.ts'
import type { Item } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import type { Listed } from '../../components/table/ListedTable.tsx'
import { add, isZero, subtract } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { FigureList } from './FigureList.tsx'
import type { ReportName } from './reports.ts'

type Order = Item<'reports.customersRecords'>
type Figure = NonNullable<Answer<'reports.customersRecords'>['figure']>

interface OrderRecordsProps {
  readonly title: string
  readonly about: ReactNode
  readonly report: ReportName
  readonly search: Record<string, unknown>
  readonly listed: Listed<Order> & {
    readonly first: Pick<Answer<'reports.customersRecords'>, 'figure' | 'counting'> | undefined
  }
}

/** The orders that a figure counts, each with its customer. */
export function OrderRecords({ listed, ...rest }: OrderRecordsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const maySee = useMay('customers.read')
  const figure = listed.first?.figure
  const count = listed.items.length
  return (
    <FigureList
      {...rest}
      listed={listed}
      columns={useColumns()}
      keyOf={({ orderId }) => orderId}
      {...(maySee
        ? { to: ({ customer, orderId }: Order) => `/customers/${customer.id}/orders/${orderId}` }
        : {})}
      lead={
        figure
          ? {
              figure: format.number(figure.orders),
              about: [
                t('orderReports.list.orders', { count: figure.orders }),
                ...(figure.sales === null ? [] : [format.money(figure.sales)]),
                ...(figure.points === null
                  ? []
                  : [t('orderReports.list.points', { points: format.points(figure.points) })]),
              ].join(' · '),
            }
          : null
      }
      empty={t(listed.first?.counting ? 'reports.counting.text' : 'orderReports.list.none')}
      addsUp={figure ? sumsUp(listed.items, figure) : null}
      addsUpText={t('orderReports.list.addsUp', { count })}
    />
  )
}

function sumsUp(items: readonly Order[], { orders, sales, points }: Figure): boolean {
  const isSum = (of: (order: Order) => string, sum: string | null): boolean =>
    sum === null || isZero(subtract(add(...items.map(of)), sum))
  return (
    items.length === orders && isSum((order) => order.sales, sales) && isSum((order) => order.points, points)
  )
}

function useColumns(): readonly Column<Order>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const customerOf = useCustomerName()
  return [
    {
      head: t('orderReports.list.customer'),
      onPhone: 'subject',
      cell: ({ customer }) => customerOf(customer),
    },
    { head: t('orderReports.list.order'), onPhone: 'note', cell: ({ originalId }) => originalId },
    {
      head: t('orderReports.list.placed'),
      onPhone: 'date',
      cell: ({ placedAt }) => format.moment(placedAt),
    },
    {
      head: t('orderReports.list.branch'),
      onPhone: 'hidden',
      cell: ({ branch }) => (branch === null ? '–' : (branch.name ?? branch.id)),
    },
    {
      head: t('orderReports.sales'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ sales }) => format.money(sales),
    },
    {
      head: t('orderReports.branches.points'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ points }) => format.points(points),
    },
  ]
}
