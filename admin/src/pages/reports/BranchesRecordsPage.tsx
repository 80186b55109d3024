import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { periodName } from '../../components/report/bucket-words.ts'
import { searchOf } from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { OrderRecords } from './OrderRecords.tsx'
import { readBuyers, readOrders } from './order-search.ts'
import { useOrdersAsOf } from './use-orders-as-of.ts'

const GROUPS = ['none', 'other'] as const

/** The orders that a figure of the report of branches is made of. */
export default function BranchesRecordsPage() {
  const { t, i18n } = useTranslation()
  const { search, chosen, learnToday } = useReportSearch()
  const show = readOrders(search.show, ['first', 'earned'] as const)
  const buyers = readBuyers(search.buyers)
  const which = readBranch(search)
  const listed = useList('reports.branchesRecords', { query: { ...chosen.period, show, buyers, ...which } })
  learnToday(listed.first?.today)
  const whose =
    buyers === 'all' ? [] : [t(`orderReports.list.${buyers === 'members' ? 'ofMembers' : 'ofOthers'}`)]
  const where =
    which.branch !== undefined
      ? [listed.items[0]?.branch?.name ?? which.branch]
      : which.group === undefined
        ? []
        : [t(`orderReports.branches.rows.${which.group}`)]
  return (
    <OrderRecords
      title={[[t(`orderReports.list.${show}`), ...whose].join(' '), ...where].join(' · ')}
      about={useOrdersAsOf(periodName(chosen.period, i18n.language), listed.first?.asOf)}
      report="branches"
      search={searchOf(chosen)}
      listed={listed}
    />
  )
}

/** A branch whose id is a number is one in the address. */
function readBranch({ branch, group }: Readonly<Record<string, unknown>>) {
  const id = typeof branch === 'number' ? String(branch) : branch
  if (typeof id === 'string' && id !== '') return { branch: id.slice(0, 250) }
  return { group: GROUPS.find((one) => one === group) }
}
