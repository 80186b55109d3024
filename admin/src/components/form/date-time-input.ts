import type { ReactNode } from 'react'

export interface DateTimeInputProps {
  readonly label: string
  readonly description?: ReactNode
  /** A moment in UTC; null: none is chosen. */
  readonly value?: string | null
  readonly onChange: (moment: string | null) => void
  readonly error?: ReactNode
  readonly isClearable?: boolean
  readonly minNow?: boolean
}
