import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDecimal, typedDecimal } from '../../format/format.ts'

interface DecimalInputProps {
  readonly label: string
  readonly description?: ReactNode
  /** Decimal text; empty: nothing is typed. */
  readonly value?: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  /** Before or behind the number: a currency, a unit. */
  readonly unit?: string
  readonly placeholder?: string
  /** Where a dialog begins. */
  readonly isFirst?: boolean
}

/** A number as the language of the page writes it; what is kept is decimal text, never a float. */
export function DecimalInput(props: DecimalInputProps) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && typed.trim() !== '' && readDecimal(typed, i18n.language) === null
  const change = (text: string): void => {
    setTyped(text)
    const read = readDecimal(text, i18n.language)
    // What is no number is sent as it is, so that it can't be lost: the server says what is wrong.
    props.onChange(text.trim() === '' ? '' : (read ?? text))
  }
  return (
    <TextInput
      label={props.label}
      description={props.description}
      value={typed ?? typedDecimal(props.value ?? '', i18n.language)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        if (!isWrong) setTyped(null)
      }}
      error={isWrong ? t('common.noNumber') : props.error}
      inputMode="decimal"
      {...(props.isFirst ? { 'data-autofocus': true } : {})}
      autoComplete="off"
      placeholder={props.placeholder ?? ''}
      rightSection={props.unit ? <span className="faint small">{props.unit}</span> : null}
      rightSectionWidth={props.unit ? props.unit.length * 8 + 16 : 0}
      rightSectionPointerEvents="none"
    />
  )
}
