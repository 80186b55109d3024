import { useTranslation } from 'react-i18next'
import type { OrderItem } from '../../../../../server/src/history/admin-api/orders-schema.ts'
import { Status, type StatusKind } from '../../../components/status/Status.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { callOf } from '../customer.ts'

export const ORDER_STATUS: Readonly<Record<OrderItem['state'], StatusKind>> = {
  initial: 'waiting',
  pending: 'waiting',
  complete: 'well',
  cancelled: 'off',
  ignored: 'off',
}

/** What it earned; where nothing, why. */
function Earned({ order }: { readonly order: Pick<OrderItem, 'points' | 'none'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (order.none === null) return <b>{format.points(order.points)}</b>
  return <span className="muted">{t(`customers.withoutPoints.${order.none}`)}</span>
}

export function useOrderColumns(withCustomer: boolean): readonly Column<OrderItem>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const customer: Column<OrderItem> = {
    head: t('orders.columns.customer'),
    onPhone: 'hidden',
    cell: (order) => callOf(order.customer),
  }
  return [
    { head: t('orders.columns.order'), onPhone: 'subject', cell: ({ originalId }) => originalId },
    ...(withCustomer ? [customer] : []),
    { head: t('orders.columns.placed'), onPhone: 'note', cell: ({ placedAt }) => format.moment(placedAt) },
    {
      head: t('common.state'),
      onPhone: 'hidden',
      cell: ({ state }) => <Status kind={ORDER_STATUS[state]}>{t(`orders.states.${state}`)}</Status>,
    },
    {
      head: t('orders.columns.total'),
      onPhone: 'date',
      isNumber: true,
      cell: ({ total }) => format.money(total),
    },
    {
      head: t('orders.columns.points'),
      onPhone: 'figure',
      isNumber: true,
      cell: (order) => <Earned order={order} />,
    },
  ]
}
