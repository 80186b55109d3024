import { createHash } from 'node:crypto'
import type { Month } from '../figures/rules/zones.ts'
import type { Instant } from '../platform/clock.ts'
import { decimalFromText, shortText } from '../platform/decimal.ts'
import type { Account } from './account.ts'
import type { WordedEntry } from './journal.ts'
import type { AccountName } from './settings.ts'
import type { Booked } from './vintage.ts'

/** A month that was closed. Nothing changes it. */
export interface MonthClose {
  readonly month: Month
  readonly closedAt: Instant
  readonly closedBy: { readonly kind: string; readonly label: string }
  /** Up to where the log was counted; null: closed before this was kept. Another one after a restore, so not hashed. */
  readonly position: string | null
  /** A `ClosedFigures` as it was written: the hash is of these bytes. */
  readonly figures: string
  readonly hash: Buffer
}

/** Points and money as text, like all that is kept for good. */
export interface SumText {
  readonly points: string
  readonly worth: string
}

/** What a closed month keeps: enough to print it again, and to go on from it. */
export interface ClosedFigures {
  readonly month: Month
  readonly currency: string
  /** How many decimals its amounts have. */
  readonly decimals: number
  readonly breakage: string
  readonly pointWorth: string | null
  readonly accounts: Readonly<Record<Account, AccountName>>
  readonly sum: MonthSumText
  readonly entries: readonly EntryText[]
  /** What is booked in all for each vintage (`vintageKey`). */
  readonly booked: Readonly<Record<string, BookedText>>
}

export type MonthSumText = Readonly<
  Record<'start' | 'late' | 'issued' | 'imported' | 'redeemed' | 'expired' | 'takenBack' | 'end', SumText>
>
/** In the language that the merchant had when the month was closed. */
export type EntryText = Omit<WordedEntry, 'amount'> & { readonly amount: string }
export type BookedText = readonly [deferred: string, takenBack: string, recognised: string]

export function sealClose(
  figures: ClosedFigures,
  more: Pick<MonthClose, 'closedAt' | 'closedBy' | 'position'>,
): MonthClose {
  const text = JSON.stringify(figures)
  return { month: figures.month, ...more, figures: text, hash: hashOf(text) }
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function readClosed({ figures }: MonthClose): ClosedFigures {
  return JSON.parse(figures) as ClosedFigures
}

export function bookedOf({ booked }: ClosedFigures): ReadonlyMap<string, Booked> {
  return new Map(
    Object.entries(booked).map(([key, [deferred, takenBack, recognised]]) => [
      key,
      {
        deferred: decimalFromText(deferred),
        takenBack: decimalFromText(takenBack),
        recognised: decimalFromText(recognised),
      },
    ]),
  )
}

export function bookedToText(booked: ReadonlyMap<string, Booked>): ClosedFigures['booked'] {
  const text = ({ deferred, takenBack, recognised }: Booked): BookedText => [
    shortText(deferred),
    shortText(takenBack),
    shortText(recognised),
  ]
  return Object.fromEntries([...booked].map(([key, one]) => [key, text(one)]))
}

export function entryToText({ amount, ...entry }: WordedEntry): EntryText {
  return { ...entry, amount: shortText(amount) }
}

export function entryFromText({ amount, ...entry }: EntryText): WordedEntry {
  return { ...entry, amount: decimalFromText(amount) }
}
