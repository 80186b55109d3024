import type { Cashback, Validity } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tiers } from '../tiers/tier.ts'
import type { ImportKind, ImportOptions } from './import.ts'

/** What the values of a line are understood by: the same for all lines of a file. */
export interface AccountContext {
  readonly kind: ImportKind
  readonly timeZone: string
  readonly now: Instant
  /** When the file was true, not after now. */
  readonly asOf: Instant
  readonly options: ImportOptions
  /** Of the merchant, for `lineKey`. */
  readonly salt: Buffer
  readonly tiers: Tiers
  readonly graceDays: number
  readonly cashback: Cashback
  /** Of the current purchase rule, for `expiresWhenMissing: program`. */
  readonly validity: Validity
}
