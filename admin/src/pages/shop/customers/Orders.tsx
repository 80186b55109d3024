import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { DataTable } from '../../../components/table/DataTable.tsx'
import { useOrderColumns } from '../orders/use-order-columns.tsx'

export function Orders({ customerId }: { readonly customerId: number }) {
  const { t } = useTranslation()
  const listed = useList('customers.orders', { params: { id: customerId }, query: { limit: 50 } })
  const columns = useOrderColumns(false)
  return (
    <>
      {listed.problem ? <ProblemNotice problem={listed.problem} /> : null}
      <DataTable
        label={t('customers.views.orders')}
        columns={columns}
        rows={listed.items}
        keyOf={({ id }) => id}
        to={({ id }) => `/customers/${customerId}/orders/${id}`}
        isLoading={listed.isLoading}
        more={listed.more}
        isLoadingMore={listed.isLoadingMore}
        empty={listed.problem ? null : <p className="muted">{t('customers.why.noOrders')}</p>}
      />
    </>
  )
}
