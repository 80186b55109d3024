import type { RecordId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { LocalDate } from '../platform/zone.ts'

/** Stamps that are given without an order, as they were asked for. */
export interface SentStamps {
  /** Which ones of their kind, such as a receipt: the same ones are given once. */
  readonly key: string
  /** Whole stamps. */
  readonly count: number
  /** The moment that they are for; null: none was named. */
  readonly date: Instant | null
}

/** Stamps that were given for a key. */
export interface HandStamps {
  readonly recordId: RecordId
  /** Of a card that counts money, how much. */
  readonly stamps: Decimal
  readonly expiresAt: Instant | null
  /** What has ended of them. */
  readonly ended: Decimal
  readonly sent: SentByHand | null
  /** What was taken back when they were cancelled; null: they stand. */
  readonly takenBack: Decimal | null
}

/** What was asked for, as it is kept with the record. null of a record: it was not asked for by a key of a shop. */
export interface SentByHand {
  readonly count: number
  readonly date?: string
}

/** What an order or a key has given on a card, less what was taken back of it. */
export interface GivenStamps {
  readonly source: string
  readonly day: LocalDate
  readonly stamps: Decimal
}

/** Days of the merchant's calendar, both included. */
export interface Days {
  readonly first: LocalDate
  readonly last: LocalDate
}
