import { DateTimePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { fromLocal, toLocal } from '../../format/zone.ts'
import type { DateTimeInputProps } from './date-time-input.ts'

export function MomentPicker(props: DateTimeInputProps) {
  const { i18n } = useTranslation()
  const { timeZone } = useFormat()
  const local = props.value ? toLocal(props.value, timeZone) : null
  return (
    <DateTimePicker
      label={props.label}
      description={props.description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
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
