import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { Icon } from '../../components/icon/Icon.tsx'

interface FilterSearchProps {
  readonly label: string
  readonly about: string
  /** As the address has it. */
  readonly value: string
  readonly maxLength?: number
  readonly onFind: (text: string) => void
}

/** The page's own search: what is typed is looked for when the typing pauses. */
export function FilterSearch({ label, about, value, maxLength = 250, onFind }: FilterSearchProps) {
  const [typed, setTyped] = useState(value)
  const find = useDebouncedCallback(onFind, 250)
  return (
    <TextInput
      label={label}
      description={about}
      inputWrapperOrder={['label', 'input', 'description']}
      leftSection={<Icon name="search" />}
      value={typed}
      maxLength={maxLength}
      data-page-search
      autoComplete="off"
      type="search"
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        find(event.currentTarget.value.trim())
      }}
    />
  )
}
