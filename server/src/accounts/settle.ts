import {
  type Account,
  type DebitEntry,
  type Entry,
  type Lot,
  mayBeDue,
  NOTHING,
  type OpeningEntry,
  POINT_TYPE,
  type RecordIds,
  type Step,
  TOPIC,
} from './account.ts'
import { isPastExpiry, recordDebit, repayDebts, withDueMoment, withEvent, withLots } from './lots.ts'

/**
 * Opens what has become available and expires what is past its time. Each is dated at the moment it was due
 * and they follow each other in time, so it makes no difference when and how often an account is settled.
 */
export function settle(account: Account, now: number, ids: RecordIds): Step {
  if (!mayBeDue(account, now)) return { account, entries: [] }
  if (!account.areLotsLoaded) throw new Error('something is due, and the lots are not loaded')
  const entries: Entry[] = []
  let settled = withDueMoment(account) // the stored moment may have been too early
  for (const { action, lotId, at } of dueMoments(account.lots, now)) {
    const lot = settled.lots.find(({ id }) => id === lotId)
    if (!lot) continue // a debt has taken all of it
    const done = action === 'open' ? openLot(settled, lot, at) : expireLot(settled, lot, at, ids)
    settled = done.account
    entries.push(done.entry)
  }
  return { account: settled, entries }
}

interface DueMoment {
  readonly action: 'open' | 'expire'
  readonly lotId: number
  readonly at: number
}

/** In time order; of what is due at the same moment, openings come first, then the oldest lot. */
function dueMoments(lots: readonly Lot[], now: number): DueMoment[] {
  const moments: DueMoment[] = []
  for (const { id, isWaiting, availableAt, expiresAt } of lots) {
    if (isWaiting && availableAt > now) continue
    if (isWaiting) moments.push({ action: 'open', lotId: id, at: availableAt })
    if (expiresAt === null || expiresAt > now) continue
    // Nothing expires before it has been available.
    moments.push({
      action: 'expire',
      lotId: id,
      at: isWaiting ? Math.max(availableAt, expiresAt) : expiresAt,
    })
  }
  const rank = { open: 0, expire: 1 }
  return moments.sort((a, b) => a.at - b.at || rank[a.action] - rank[b.action] || a.lotId - b.lotId)
}

function openLot(account: Account, lot: Lot, at: number): { account: Account; entry: OpeningEntry } {
  const opened = withEvent(withLots(account, [{ ...lot, isWaiting: false }]), TOPIC.add, lot.remaining)
  const repaid = repayDebts(opened.account, at)
  const { event } = opened
  return {
    account: repaid.account,
    entry: { kind: 'opening', id: lot.id, at, repayments: repaid.repayments, event },
  }
}

function expireLot(
  account: Account,
  lot: Lot,
  at: number,
  ids: RecordIds,
): { account: Account; entry: DebitEntry } {
  const origins = [{ lotId: lot.id, used: lot.remaining }]
  const { orderId } = lot
  return recordDebit(account, { type: POINT_TYPE.expiry, orderId, origins, debt: NOTHING, at }, ids)
}

/** For lots that open when their expiry has already passed: they expire again in the same moment. */
export function expireOverdue(account: Account, at: number, ids: RecordIds): Step {
  const overdue = account.lots.filter((lot) => !lot.isWaiting && isPastExpiry(lot, at))
  const entries: Entry[] = []
  let settled = account
  for (const lot of overdue) {
    const done = expireLot(settled, lot, at, ids)
    settled = done.account
    entries.push(done.entry)
  }
  return { account: settled, entries }
}
