/** What a line of customers or balances asks for, in values of the ledger. */
import type { Amount } from '../accounts/account.ts'
import type { CustomerToSave } from '../customers/sent-customer.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { LocalDate } from '../platform/zone.ts'

/** Points with dates of their own. */
export interface ImportedLot {
  readonly amount: Amount
  /** Available at once where that is not ahead. */
  readonly availableAt: Instant
  /** null: never. */
  readonly expiresAt: Instant | null
  readonly earnedAt: Instant
}

/** The customer keeps this tier until then, whatever its goals say. */
export interface ImportedTier {
  readonly id: number
  readonly since: Instant
  readonly heldUntil: Instant
}

/** What was spent and ordered elsewhere, and on which day it counts. */
export interface ImportedProgress {
  readonly day: LocalDate
  readonly spend: Decimal
  readonly orders: number
}

export interface AccountLine {
  readonly line: number
  /** By which it is known when it comes again (`lineKey`). */
  readonly key: Buffer
  /** Without an id of the shop, a contact is its id, and `isNamedByContact` is set. */
  readonly sent: CustomerToSave
  /** null: a new customer gets another one. */
  readonly publicId: string | null
  /** None, the available and the pending one. */
  readonly lots: readonly ImportedLot[]
  /** Above zero; null: nothing is owed. */
  readonly debt: Amount | null
  /** In points, without its sign: as many as its cashback is worth, where that is more. */
  readonly weight: Decimal
  readonly tier: ImportedTier | null
  readonly progress: ImportedProgress | null
  /** The last day on which something happened. */
  readonly activeOn: LocalDate
  /** The year in which the birthday was rewarded elsewhere; null: not known. */
  readonly birthdayAwardedYear: number | null
}
