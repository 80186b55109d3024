import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { DateTimeInputProps } from './date-time-input.ts'

/** The calendar is as large as a page: it comes when the rest is there. */
const Picker = lazy(async () => ({ default: (await import('./DateTimePicker.tsx')).MomentPicker }))

/** A moment on the merchant's clock. */
export function DateTimeInput(props: DateTimeInputProps) {
  const { label, description, error } = props
  const waiting = (
    <TextInput
      {...{ label, description, error }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled
    />
  )
  return (
    <Suspense fallback={waiting}>
      <Picker {...props} />
    </Suspense>
  )
}
