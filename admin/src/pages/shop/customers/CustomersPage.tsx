import { Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useList, useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Empty } from '../../../components/empty/Empty.tsx'
import { Icon } from '../../../components/icon/Icon.tsx'
import { Page, Section } from '../../../components/layout/Page.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { type Column, DataTable } from '../../../components/table/DataTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { callOf } from '../customer.ts'
import { textIn } from '../read-search.ts'
import css from '../shop.module.css'

type Customer = Answer<'customers.list'>['items'][number]

/** All of it is in the address, so that a look can be passed on. */
interface Filter {
  readonly search: string
  readonly tier: string
  readonly enrolled: string
}

export default function CustomersPage() {
  const { t } = useTranslation()
  const address = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const filter: Filter = {
    search: textIn(address, 'search'),
    tier: textIn(address, 'tier').replaceAll(/\D/g, ''),
    enrolled: textIn(address, 'enrolled'),
  }
  const { search, tier, enrolled } = filter
  const listed = useList('customers.list', {
    query: {
      ...(search ? { search } : {}),
      ...(tier ? { tier: Number(tier) } : {}),
      ...(enrolled ? { enrolled: enrolled === 'true' } : {}),
    },
  })
  const columns = useColumns()
  const isAll = !search && !tier && !enrolled
  const mayKnow = useMay('customers.personal')
  return (
    <Page title={t('customers.title')}>
      <Filters filter={filter} />
      {mayKnow ? null : <p className="muted small">{t('customers.masked')}</p>}
      {listed.problem ? <ProblemNotice problem={listed.problem} /> : null}
      <Section title={t(isAll ? 'customers.newest' : 'customers.found')}>
        <DataTable
          label={t('customers.title')}
          columns={columns}
          rows={listed.items}
          keyOf={({ id }) => id}
          to={({ id }) => `/customers/${id}`}
          isLoading={listed.isLoading}
          more={listed.more}
          isLoadingMore={listed.isLoadingMore}
          empty={<Nobody isAll={isAll} isKnown={!listed.problem} />}
        />
      </Section>
    </Page>
  )
}

function Nobody({ isAll, isKnown }: { readonly isAll: boolean; readonly isKnown: boolean }) {
  const { t } = useTranslation()
  if (!isKnown) return null
  if (!isAll) return <p className="muted">{t('customers.none')}</p>
  return <Empty title={t('customers.empty.title')}>{t('customers.empty.text')}</Empty>
}

function Filters({ filter }: { readonly filter: Filter }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(filter.search)
  const tiers = useRead('tiers.get', {}, { isOff: !useMay('tiers.read') })
  const set = (changed: Partial<Filter>): void => {
    const all = Object.entries({ ...filter, ...changed }).filter(([, value]) => value)
    void navigate({ to: '.', search: Object.fromEntries(all) as never, replace: true })
  }
  const find = useDebouncedCallback((search: string) => set({ search }), 250)
  return (
    <search className={css.filters}>
      <TextInput
        label={t('customers.search')}
        description={t('customers.searchAbout')}
        inputWrapperOrder={['label', 'input', 'description']}
        leftSection={<Icon name="search" />}
        value={typed}
        maxLength={100}
        data-page-search
        autoComplete="off"
        type="search"
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          find(event.currentTarget.value.trim())
        }}
      />
      <Select
        label={t('customers.tier')}
        placeholder={t('customers.allTiers')}
        data={(tiers.data?.answer.tiers ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filter.tier || null}
        onChange={(tier) => set({ tier: tier ?? '' })}
        clearable
      />
      <Select
        label={t('customers.takesPart')}
        placeholder={t('customers.everybody')}
        data={[
          { value: 'true', label: t('customers.enrolled') },
          { value: 'false', label: t('customers.notEnrolled') },
        ]}
        value={filter.enrolled || null}
        onChange={(enrolled) => set({ enrolled: enrolled ?? '' })}
        clearable
      />
    </search>
  )
}

function useColumns(): readonly Column<Customer>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { head: t('customers.columns.name'), onPhone: 'subject', cell: callOf },
    {
      head: t('customers.columns.contact'),
      onPhone: 'note',
      cell: ({ name, email, phone, document, originalId }) => (
        <span className="muted">{(name && email) || phone || document || originalId}</span>
      ),
    },
    { head: t('customers.columns.tier'), onPhone: 'hidden', cell: ({ tier }) => tier?.name ?? '' },
    {
      head: t('customers.columns.orders'),
      onPhone: 'date',
      isNumber: true,
      cell: ({ orders }) => (
        <>
          <span className="only-desk">{format.number(orders)}</span>
          <span className="only-phone">{t('customers.orderCount', { count: orders })}</span>
        </>
      ),
    },
    {
      head: t('customers.columns.balance'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ balance }) => <b>{format.points(balance.points)}</b>,
    },
  ]
}
