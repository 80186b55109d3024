/** A line of a file: its values as they were read, and why it is refused. */
import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { LocalDate } from '../platform/zone.ts'

/** A moment as a file has it: a day in the merchant's zone, or exact. */
export type ImportedMoment =
  | { readonly kind: 'day'; readonly day: LocalDate }
  | { readonly kind: 'instant'; readonly instant: Instant }

/** The typed values of a line of `customers` or `openingBalances`. A member that is blank or unmapped is absent. */
export interface AccountValues {
  readonly originalId?: string
  readonly email?: string
  readonly document?: string
  readonly name?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly phone?: string
  /** year null: only the day and the month are known. */
  readonly birthday?: { readonly year: number | null; readonly month: number; readonly day: number }
  readonly signupDate?: ImportedMoment
  readonly enrolledDate?: ImportedMoment
  readonly isEnrolled?: boolean
  readonly publicId?: string
  readonly points?: Decimal
  readonly cashback?: Decimal
  readonly pendingPoints?: Decimal
  readonly availableOn?: ImportedMoment
  readonly earnedOn?: ImportedMoment
  readonly expiresOn?: ImportedMoment
  readonly key?: string
  readonly tier?: string
  readonly tierUntil?: ImportedMoment
  readonly spend?: Decimal
  readonly orderCount?: number
  readonly progressDay?: LocalDate
  readonly activeOn?: ImportedMoment
  readonly birthdayAwardedYear?: number
}

/** One record of the file. */
export interface ReadLine<Values> {
  /** The number of its first physical line, from 1. */
  readonly line: number
  readonly values: Values
  /** Of an error file that was corrected: the import and the line that it stands for, like `12:87`; else null. */
  readonly correctedLine: string | null
  /** How many equal records came before it in the file. */
  readonly ordinal: number
}

/** What became of a line. `doneBefore`: the same line had its effect already. */
export interface LineDone {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'doneBefore' | 'erasedPerson' | 'unclaimed'
  /** null: of a person who was erased, or the line has none. */
  readonly customerId: CustomerId | null
  /** Whether who the customer is has changed, which can't be undone. */
  readonly isProfileChanged: boolean
}

/** Why a line is not done. The sentences are in `imports/texts.ts`. */
export type LineReason =
  // None of id, e-mail and document.
  | 'no-customer'
  // The line names its customer by an e-mail that is none.
  | 'not-an-email'
  // A contact that several customers have: `customers` names them.
  | 'several-customers'
  | 'too-long'
  // No character that the database can't keep, and no number too large.
  | 'not-storable'
  // With the line, the customer would have more than answers can carry.
  | 'balance-too-large'
  // Below zero where that has no meaning.
  | 'below-zero'
  | 'negative-balance'
  // Points below zero with cashback above it, or the other way round.
  | 'mixed-signs'
  // Only cashback, and the program has none.
  | 'cashback-off'
  | 'expired'
  | 'no-expiry'
  // Ahead of now where something has happened already.
  | 'date-ahead'
  | 'expires-before-available'
  | 'pending-without-date'
  | 'not-a-birthday'
  // `nearest` is the name of the tier that was likely meant, if there is one.
  | 'unknown-tier'
  | 'not-a-uuid'
  // Of coupons and codes.
  | 'no-code'
  | 'unknown-coupon-type'
  | 'value-needed'
  | 'above-100-percent'
  | 'ends-before-it-begins'
  | 'coupon-over'
  // `nearest` is the name of the reward that was likely meant, if there is one.
  | 'unknown-reward'
  // Another customer has it: `customer` names them.
  | 'code-taken'
  // Of a code: its reward is named neither by the line nor for the file.
  | 'no-reward'
  // Of a code: it is in another list, or a customer has it.
  | 'code-elsewhere'
  // It waits in a list of codes.
  | 'code-listed'
  // The customer has it already, and it is another coupon.
  | 'code-exists'
  // Of the reading: the line is no record of its format, or has characters that no text has.
  | 'broken-line'
  // A quote that opens on one line takes others with it.
  | 'unclosed-quote'
  | 'control-character'
  | 'not-a-number'
  | 'not-a-whole-number'
  | 'not-a-yes-or-no'
  | 'not-a-date'
  // As a spreadsheet writes a long number: digits are lost.
  | 'scientific-notation'
  | 'short-year'
  | 'no-year'
  // Of orders: no id, a value that each order needs, a word for its state that is none of ours.
  | 'no-order'
  | 'value-missing'
  | 'unknown-state'
  | 'complete-and-cancelled'
  // Complete or cancelled before it was placed.
  | 'before-placed'
  | 'returned-above-total'
  | 'wrong-quantity'
  // It has earned elsewhere, and is not complete.
  | 'earned-before-complete'
  // An id that we have given, and no customer has.
  | 'unknown-customer'
  // Lines of one order: they say different things of it, stand apart from each other, are too many.
  | 'lines-differ'
  | 'lines-apart'
  | 'too-many-lines'
  // How its column is written is asked, and not answered.
  | 'unanswered'

/** A line that is not done, and why. `member` is one of its values, or null for the whole line. */
export interface LineRefusal {
  readonly kind: 'refusal'
  readonly reason: LineReason
  readonly member: string | null
  readonly facts: Readonly<Record<string, string>>
}
