import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { VersionState } from './VersionState.tsx'

type Version = Answer<'program.versions.list'>['items'][number]

export default function HistoryPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const listed = useList('program.versions.list', {})
  const columns: readonly Column<Version>[] = [
    {
      head: t('program.history.version'),
      onPhone: 'subject',
      cell: ({ version }) => t('program.history.number', { version }),
    },
    { head: t('common.state'), onPhone: 'figure', cell: ({ state }) => <VersionState state={state} /> },
    {
      head: t('program.history.from'),
      onPhone: 'date',
      cell: ({ effectiveAt }) => format.moment(effectiveAt),
    },
    {
      head: t('program.history.by'),
      onPhone: 'hidden',
      cell: ({ publishedBy }) => publishedBy?.label ?? <span className="faint">–</span>,
    },
    { head: t('program.history.note'), onPhone: 'note', cell: ({ note }) => note ?? '' },
  ]
  return (
    <Page
      title={t('shell.pages.history')}
      back={<PageLink to="/program">{t('shell.pages.program')}</PageLink>}
      about={t('program.history.about', { zone: format.zone })}
    >
      <ListedTable
        label={t('shell.pages.history')}
        columns={columns}
        listed={listed}
        keyOf={({ version }) => version}
        to={({ version }) => `/program/history/${version}`}
        empty={
          <Empty
            title={t('program.history.empty')}
            action={<PageLink to="/program">{t('program.history.emptyAction')}</PageLink>}
          >
            {t('program.history.emptyText')}
          </Empty>
        }
      />
    </Page>
  )
}
