import { useTranslation } from 'react-i18next'
import type { OrderItem } from '../../../../../server/src/history/admin-api/orders-schema.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { Status, type StatusKind } from '../../../components/status/Status.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'

const ORDER_STATUS: Readonly<Record<OrderItem['state'], StatusKind>> = {
  initial: 'waiting',
  pending: 'waiting',
  complete: 'well',
  cancelled: 'off',
  ignored: 'off',
}

/** How far it is; and that a part of it came back. */
export function OrderStatus({ order }: { readonly order: Pick<OrderItem, 'state' | 'returned'> }) {
  const { t } = useTranslation()
  const { state, returned } = order
  const isPartlyReturned = state !== 'cancelled' && !isZero(returned)
  return (
    <Status kind={ORDER_STATUS[state]}>
      {t(`orders.states.${state}`)}
      {isPartlyReturned ? ` · ${t('orders.partlyReturned').toLocaleLowerCase()}` : null}
    </Status>
  )
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
  const nameOf = useCustomerName()
  const customer: Column<OrderItem> = {
    head: t('orders.columns.customer'),
    onPhone: 'hidden',
    cell: (order) => nameOf(order.customer),
  }
  return [
    { head: t('orders.columns.order'), onPhone: 'subject', cell: ({ originalId }) => originalId },
    ...(withCustomer ? [customer] : []),
    { head: t('orders.columns.placed'), onPhone: 'note', cell: ({ placedAt }) => format.moment(placedAt) },
    {
      head: t('common.state'),
      onPhone: 'hidden',
      cell: (order) => <OrderStatus order={order} />,
    },
    {
      head: t('orders.columns.total'),
      onPhone: 'date',
      isNumber: true,
      cell: ({ total, returned }) => (
        <>
          {format.money(total)}
          {isZero(returned) ? null : (
            <small className="muted"> {t('orders.returned', { money: format.money(returned) })}</small>
          )}
        </>
      ),
    },
    {
      head: t('orders.columns.points'),
      onPhone: 'figure',
      isNumber: true,
      cell: (order) => <Earned order={order} />,
    },
  ]
}
