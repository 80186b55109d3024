import { Button, Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useList, useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useDialogInAddress } from '../../../components/dialog/use-dialog-in-address.ts'
import { Empty } from '../../../components/empty/Empty.tsx'
import { Page, Section } from '../../../components/layout/Page.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { CustomerTabs } from '../CustomerTabs.tsx'
import { FilterSearch } from '../FilterSearch.tsx'
import { AddCustomerDialog } from '../help/AddCustomerDialog.tsx'
import { textIn } from '../read-search.ts'
import css from '../shop.module.css'
import { useSetFilter } from '../use-set-filter.ts'

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
    <Page title={t('customers.title')} actions={<AddCustomer />}>
      <CustomerTabs />
      <Filters filter={filter} />
      {mayKnow ? null : <p className="muted small">{t('customers.masked')}</p>}
      <Section title={t(isAll ? 'customers.newest' : 'customers.found')}>
        <ListedTable
          label={t('customers.title')}
          columns={columns}
          listed={listed}
          keyOf={({ id }) => id}
          to={({ id }) => `/customers/${id}`}
          empty={<Nobody isAll={isAll} />}
        />
      </Section>
    </Page>
  )
}

function AddCustomer() {
  const { t } = useTranslation()
  const [dialog, setDialog] = useDialogInAddress(['add'])
  if (!useMay('customers.write')) return null
  return (
    <>
      <Button variant="filled" onClick={() => setDialog('add')}>
        {t('helping.add.action')}
      </Button>
      {dialog === 'add' ? <AddCustomerDialog onClose={() => setDialog(null)} /> : null}
    </>
  )
}

function Nobody({ isAll }: { readonly isAll: boolean }) {
  const { t } = useTranslation()
  if (!isAll) return <p className="muted">{t('customers.none')}</p>
  return <Empty title={t('customers.empty.title')}>{t('customers.empty.text')}</Empty>
}

function Filters({ filter }: { readonly filter: Filter }) {
  const { t } = useTranslation()
  const tiers = useRead('tiers.get', {}, { isOff: !useMay('tiers.read') })
  const set = useSetFilter(filter)
  return (
    <search className={css.filters}>
      <FilterSearch
        label={t('customers.search')}
        about={t('customers.searchAbout')}
        value={filter.search}
        maxLength={100}
        onFind={(search) => set({ search })}
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
    { head: t('customers.columns.name'), onPhone: 'subject', cell: useCustomerName() },
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
