import type { RecordId } from '../../contract/ids.ts'
import {
  type Account,
  type Amount,
  isNothing,
  type MergeEntry,
  NOTHING,
  POINT_TYPE,
  type Step,
} from '../account.ts'
import { END, NotLoaded } from './loaded.ts'
import { withArrival } from './lots.ts'
import { repay } from './repay.ts'

export interface Arrival {
  /** Of the record that tells of it. */
  readonly recordId: RecordId
  /** The balance of the account that was merged into this one. */
  readonly change: Amount
}

/**
 * Makes one account of two whose lots, debts and balances were put together where they are stored. The one may have owed
 * what the other one has: that is paid at once, the oldest debt first, by what expires first. An account with both is
 * no account: its balance alone would not tell that it owes.
 *
 * What is due by now is not settled yet. What is past its expiry pays nothing, and what opens pays when it does.
 */
export function mergeAccounts(account: Account, { recordId, change }: Arrival, now: number): Step {
  const { open, debts } = account.loaded
  if (debts !== Infinity) throw new NotLoaded({ kind: 'debts' })
  if (account.debts.length > 0 && open !== END) throw new NotLoaded({ kind: 'open' })
  const told = isNothing(change) ? { account, event: null } : withArrival(account, change)
  const { account: merged, repayments } = repay(told.account, now)
  const record = { id: recordId, type: POINT_TYPE.merge, amount: NOTHING, at: now }
  const entry: MergeEntry = { kind: 'merge', ...record, repayments, event: told.event }
  return { account: merged, entries: [entry] }
}
