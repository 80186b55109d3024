import type { OrderId } from '../../contract/ids.ts'
import { TOPIC } from '../../events/event.ts'
import {
  type Account,
  type Entry,
  isNothing,
  type Lot,
  mayBeDue,
  NOTHING,
  type RecordIds,
  type Step,
  subtract,
} from '../account.ts'
import { lotsOfOrder, withEvent, withLots } from './lots.ts'
import { repay } from './repay.ts'
import { expireOverdue } from './settle.ts'

export interface LotMove {
  readonly orderId: OrderId
  readonly availableAt: number
  readonly expiresAt: number | null
}

/**
 * Gives other dates to the lots of an order of which nothing was used. One that is open never waits again: only its end
 * moves, and that is an event. One that waits moves without, and opens if its new time has come.
 */
export function moveLots(account: Account, move: LotMove, now: number, ids: RecordIds): Step {
  if (mayBeDue(account, now)) throw new Error('the account is not settled')
  const entries: Entry[] = []
  let moved = account
  for (const lot of lotsOfOrder(account, move.orderId)) {
    if (!isUntouched(lot)) continue
    const step = lot.isWaiting ? moveWaiting(moved, lot, move, now) : moveEnd(moved, lot, move, now)
    moved = step.account
    entries.push(...step.entries)
  }
  const expired = expireOverdue(moved, now, ids)
  return { account: expired.account, entries: [...entries, ...expired.entries] }
}

function isUntouched({ original, remaining }: Lot): boolean {
  return isNothing(subtract(original, remaining))
}

function moveEnd(account: Account, lot: Lot, { expiresAt }: LotMove, now: number): Step {
  if (lot.expiresAt === expiresAt) return { account, entries: [] }
  const { id, availableAt } = lot
  const updated = withEvent(withLots(account, [{ ...lot, expiresAt }]), TOPIC.update, NOTHING)
  const entry = { kind: 'move', id, at: now, lot, availableAt, expiresAt, event: updated.event } as const
  return { account: updated.account, entries: [entry] }
}

function moveWaiting(account: Account, lot: Lot, { expiresAt, ...move }: LotMove, now: number): Step {
  if (lot.availableAt === move.availableAt && lot.expiresAt === expiresAt) return { account, entries: [] }
  const { id } = lot
  // One whose new time has passed opens now: until now it was in no balance, and its history has to say so.
  const availableAt = Math.max(move.availableAt, now)
  const moved = { ...lot, availableAt, expiresAt, isWaiting: availableAt > now }
  const entry = { kind: 'move', id, at: now, lot, availableAt, expiresAt, event: null } as const
  const after = withLots(account, [moved])
  if (moved.isWaiting) return { account: after, entries: [entry] }
  const { account: opened, event } = withEvent(after, TOPIC.add, lot.remaining)
  const { account: repaid, repayments } = repay(opened, now)
  return { account: repaid, entries: [entry, { kind: 'opening', id, at: now, repayments, event }] }
}
