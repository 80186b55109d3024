import type { Cashback, Validity } from '../earning/program.ts'
import type { Tiers } from '../tiers/tier.ts'
import type { LineContext } from './kinds/kind.ts'

/** What the values of a line of customers or balances are understood by. */
export interface AccountContext extends LineContext {
  readonly tiers: Tiers
  readonly graceDays: number
  readonly cashback: Cashback
  /** Of the current purchase rule, for `expiresWhenMissing: program`. */
  readonly validity: Validity
}
