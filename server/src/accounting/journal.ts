import type { Source } from '../figures/rules/delta.ts'
import type { Month } from '../figures/rules/zones.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { Account } from './account.ts'

/** What an entry is about. The words are stored with closed months. */
export const ENTRY_KINDS = ['opening', 'issued', 'takenBack', 'recognised', 'estimate'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** One proposed entry: an amount above zero, from one account to another. */
export interface JournalEntry {
  readonly kind: EntryKind
  readonly source: Source
  /** The month in which the points were issued; null: of all months before the first one. */
  readonly vintage: Month | null
  readonly debit: Account
  readonly credit: Account
  readonly amount: Decimal
}

/** With what it says in the journal. */
export interface WordedEntry extends JournalEntry {
  readonly text: string
}
