import { Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Empty } from '../../../components/empty/Empty.tsx'
import { DateTimeInput } from '../../../components/form/DateTimeInput.tsx'
import { Page, Section } from '../../../components/layout/Page.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { FilterSearch } from '../FilterSearch.tsx'
import { textIn } from '../read-search.ts'
import css from '../shop.module.css'
import { useSetFilter } from '../use-set-filter.ts'
import { useOrderColumns } from './use-order-columns.tsx'

const PARTLY_RETURNED = 'partlyReturned'
const STATES = ['initial', 'pending', 'complete', 'cancelled', 'ignored'] as const

interface Filter {
  readonly id: string
  readonly state: string
  readonly from: string
  readonly to: string
}

/** Found by its id, or looked for by state and time; all of it is in the address. */
export default function OrdersPage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const filter: Filter = {
    id: textIn(search, 'id'),
    state: textIn(search, 'state'),
    from: textIn(search, 'from'),
    to: textIn(search, 'to'),
  }
  const state = STATES.find((one) => one === filter.state)
  const listed = useList('orders.list', {
    query: {
      ...(filter.id ? { originalId: filter.id } : {}),
      ...(state ? { state } : {}),
      ...(filter.state === PARTLY_RETURNED ? { returned: 'part' as const } : {}),
      ...(filter.from ? { from: filter.from } : {}),
      ...(filter.to ? { to: filter.to } : {}),
    },
  })
  const columns = useOrderColumns(true)
  const isAll = Object.values(filter).every((value) => value === '')
  return (
    <Page title={t('orders.title')}>
      <Filters filter={filter} />
      {useMay('customers.personal') ? null : <p className="muted small">{t('customers.masked')}</p>}
      <Section title={t(isAll ? 'customers.newest' : 'customers.found')}>
        <ListedTable
          label={t('orders.title')}
          columns={columns}
          listed={listed}
          keyOf={({ id }) => id}
          to={({ id, customer }) => `/customers/${customer.id}/orders/${id}`}
          empty={
            isAll ? (
              <Empty title={t('orders.empty.title')}>{t('orders.empty.text')}</Empty>
            ) : (
              <p className="muted">{t('orders.none')}</p>
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
    <search className={`${css.filters} ${css.four}`}>
      <FilterSearch
        label={t('orders.search')}
        about={t('orders.searchAbout')}
        value={filter.id}
        onFind={(id) => set({ id })}
      />
      <Select
        label={t('common.state')}
        placeholder={t('orders.allStates')}
        data={[
          ...STATES.map((value) => ({ value, label: t(`orders.states.${value}`) })),
          { value: PARTLY_RETURNED, label: t('orders.partlyReturned') },
        ]}
        value={filter.state || null}
        onChange={(state) => set({ state: state ?? '' })}
        clearable
      />
      <DateTimeInput
        label={t('orders.from')}
        isClearable
        value={filter.from || null}
        onChange={(from) => set({ from: from ?? '' })}
      />
      <DateTimeInput
        label={t('orders.to')}
        isClearable
        isEnd
        value={filter.to || null}
        onChange={(to) => set({ to: to ?? '' })}
      />
    </search>
  )
}
