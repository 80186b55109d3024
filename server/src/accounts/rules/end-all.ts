import type { Account, Lot, Origin } from '../account.ts'
import {
  type DebitEntry,
  type Entry,
  NOTHING,
  negate,
  POINT_TYPE,
  type RecordIds,
  type Step,
} from '../account.ts'
import { END, NotLoaded } from './loaded.ts'
import { openLots, recordDebit, sumUsed, withOrigins } from './lots.ts'

/**
 * Ends all that is left of an account, whenever it would have expired: one record for what waits, which was never in a
 * balance and has no event, and one with one event for what is open. What is owed stays owed. The account is settled.
 */
export function endAll(account: Account, now: number, ids: RecordIds): Step {
  const entries: Entry[] = []
  const closed = closeWaiting(account, now, ids)
  if (closed.entry) entries.push(closed.entry)
  const origins = [...openLots(closed.account)].map(allOf)
  if (origins.length === 0) return { account: closed.account, entries }
  const ended = { type: POINT_TYPE.expiry, orderId: null, origins, debt: NOTHING, at: now }
  const taken = recordDebit(closed.account, ended, ids)
  return { account: taken.account, entries: [...entries, taken.entry] }
}

function closeWaiting(
  account: Account,
  now: number,
  ids: RecordIds,
): { account: Account; entry: DebitEntry | null } {
  if (account.loaded.waiting !== END) throw new NotLoaded({ kind: 'due' })
  const origins = account.lots.filter(({ isWaiting }) => isWaiting).map(allOf)
  if (origins.length === 0) return { account, entry: null }
  const amount = negate(sumUsed(origins))
  const record = { id: ids.next(), type: POINT_TYPE.expiry, amount, at: now, orderId: null, origins } as const
  return {
    account: withOrigins(account, origins),
    entry: { kind: 'debit', ...record, debt: NOTHING, event: null },
  }
}

function allOf({ id, remaining }: Lot): Origin {
  return { lotId: id, used: remaining }
}
