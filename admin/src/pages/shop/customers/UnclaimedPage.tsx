import { Button, Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useList, useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Empty } from '../../../components/empty/Empty.tsx'
import { Page, Section } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { CustomerTabs } from '../CustomerTabs.tsx'
import { FilterSearch } from '../FilterSearch.tsx'
import { MergeDialog } from '../merge/MergeDialog.tsx'
import { textIn } from '../read-search.ts'
import css from '../shop.module.css'
import { useSetFilter } from '../use-set-filter.ts'
import { Claims } from './Claims.tsx'

type Unclaimed = Answer<'customers.unclaimed'>['items'][number]
type Customer = Unclaimed['customer']

interface Filter {
  readonly search: string
  readonly matched: string
}

/** Imported customers whom the shop has not named yet, and those whom it has named lately. */
export default function UnclaimedPage() {
  const { t } = useTranslation()
  const address = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const filter: Filter = { search: textIn(address, 'search'), matched: textIn(address, 'matched') }
  const isMatched = filter.matched === 'true'
  const listed = useList('customers.unclaimed', {
    query: {
      ...(filter.search ? { search: filter.search } : {}),
      ...(isMatched ? { matched: true } : {}),
    },
  })
  const mayMerge = useMay('customers.merge')
  const columns = useColumns()
  const nameOf = useCustomerName()
  const [pair, setPair] = useState<{ readonly from: Customer; readonly into: Customer } | null>(null)
  const isAll = !filter.search && !isMatched
  return (
    <Page title={t('claims.title')} about={t('claims.about')}>
      <CustomerTabs />
      <HowClaimed />
      <Filters filter={filter} />
      <ListedTable
        label={t('claims.title')}
        columns={columns}
        listed={listed}
        keyOf={({ customer }) => customer.id}
        to={({ customer }) => `/customers/${customer.id}`}
        actions={({ customer, sharing: [other] }) =>
          other && mayMerge ? (
            <Button
              size="xs"
              aria-label={t('claims.mergeWith', { name: nameOf(other) })}
              onClick={() => setPair({ from: customer, into: other })}
            >
              {t('claims.merge')}
            </Button>
          ) : null
        }
        empty={
          isAll ? (
            <Empty title={t('claims.empty.title')}>{t('claims.empty.text')}</Empty>
          ) : (
            <p className="muted">{t('claims.none')}</p>
          )
        }
      />
      <Section title={t('claims.recent')} about={t('claims.aboutRecent')}>
        <Claims />
      </Section>
      {pair ? <MergeDialog customer={pair.into} other={pair.from} onClose={() => setPair(null)} /> : null}
    </Page>
  )
}

/** Whether the shop's orders claim them, or a person has to look. */
function HowClaimed() {
  const { t } = useTranslation()
  const mayRead = useMay('settings.read')
  const mayWrite = useMay('settings.write')
  const claims = useRead('settings.get', {}, { isOff: !mayRead }).data?.answer.claims
  if (!claims) return null
  return (
    <p className={css.about}>
      {t(`claims.${claims}`)} {mayWrite ? <PageLink to="/settings">{t('claims.change')}</PageLink> : null}
    </p>
  )
}

function Filters({ filter }: { readonly filter: Filter }) {
  const { t } = useTranslation()
  const set = useSetFilter(filter)
  return (
    <search className={css.filters}>
      <FilterSearch
        label={t('claims.search')}
        about={t('claims.searchAbout')}
        value={filter.search}
        maxLength={100}
        onFind={(search) => set({ search })}
      />
      <Select
        label={t('claims.only')}
        data={[
          { value: '', label: t('claims.all') },
          { value: 'true', label: t('claims.matched') },
        ]}
        value={filter.matched}
        onChange={(matched) => set({ matched: matched ?? '' })}
        allowDeselect={false}
      />
    </search>
  )
}

function useColumns(): readonly Column<Unclaimed>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  return [
    {
      head: t('claims.columns.customer'),
      onPhone: 'subject',
      cell: ({ customer }) => nameOf(customer),
    },
    {
      head: t('customers.columns.contact'),
      onPhone: 'hidden',
      cell: ({ customer: { originalId } }) => <span className="muted">{originalId}</span>,
    },
    {
      head: t('claims.columns.match'),
      onPhone: 'note',
      cell: ({ sharing }) =>
        sharing.length === 0 ? (
          <span className="faint">{t('claims.noMatch')}</span>
        ) : (
          sharing.map((other) => (
            <div key={other.id}>
              <PageLink to={`/customers/${other.id}`}>
                {nameOf(other) === other.originalId
                  ? other.originalId
                  : `${nameOf(other)} (${other.originalId})`}
              </PageLink>
            </div>
          ))
        ),
    },
    {
      head: t('claims.columns.balance'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ balance }) => (
        <>
          <b>{format.points(balance.points)}</b>
          {isZero(balance.cashback) ? null : (
            <div className="muted small">{format.money(balance.cashback)}</div>
          )}
        </>
      ),
    },
  ]
}
