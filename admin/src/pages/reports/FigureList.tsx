import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { type Listed, ListedTable } from '../../components/table/ListedTable.tsx'
import css from './reports.module.css'
import type { ReportName } from './reports.ts'

interface FigureListProps<Item> {
  readonly title: string
  readonly about: ReactNode
  /** Where one comes from, with what was chosen there. */
  readonly report: ReportName
  readonly search: Record<string, unknown>
  /** The figure itself, as the report shows it. */
  readonly lead: { readonly figure: string; readonly about: string } | null
  readonly listed: Listed<Item>
  readonly columns: readonly Column<Item>[]
  readonly keyOf: (item: Item) => string | number
  readonly to?: (item: Item) => string
  readonly empty: string
  /** Whether what is listed adds up to the figure; null: there is none. Asked where all of it was read. */
  readonly addsUp: boolean | null
  readonly addsUpText: string
}

/** What a figure is made of: read to its end, the list says that it adds up to it. */
export function FigureList<Item>(props: FigureListProps<Item>) {
  const { title, about, report, search, lead, listed, columns, keyOf, to, empty } = props
  const { t } = useTranslation()
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
      {lead ? (
        <p className={css.lead}>
          <b>{lead.figure}</b> {lead.about}
        </p>
      ) : null}
      <ListedTable
        label={title}
        columns={columns}
        listed={listed}
        keyOf={keyOf}
        {...(to ? { to } : {})}
        empty={<p className="muted">{empty}</p>}
      />
      <AddsUp {...props} />
    </Page>
  )
}

/** Said where all of it was read, and only if it is so. */
function AddsUp<Item>({ listed, addsUp, addsUpText }: FigureListProps<Item>) {
  const { t } = useTranslation()
  const { items, isLoading, more, problem } = listed
  if (addsUp === null || isLoading || more || problem || items.length === 0) return null
  if (!addsUp) return <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
  return (
    <p className={css.addsUp}>
      <span>
        <Icon name="check" size={10} />
      </span>
      {addsUpText}
    </p>
  )
}
