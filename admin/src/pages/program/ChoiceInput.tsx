import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Choice {
  readonly id: string
  readonly label: string
}

interface ChoiceInputProps {
  readonly label: string
  readonly value: string
  /** The name of the value, where it is known. */
  readonly valueLabel?: string
  readonly onChange: (choice: Choice) => void
  /** What the search has found. */
  readonly choices: readonly Choice[]
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly placeholder?: string
}

/** Finds something by its name; takes an id too that is not found. */
export function ChoiceInput(props: ChoiceInputProps) {
  const { label, value, valueLabel, onChange, choices, search, onSearch, placeholder } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const shown = valueLabel || value
  const options = new Map(choices.map(({ id, label: name }) => [id, name]))
  if (value !== '' && !options.has(value)) options.set(value, shown)
  if (search !== '' && !options.has(search)) options.set(search, t('common.useId', { id: search }))
  return (
    <Select
      label={label}
      placeholder={placeholder ?? t('common.searchOrId')}
      searchable
      clearable
      data={[...options].map(([id, name]) => ({ value: id, label: name }))}
      // The server has searched already, also by words that a name does not begin with.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        // What stands in the field after choosing is the name of the choice, and no search.
        onSearch([...options.values()].includes(text) ? '' : text.trim())
      }}
      nothingFoundMessage={t('common.nothingFound')}
      value={value === '' ? null : value}
      onChange={(id) => {
        const name = choices.find((one) => one.id === id)?.label ?? id ?? ''
        onChange({ id: id ?? '', label: name })
      }}
    />
  )
}
