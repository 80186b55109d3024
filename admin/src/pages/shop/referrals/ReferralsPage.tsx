import { Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Empty } from '../../../components/empty/Empty.tsx'
import { Page, Section } from '../../../components/layout/Page.tsx'
import { Status } from '../../../components/status/Status.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { CustomerTabs } from '../CustomerTabs.tsx'
import { FilterSearch } from '../FilterSearch.tsx'
import { textIn } from '../read-search.ts'
import css from '../shop.module.css'
import { useSetFilter } from '../use-set-filter.ts'
import { ReferralFigures } from './ReferralFigures.tsx'
import { OUTCOMES, type Referral, STATUS } from './referral.ts'
import { useWhy } from './use-referral-words.ts'

interface Filter {
  readonly search: string
  readonly outcome: string
}

/** Friends who joined with a customer's code, and what became of each. */
export default function ReferralsPage() {
  const { t } = useTranslation()
  const address = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const filter: Filter = { search: textIn(address, 'search'), outcome: textIn(address, 'outcome') }
  const outcome = OUTCOMES.find((one) => one === filter.outcome)
  const listed = useList('referrals.list', {
    query: { ...(filter.search ? { search: filter.search } : {}), ...(outcome ? { outcome } : {}) },
  })
  const columns = useColumns()
  const isAll = !filter.search && !outcome
  return (
    <Page title={t('customers.title')}>
      <CustomerTabs />
      <ReferralFigures />
      <Section title={t(isAll ? 'customers.newest' : 'customers.found')}>
        <Filters filter={filter} />
        {useMay('customers.personal') ? null : <p className="muted small">{t('customers.masked')}</p>}
        <ListedTable
          label={t('referrals.title')}
          columns={columns}
          listed={listed}
          keyOf={({ id }) => id}
          to={({ id }) => `/referrals/${id}`}
          empty={
            isAll ? (
              <Empty title={t('referrals.empty.title')}>{t('referrals.empty.text')}</Empty>
            ) : (
              <p className="muted">{t('referrals.none')}</p>
            )
          }
        />
      </Section>
    </Page>
  )
}

function Filters({ filter }: { readonly filter: Filter }) {
  const { t } = useTranslation()
  const set = useSetFilter(filter)
  return (
    <search className={css.filters}>
      <FilterSearch
        // A figure above changes the address too.
        key={filter.outcome}
        label={t('referrals.search')}
        about={t('referrals.searchAbout')}
        value={filter.search}
        maxLength={100}
        onFind={(search) => set({ search })}
      />
      <Select
        label={t('common.state')}
        placeholder={t('referrals.allStates')}
        data={OUTCOMES.map((value) => ({ value, label: t(`referrals.outcomes.${value}`) }))}
        value={filter.outcome || null}
        onChange={(outcome) => set({ outcome: outcome ?? '' })}
        clearable
      />
    </search>
  )
}

function useColumns(): readonly Column<Referral>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  const why = useWhy()
  return [
    { head: t('referrals.columns.friend'), onPhone: 'subject', cell: ({ friend }) => nameOf(friend) },
    {
      head: t('referrals.columns.referrer'),
      onPhone: 'hidden',
      cell: ({ referrer }) => nameOf(referrer),
    },
    { head: t('referrals.columns.joined'), onPhone: 'date', cell: ({ joinedAt }) => format.date(joinedAt) },
    {
      head: t('referrals.columns.order'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ order }) => (order ? format.money(order.total) : '–'),
    },
    {
      head: t('common.state'),
      onPhone: 'figure',
      cell: ({ outcome }) => <Status kind={STATUS[outcome]}>{t(`referrals.outcomes.${outcome}`)}</Status>,
    },
    { head: t('referrals.columns.why'), onPhone: 'note', cell: why },
  ]
}
