import { Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Empty } from '../../../components/empty/Empty.tsx'
import { Page, Section } from '../../../components/layout/Page.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { FilterSearch } from '../FilterSearch.tsx'
import { textIn } from '../read-search.ts'
import css from '../shop.module.css'
import { useSetFilter } from '../use-set-filter.ts'
import { useRedemptionColumns } from './use-redemption-columns.tsx'

const BY = ['key', 'code', 'externalCode'] as const
type By = (typeof BY)[number]

interface Filter {
  readonly by: By
  readonly text: string
  readonly reward: string
}

export default function RedemptionsPage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const filter: Filter = {
    by: BY.find((one) => one === textIn(search, 'by')) ?? 'key',
    text: textIn(search, 'text'),
    reward: textIn(search, 'reward').replaceAll(/\D/g, ''),
  }
  const listed = useList('redemptions.list', {
    query: {
      ...(filter.text ? { [filter.by]: filter.text } : {}),
      ...(filter.reward ? { rewardId: Number(filter.reward) } : {}),
    },
  })
  const columns = useRedemptionColumns(true)
  const isAll = filter.text === '' && filter.reward === ''
  return (
    <Page title={t('redemptions.title')}>
      <Filters filter={filter} />
      {useMay('customers.personal') ? null : <p className="muted small">{t('customers.masked')}</p>}
      <Section title={t(isAll ? 'customers.newest' : 'customers.found')}>
        <ListedTable
          label={t('redemptions.title')}
          columns={columns}
          listed={listed}
          keyOf={({ id }) => id}
          to={({ id }) => `/redemptions/${id}`}
          empty={
            isAll ? (
              <Empty title={t('redemptions.empty.title')}>{t('redemptions.empty.text')}</Empty>
            ) : (
              <p className="muted">{t('redemptions.none')}</p>
            )
          }
        />
      </Section>
    </Page>
  )
}

function Filters({ filter }: { readonly filter: Filter }) {
  const { t } = useTranslation()
  const mayReadCodes = useMay('codes.read')
  const rewards = useList('rewards.list', { query: { limit: 100 } }, { isOff: !useMay('rewards.read') })
  const set = useSetFilter(filter)
  return (
    <search className={css.filters}>
      <FilterSearch
        label={t('redemptions.search')}
        about={t('orders.searchAbout')}
        value={filter.text}
        onFind={(text) => set({ text })}
      />
      <Select
        label={t('redemptions.by')}
        data={BY.filter((one) => one === 'key' || mayReadCodes).map((value) => ({
          value,
          label: t(`redemptions.bys.${value}`),
        }))}
        value={filter.by}
        onChange={(by) => set({ by: BY.find((one) => one === by) ?? 'key' })}
        allowDeselect={false}
      />
      <Select
        label={t('redemptions.columns.reward')}
        placeholder={t('redemptions.allRewards')}
        data={rewards.items.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={filter.reward || null}
        onChange={(reward) => set({ reward: reward ?? '' })}
        clearable
        searchable
      />
    </search>
  )
}
