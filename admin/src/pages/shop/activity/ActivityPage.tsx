import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useList } from '../../../api/hooks.ts'
import { Empty } from '../../../components/empty/Empty.tsx'
import { Page } from '../../../components/layout/Page.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { CustomerTabs } from '../CustomerTabs.tsx'

type Activity = Answer<'activity.list'>['items'][number]

/** What happens to the points of all customers. */
export default function ActivityPage() {
  const { t } = useTranslation()
  const listed = useList('activity.list', { query: { limit: 50 } })
  const columns = useColumns()
  return (
    <Page title={t('activity.title')} about={t('activity.about')}>
      <CustomerTabs />
      <ListedTable
        label={t('activity.title')}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        to={({ customer }) => `/customers/${customer.id}`}
        empty={<Empty title={t('activity.empty.title')}>{t('activity.empty.text')}</Empty>}
      />
    </Page>
  )
}

function useColumns(): readonly Column<Activity>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  return [
    {
      head: t('activity.columns.customer'),
      onPhone: 'subject',
      cell: ({ customer }) => nameOf(customer),
    },
    {
      head: t('activity.columns.what'),
      onPhone: 'note',
      // What was earned without an order has the better title: a birthday, a quiz. What expired is named alike with one.
      cell: ({ title, kind, order }) =>
        kind !== 'expired' && (order || kind === 'earned') ? title : t(`customers.timeline.kinds.${kind}`),
    },
    { head: t('activity.columns.when'), onPhone: 'date', cell: ({ at }) => format.moment(at) },
    {
      head: t('activity.columns.points'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ points }) => <b>{format.signed(points)}</b>,
    },
    {
      head: t('activity.columns.balance'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ balanceAfter }) => format.points(balanceAfter.points),
    },
  ]
}
