import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useOrderColumns } from '../orders/use-order-columns.tsx'

export function Orders({ customerId }: { readonly customerId: number }) {
  const { t } = useTranslation()
  const listed = useList('customers.orders', { params: { id: customerId }, query: { limit: 50 } })
  const columns = useOrderColumns(false)
  return (
    <ListedTable
      label={t('customers.views.orders')}
      columns={columns}
      listed={listed}
      keyOf={({ id }) => id}
      to={({ id }) => `/customers/${customerId}/orders/${id}`}
      empty={<p className="muted">{t('customers.why.noOrders')}</p>}
    />
  )
}
