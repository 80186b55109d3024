import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../api/customer-name.ts'
import { type Item, useList } from '../../api/hooks.ts'
import { useCounted } from '../../api/use-counted.ts'
import { periodName } from '../../components/report/bucket-words.ts'
import { searchOf } from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import type { Column } from '../../components/table/DataTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { readDivision, readShown } from './points.ts'
import { Records } from './Records.tsx'
import { useRowName, useTypeName } from './use-points-table.ts'

type Record = Item<'reports.pointsRecords'>

/** The other reports whose figures are made of these records, too: one goes back to where one came from. */
const LEADING_HERE = ['rewards', 'rules'] as const

/** The records that a figure of the report of points is made of. */
export default function PointsRecordsPage() {
  const { t, i18n } = useTranslation()
  const { search, chosen, learnToday } = useReportSearch()
  const { period, step } = chosen
  const show = readShown(search.show)
  const by = readDivision(show, search.by)
  const of = LEADING_HERE.find((one) => one === search.of) ?? 'points'
  const id = Number.isSafeInteger(search.id) ? Number(search.id) : null
  const version =
    by === 'rule' && id !== null && Number.isSafeInteger(search.version) ? Number(search.version) : null
  const query = {
    ...period,
    show,
    ...(id === null ? {} : { by, id }),
    ...(version === null ? {} : { version }),
  }
  const listed = useList('reports.pointsRecords', { query })
  learnToday(listed.first?.today)
  // The report has the name of the row, and is mostly there already.
  const report = useCounted(
    'reports.points',
    { query: { ...period, step, show, by } },
    { isOff: id === null },
  )
  const row = report.data?.answer.figures?.rows?.find((one) => one.id === id)
  const rowName = useRowName()
  const days = periodName(period, i18n.language)
  return (
    <Records
      title={row ? rowName(row) : t(`reporting.show.${show}`)}
      about={[
        ...(row ? [t(`reporting.show.${show}`)] : []),
        ...(version ? [t('reporting.rows.version', { id: version })] : []),
        days,
      ].join(' · ')}
      report={of}
      search={{
        ...searchOf(chosen),
        ...(of !== 'points' || show === 'issued' ? {} : { show }),
        ...(of === 'rules' && version !== null ? { versions: 'yes' } : {}),
        ...(of !== 'points' || search.by === undefined ? {} : { by }),
      }}
      listed={listed}
      listedFrom={listed.first?.listedFrom ?? null}
      times={listed.first?.figure?.times ?? null}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly Column<Record>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const customerOf = useCustomerName()
  const typeOf = useTypeName()
  return [
    {
      head: t('reporting.records.customer'),
      onPhone: 'subject',
      cell: ({ customer }) => customerOf(customer),
    },
    { head: t('reporting.records.when'), onPhone: 'date', cell: ({ at }) => format.moment(at) },
    { head: t('reporting.heads.type'), onPhone: 'note', cell: ({ type }) => typeOf(type) },
    {
      head: t('reports.rewards.points'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ points }) => format.points(points),
    },
    {
      head: t('reports.rewards.worth'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ worth }) => (worth === null ? '–' : format.money(worth)),
    },
  ]
}
