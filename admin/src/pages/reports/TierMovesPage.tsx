import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../api/customer-name.ts'
import { type Item, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { periodName } from '../../components/report/bucket-words.ts'
import { searchOf } from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { AddsUp } from './AddsUp.tsx'
import css from './reports.module.css'

type Move = Item<'reports.tierMoves'>

/** The moves that a figure of the report of tiers is made of. */
export default function TierMovesPage() {
  const { t, i18n } = useTranslation()
  const { chosen, learnToday } = useReportSearch()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const maySee = useMay('customers.read')
  const format = useFormat()
  const [fromTier, toTier] = [tierIn(search.fromTier), tierIn(search.toTier)]
  const query = {
    ...chosen.period,
    ...(fromTier === null ? {} : { fromTier }),
    ...(toTier === null ? {} : { toTier }),
  }
  const listed = useList('reports.tierMoves', { query })
  learnToday(listed.first?.today)
  const figure = listed.first?.figure
  return (
    <Page
      title={t('programReports.tiers.moves')}
      about={periodName(chosen.period, i18n.language)}
      back={
        <>
          <PageLink to="/reports">{t('reports.title')}</PageLink> /{' '}
          <PageLink to="/reports/tiers" search={searchOf(chosen)}>
            {t('reporting.names.tiers')}
          </PageLink>
        </>
      }
    >
      {figure ? (
        <p className={css.lead}>
          <b>{format.number(figure.moves)}</b> {t('programReports.tiers.moveCount', { count: figure.moves })}
        </p>
      ) : null}
      <ListedTable
        label={t('programReports.tiers.moves')}
        columns={useColumns()}
        listed={listed}
        keyOf={({ id }) => id}
        {...(maySee ? { to: ({ customer }: Move) => `/customers/${customer.id}` } : {})}
        empty={<p className="muted">{t('programReports.tiers.noMoves')}</p>}
      />
      {figure ? <AddsUp listed={listed} isSame={listed.items.length === figure.moves} /> : null}
    </Page>
  )
}

/** As an address says it; null: any. */
function tierIn(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null
}

function useColumns(): readonly Column<Move>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const customerOf = useCustomerName()
  const nameOf = ({ id, name }: Move['from']): string =>
    name ?? (id === 0 ? t('programReports.tiers.noTier') : t('programReports.tiers.gone', { id }))
  return [
    {
      head: t('reporting.records.customer'),
      onPhone: 'subject',
      cell: ({ customer }) => customerOf(customer),
    },
    { head: t('reporting.records.when'), onPhone: 'date', cell: ({ at }) => format.moment(at) },
    {
      head: t('programReports.tiers.change'),
      onPhone: 'figure',
      cell: ({ from, to }) => t('programReports.tiers.fromTo', { from: nameOf(from), to: nameOf(to) }),
    },
    {
      head: t('programReports.tiers.reason'),
      onPhone: 'note',
      cell: ({ reason }) => t(`programReports.tiers.reasons.${reason}`),
    },
  ]
}
