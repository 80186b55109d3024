import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Choice, matching, optionsOf } from './choice.ts'

interface ChoiceInputProps {
  readonly label: string
  readonly value: string
  /** The name of the value, where it is known. */
  readonly valueLabel?: string
  readonly onChange: (choice: Choice) => void
  /** What the search has found. */
  readonly choices: readonly Choice[]
  readonly search: string
  /** The choices are those of an earlier search. */
  readonly isSearching: boolean
  readonly onSearch: (search: string) => void
  readonly placeholder?: string
  /** It has the focus as soon as it is there. */
  readonly isFirst?: boolean
}

/** Finds something by its name; takes an id too that is not found. */
export function ChoiceInput(props: ChoiceInputProps) {
  const { label, value, valueLabel, onChange, search, isSearching, onSearch, placeholder } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  // Enter came before what was typed was searched for.
  const [isEntered, setEntered] = useState(false)
  const choices = isSearching ? matching(props.choices, search) : props.choices
  const options = optionsOf(choices, { id: value, label: valueLabel || value }, search, (id) =>
    t('common.useId', { id }),
  )
  const nameOf = (id: string): string | undefined => options.find((one) => one.id === id)?.label
  const take = (id: string): void => {
    onChange({ id, label: choices.find((one) => one.id === id)?.label ?? id })
    setOpen(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was typed has been searched for
  useEffect(() => {
    if (!isEntered || isSearching) return
    setEntered(false)
    const [first] = options
    if (search !== '' && first) take(first.id)
  }, [isEntered, isSearching])
  return (
    <Select
      label={label}
      placeholder={placeholder ?? t('common.searchOrId')}
      searchable
      clearable
      data={options.map(({ id, label: name }) => ({ value: id, label: name }))}
      // The server has searched already, also by words that a name does not begin with.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={(text) => {
        // Leaving the field empties it, also after Enter: what was entered is still searched for.
        if (isEntered && text === '') return
        setTyped(text)
        // What stands in the field after choosing is the name of the choice, and no search.
        onSearch(text === nameOf(value) ? '' : text.trim())
      }}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || typed.trim() === '' || typed === nameOf(value) || !isSearching) return
        event.preventDefault()
        event.stopPropagation()
        setEntered(true)
      }}
      selectFirstOptionOnChange
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={t('common.nothingFound')}
      value={value === '' ? null : value}
      onChange={(id) => take(id ?? '')}
      autoFocus={props.isFirst ?? false}
    />
  )
}
