import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { useLabel } from './use-label.ts'

export type Found = Pick<
  Answer<'customers.list'>['items'][number],
  'id' | 'name' | 'email' | 'originalId' | 'erasedAt'
>

interface OtherCustomerProps {
  /** Who can't be chosen. */
  readonly exceptId: number
  readonly value: Found | null
  readonly onChange: (found: Found | null) => void
}

/** Finds the second of two customers, as the page of all customers does. */
export function OtherCustomer({ exceptId, value, onChange }: OtherCustomerProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const [search, setSearch] = useState('')
  // What is chosen is in the field as its label, by which no customer is found.
  const typed = value && search === labelOf(value) ? '' : search.trim()
  const [wanted] = useDebouncedValue(typed, 150)
  const { items } = useList('customers.list', {
    query: { limit: 10, ...(wanted === '' ? {} : { search: wanted }) },
  })
  const others = items.filter(({ id, erasedAt }) => id !== exceptId && erasedAt === null)
  const shown = value && !others.some(({ id }) => id === value.id) ? [value, ...others] : others
  return (
    <Select
      label={t('merging.other')}
      description={t('merging.otherAbout')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      clearable
      data-autofocus
      // The field has the focus when the dialog opens: a list that opens by itself would cover what it says.
      openOnFocus={false}
      maxLength={100}
      searchValue={search}
      onSearchChange={setSearch}
      // The server has looked already, also at what a label does not show.
      filter={({ options }) => options}
      nothingFoundMessage={t('merging.nobody')}
      data={shown.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
      value={value ? String(value.id) : null}
      onChange={(id) => onChange(shown.find((one) => String(one.id) === id) ?? null)}
    />
  )
}
