import type { PickedKind } from './kinds.ts'
import type { GoodUntil } from './validity.ts'

/** What is picked by a slot, and what its ids are called. */
export type Picked = PickedKind | 'action' | 'reward'

/** A value in a sentence that is edited where it stands. */
export interface Slot {
  /** JSON pointer within the rule. */
  readonly slot: string
  readonly kind:
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
  readonly value: string | number | null | readonly string[] | readonly HoursShown[] | GoodUntil
  readonly display: string
  /** Of a choice or a set: all there are. */
  readonly options?: { value: string; display: string }[]
  readonly picks?: Picked
}

/** `16:00` to `18:00`. */
export interface HoursShown {
  readonly from: string
  readonly until: string
}

export type SentencePart = { readonly text: string } | Slot
