import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerShown } from '../../../../server/src/customers/admin-api/schema.ts'
import { useMay } from '../../api/session.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { dayName } from '../../components/report/bucket-words.ts'
import type { Column } from '../../components/table/DataTable.tsx'
import { type Listed, ListedTable } from '../../components/table/ListedTable.tsx'
import { add, isZero, subtract } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { AddsUp } from './AddsUp.tsx'
import css from './reports.module.css'
import type { ReportName } from './reports.ts'

interface Row {
  readonly recordId: number
  readonly customer: CustomerShown
  readonly points: string
}

interface RecordsProps<Item extends Row> {
  readonly title: string
  readonly about: ReactNode
  /** Where one comes from, with what was chosen there. */
  readonly report: ReportName
  readonly search: Record<string, unknown>
  readonly listed: Listed<Item> & {
    readonly first:
      | { readonly figure: { readonly points: string; readonly worth: string | null } | null }
      | undefined
  }
  /** Earlier days are not listed any more; null: all are. */
  readonly listedFrom: string | null
  readonly times: number | null
  readonly columns: readonly Column<Item>[]
}

/** What a figure is made of, record by record: read to its end, the list adds up to it. */
export function Records<Item extends Row>(props: RecordsProps<Item>) {
  const { title, about, report, search, listed, listedFrom, times, columns } = props
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const maySee = useMay('customers.read')
  const figure = listed.first?.figure
  return (
    <Page
      title={title}
      about={about}
      back={
        <>
          <PageLink to="/reports">{t('reports.title')}</PageLink> /{' '}
          <PageLink to={`/reports/${report}`} search={search}>
            {t(`reporting.names.${report}`)}
          </PageLink>
        </>
      }
    >
      {figure ? (
        <p className={css.lead}>
          <b>{format.points(figure.points)}</b>{' '}
          {[
            ...(times === null ? [] : [t('reporting.records.times', { count: times })]),
            ...(figure.worth === null ? [] : [format.money(figure.worth)]),
          ].join(' · ')}
        </p>
      ) : null}
      {listedFrom === null ? null : (
        <p className={css.until}>
          {t('reporting.records.listedFrom', { date: dayName(listedFrom, i18n.language) })}
        </p>
      )}
      <ListedTable
        label={title}
        columns={columns}
        listed={listed}
        keyOf={(row) => `${row.recordId}-${listed.items.indexOf(row)}`}
        {...(maySee ? { to: ({ customer }: Item) => `/customers/${customer.id}` } : {})}
        empty={<p className="muted">{t('reporting.records.none')}</p>}
      />
      {figure && listedFrom === null ? (
        <AddsUp listed={listed} isSame={isZero(subtract(pointsOf(listed.items), figure.points))} />
      ) : null}
    </Page>
  )
}

function pointsOf(items: readonly Row[]): string {
  return add(...items.map(({ points }) => points))
}
