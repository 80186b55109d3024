import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { fromLocal, isLocal, isMoment, toLocal, toLocalEnd } from '../../format/zone.ts'
import { DateInput } from './DateInput.tsx'

interface DateTimeInputProps {
  readonly label: string
  readonly description?: ReactNode
  /** A moment in UTC; null: none is chosen. */
  readonly value?: string | null
  readonly onChange: (moment: string | null) => void
  readonly error?: ReactNode
  readonly isClearable?: boolean
  readonly minNow?: boolean
  /** It ends something: a day without a time counts whole. */
  readonly isEnd?: boolean
}

/** A moment on the merchant's clock. */
export function DateTimeInput({ value, onChange, minNow = false, ...rest }: DateTimeInputProps) {
  const { timeZone } = useFormat()
  const show = rest.isEnd ? toLocalEnd : toLocal
  return (
    <DateInput
      {...rest}
      withTime
      local={value && isMoment(value) ? show(value, timeZone) : null}
      onChange={(local) => onChange(local !== null && isLocal(local) ? fromLocal(local, timeZone) : local)}
      min={minNow ? toLocal(new Date().toISOString(), timeZone).slice(0, 10) : undefined}
    />
  )
}
