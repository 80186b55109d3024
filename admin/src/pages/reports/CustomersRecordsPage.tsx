import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { periodName } from '../../components/report/bucket-words.ts'
import { searchOf } from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { OrderRecords } from './OrderRecords.tsx'
import { readBuyers, readOrders } from './order-search.ts'
import { useOrdersAsOf } from './use-orders-as-of.ts'

/** The orders that a figure of the report of customers is made of. */
export default function CustomersRecordsPage() {
  const { t, i18n } = useTranslation()
  const { search, chosen, learnToday } = useReportSearch()
  const show = readOrders(search.show, ['first', 'returning'] as const)
  const buyers = readBuyers(search.buyers)
  const listed = useList('reports.customersRecords', { query: { ...chosen.period, show, buyers } })
  learnToday(listed.first?.today)
  const whose =
    buyers === 'all'
      ? ''
      : ` ${t(buyers === 'members' ? 'orderReports.list.ofMembers' : 'orderReports.list.ofOthers')}`
  return (
    <OrderRecords
      title={`${t(`orderReports.list.${show}`)}${whose}`}
      about={useOrdersAsOf(periodName(chosen.period, i18n.language), listed.first?.asOf)}
      report="customers"
      search={searchOf(chosen)}
      listed={listed}
    />
  )
}
