import type { RecordId } from '../../contract/ids.ts'
import { TOPIC } from '../../events/event.ts'
import {
  type Account,
  type DebitEntry,
  type Entry,
  type Lot,
  mayBeDue,
  NOTHING,
  negate,
  POINT_TYPE,
  type RecordIds,
  type Step,
} from '../account.ts'
import { comparePositions, type LoadedPart } from './loaded.ts'
import { isPastExpiry, withDueMoment, withEvent, withLots } from './lots.ts'
import { repay } from './repay.ts'

/**
 * Opens what has become available and expires what is past its time. Each is dated at the moment it was due
 * and they follow each other in time, so it makes no difference when and how often an account is settled.
 *
 * Where not all that is due is loaded, it goes as far as it can, and the account may still be due: so 100,000 lots
 * that expire in one night are settled in portions.
 *
 * Its lots are brought up to date once, at the end, and a debt is paid by the lot that opens and no other: of a
 * unit that is owed nothing was open. 10,000 lots that open while something is owed took 7.8 s when each of
 * them went through all lots, and take 0.1 s so.
 */
export function settle(account: Account, now: number, ids: RecordIds): Step {
  if (!mayBeDue(account, now)) return { account, entries: [] }
  const entries: Entry[] = []
  const lots = new Map(account.lots.map((lot) => [lot.id, lot]))
  let settled = account
  for (const moment of dueMoments(account.lots, now)) {
    if (isBeyond(moment, account.loaded)) break
    const { action, lotId, at } = moment
    const lot = lots.get(lotId)
    if (!lot) continue // a debt has taken all of it
    if (action === 'expire') {
      const expired = expireLot(settled, lot, at, ids)
      lots.delete(lotId)
      settled = expired.account
      entries.push(expired.entry)
      continue
    }
    const { account: opened, event } = withEvent(settled, TOPIC.add, lot.remaining)
    const repaid = repay({ ...opened, lots: [{ ...lot, isWaiting: false }] }, at)
    const [left] = repaid.account.lots
    if (left) lots.set(lotId, left)
    else lots.delete(lotId)
    settled = repaid.account
    entries.push({ kind: 'opening', id: lotId, at, repayments: repaid.repayments, event })
  }
  // Also where nothing was due: the stored moment may have been too early.
  return { account: withDueMoment({ ...settled, lots: [...lots.values()] }), entries }
}

interface DueMoment {
  readonly action: 'open' | 'expire'
  readonly lotId: RecordId
  readonly at: number
}

/** In time order; of what is due at the same moment, openings come first, then the oldest lot. */
function dueMoments(lots: readonly Lot[], now: number): DueMoment[] {
  const moments: DueMoment[] = []
  for (const { id, isWaiting, availableAt, expiresAt } of lots) {
    if (isWaiting && availableAt > now) continue
    if (isWaiting) moments.push({ action: 'open', lotId: id, at: availableAt })
    if (expiresAt === null || expiresAt > now) continue
    // Nothing expires before it has been available, also where it opened in a portion before this one.
    moments.push({ action: 'expire', lotId: id, at: Math.max(availableAt, expiresAt) })
  }
  const rank = { open: 0, expire: 1 }
  return moments.sort((a, b) => a.at - b.at || rank[a.action] - rank[b.action] || a.lotId - b.lotId)
}

/** Whether a lot that is not loaded may be due before this moment. */
function isBeyond({ action, lotId, at }: DueMoment, { open, waiting }: LoadedPart): boolean {
  // All that opens in a moment comes before what expires in it.
  const isBehindWaiting =
    action === 'open' ? comparePositions({ at, id: lotId }, waiting) > 0 : at >= waiting.at
  const isBehindOpen = action === 'open' ? at > open.at : comparePositions({ at, id: lotId }, open) > 0
  return isBehindWaiting || isBehindOpen
}

/** All that is left of a lot goes. The lots of the account are the caller's to bring up to date. */
function expireLot(
  account: Account,
  { id: lotId, remaining, orderId }: Lot,
  at: number,
  ids: RecordIds,
): { account: Account; entry: DebitEntry } {
  const amount = negate(remaining)
  const { account: taken, event } = withEvent(account, TOPIC.removed, amount)
  const origins = [{ lotId, used: remaining }]
  const type = POINT_TYPE.expiry
  const entry = { kind: 'debit', id: ids.next(), type, amount, at, orderId, origins, debt: NOTHING } as const
  return { account: taken, entry: { ...entry, event } }
}

/** For lots that open when their expiry has already passed: they expire again in the same moment. */
export function expireOverdue(account: Account, at: number, ids: RecordIds): Step {
  const overdue = account.lots.filter((lot) => !lot.isWaiting && isPastExpiry(lot, at))
  if (overdue.length === 0) return { account, entries: [] }
  const entries: Entry[] = []
  let settled = account
  for (const lot of overdue) {
    const expired = expireLot(settled, lot, at, ids)
    settled = expired.account
    entries.push(expired.entry)
  }
  const spent = overdue.map((lot) => ({ ...lot, remaining: NOTHING }))
  return { account: withLots(settled, spent), entries }
}
