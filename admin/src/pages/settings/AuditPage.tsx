import { Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { AuditEntries } from '../../components/audit/AuditEntries.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import css from './settings.module.css'

const TARGETS = [
  'customer',
  'approval',
  'reward',
  'couponList',
  'program',
  'tiers',
  'quiz',
  'storefront',
  'settings',
  'person',
  'invitation',
  'apiKey',
  'token',
  'webhook',
  'import',
] as const

interface Filter {
  readonly actor?: string
  readonly target?: string
  readonly from?: string
  readonly to?: string
}

/** Who did what: all of it is in the address, so that a look can be passed on. */
export default function AuditPage() {
  const { t } = useTranslation()
  const filter = useSearch({ strict: false }) as Filter
  const { actor, target, from, to } = filter
  const listed = useList('audit.list', { query: { actor, target, from, to } })
  return (
    <Page title={t('settings.title')}>
      <SettingsTabs />
      <Filters filter={filter} />
      <AuditEntries
        listed={listed}
        empty={<Empty title={t('audit.empty.title')}>{t('audit.empty.text')}</Empty>}
      />
    </Page>
  )
}

function Filters({ filter }: { readonly filter: Filter }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  const mayReadPeople = useMay('people.read')
  const people = useList('people.list', { query: { limit: 100 } }, { isOff: !mayReadPeople })
  const set = (name: keyof Filter, value: string | null): void => {
    const { [name]: _was, ...rest } = filter
    void navigate({
      to: address('/settings/audit'),
      search: value === null ? rest : { ...rest, [name]: value },
      replace: true,
    })
  }
  const actors = [
    ...people.items.map(({ id, name }) => ({ value: `person:${id}`, label: name })),
    ...(['token', 'cli', 'system'] as const).map((kind) => ({
      value: kind,
      label: t(`audit.actors.${kind}`),
    })),
  ]
  return (
    <div className={css.filters}>
      <Select
        label={t('audit.who')}
        placeholder={t('audit.everybody')}
        data={actors}
        value={filter.actor ?? null}
        onChange={(value) => set('actor', value)}
        clearable
        searchable
      />
      <Select
        label={t('audit.what')}
        placeholder={t('audit.everything')}
        data={TARGETS.map((value) => ({ value, label: t(`audit.targets.${value}`) }))}
        value={filter.target ?? null}
        onChange={(value) => set('target', value)}
        clearable
      />
      <DateTimeInput
        label={t('audit.from')}
        isClearable
        value={filter.from ?? null}
        onChange={(moment) => set('from', moment)}
      />
      <DateTimeInput
        label={t('audit.to')}
        isClearable
        isEnd
        value={filter.to ?? null}
        onChange={(moment) => set('to', moment)}
      />
    </div>
  )
}
