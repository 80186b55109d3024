import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface WholeInputProps {
  readonly label: string
  readonly description?: ReactNode
  /** Digits; empty: nothing is typed. */
  readonly value?: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  readonly unit?: string
  readonly placeholder?: string
  readonly disabled?: boolean
}

/** A whole number that is not negative: nothing but digits can be typed. */
export function WholeInput({ value = '', onChange, unit, ...rest }: WholeInputProps) {
  return (
    <TextInput
      {...rest}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 12))}
      inputMode="numeric"
      autoComplete="off"
      rightSection={unit ? <span className="faint small">{unit}</span> : null}
      rightSectionWidth={unit ? unit.length * 8 + 16 : 0}
      rightSectionPointerEvents="none"
    />
  )
}
