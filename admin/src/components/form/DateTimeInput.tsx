import { DateTimePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { fromLocal, toLocal } from '../../format/zone.ts'

interface DateTimeInputProps {
  readonly label: string
  readonly description?: ReactNode
  /** A moment in UTC; null: none is chosen. */
  readonly value: string | null
  readonly onChange: (moment: string | null) => void
  readonly error?: ReactNode
  readonly isClearable?: boolean
  readonly minNow?: boolean
}

/** A moment on the merchant's clock. */
export function DateTimeInput(props: DateTimeInputProps) {
  const { i18n } = useTranslation()
  const { timeZone } = useFormat()
  const local = props.value === null || props.value === '' ? null : toLocal(props.value, timeZone)
  return (
    <DateTimePicker
      label={props.label}
      description={props.description}
      value={local === null ? null : `${local.replace('T', ' ')}:00`}
      onChange={(chosen) =>
        props.onChange(chosen === null ? null : fromLocal(chosen.slice(0, 16).replace(' ', 'T'), timeZone))
      }
      valueFormat="D MMM YYYY HH:mm"
      locale={i18n.language.toLowerCase()}
      clearable={props.isClearable ?? false}
      {...(props.minNow ? { minDate: toLocal(new Date().toISOString(), timeZone).slice(0, 10) } : {})}
      error={props.error}
    />
  )
}
