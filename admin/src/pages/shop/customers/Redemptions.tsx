import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useRedemptionColumns } from '../redemptions/use-redemption-columns.tsx'

export function Redemptions({ customerId }: { readonly customerId: number }) {
  const { t } = useTranslation()
  const listed = useList('customers.redemptions', { params: { id: customerId } })
  const columns = useRedemptionColumns(false)
  return (
    <ListedTable
      label={t('customers.views.redemptions')}
      columns={columns}
      listed={listed}
      keyOf={({ id }) => id}
      to={({ id }) => `/redemptions/${id}`}
      empty={<p className="muted">{t('redemptions.none')}</p>}
    />
  )
}
