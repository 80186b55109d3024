import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { DataTable } from '../../../components/table/DataTable.tsx'
import { useRedemptionColumns } from '../redemptions/use-redemption-columns.tsx'

export function Redemptions({ customerId }: { readonly customerId: number }) {
  const { t } = useTranslation()
  const listed = useList('customers.redemptions', { params: { id: customerId } })
  const columns = useRedemptionColumns(false)
  return (
    <>
      {listed.problem ? <ProblemNotice problem={listed.problem} /> : null}
      <DataTable
        label={t('customers.views.redemptions')}
        columns={columns}
        rows={listed.items}
        keyOf={({ id }) => id}
        to={({ id }) => `/redemptions/${id}`}
        isLoading={listed.isLoading}
        more={listed.more}
        isLoadingMore={listed.isLoadingMore}
        empty={listed.problem ? null : <p className="muted">{t('redemptions.none')}</p>}
      />
    </>
  )
}
