import type { KeyboardEvent } from 'react'

/** A piece of a sentence as the server writes it: text, or something that is edited in place. */
export interface Part {
  readonly text?: string
  readonly slot?: string
  readonly kind?:
    | 'number'
    | 'money'
    | 'days'
    | 'picker'
    | 'date'
    | 'choice'
    | 'weekdays'
    | 'hours'
    | 'set'
    | 'expiry'
  readonly value?: SlotValue
  readonly display?: string
  readonly options?: readonly { readonly value: string; readonly display: string }[]
  readonly picks?: string
}

/** From `16:00` until just before `18:00`. */
export interface Hours {
  readonly from: string
  readonly until: string
}

/** The end of a month, or a day of the year such as `03-31`. */
export type GoodUntil = { readonly monthEnd: number } | { readonly yearDay: string; readonly years: number }

export type SlotValue = string | number | null | readonly string[] | readonly Hours[] | GoodUntil

/** Of a slot that opens to be edited. */
export interface OpenedSlotProps {
  readonly part: Part
  readonly className: string
  /** The word for no value at all; null: there must be one. */
  readonly never: string | null
  /** It was just put into the sentence, and opens by itself. */
  readonly isAdded: boolean
  readonly onChange: (value: SlotValue) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export interface Pickable {
  readonly id: string
  readonly label: string
}

export interface SentenceEditing {
  readonly onChange: (slot: string, value: SlotValue) => void
  /** What a picker offers for what is typed. */
  readonly findChoices: (picks: string, search: string) => Promise<readonly Pickable[]>
  /** The word for no value at all (“never”, “no limit”); null: there must be one. */
  readonly neverOf: (slot: string) => string | null
  /** The slot that was just put into the sentence; null: none was. */
  readonly added: string | null
}
