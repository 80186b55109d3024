import type { Month } from '../figures/rules/zones.ts'
import { ACCOUNTS, type Account } from './account.ts'

/** How an account is called in the merchant's books. */
export interface AccountName {
  readonly name: string
  /** Such as `4010`; empty: it has none. */
  readonly code: string
}

export interface AccountingSettings {
  readonly isOn: boolean
  /** The first month with entries; null: not chosen yet. */
  readonly startsIn: Month | null
  /** On which day of the next month a month closes by itself; null: by hand only. */
  readonly closeDay: number | null
  /** Those that the merchant has named. */
  readonly accounts: Readonly<Partial<Record<Account, AccountName>>>
  readonly version: number
}

export const NOT_SET: AccountingSettings = {
  isOn: false,
  startsIn: null,
  closeDay: null,
  accounts: {},
  version: 1,
}

/** With the usual name for each that has none of its own. */
export function namedAccounts(
  { accounts }: Pick<AccountingSettings, 'accounts'>,
  usual: Readonly<Record<Account, string>>,
): Readonly<Record<Account, AccountName>> {
  return Object.fromEntries(
    ACCOUNTS.map((account) => [account, accounts[account] ?? { name: usual[account], code: '' }]),
  ) as Record<Account, AccountName>
}
