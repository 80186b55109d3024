import type { RecordId } from '../../contract/ids.ts'
import type { StoredAccount, StoredMove, StoredOrigin, StoredRecord } from './entries-of-account.ts'

/** An account as it is, and what of it was written after an earlier moment. */
export interface AccountNow extends StoredAccount {
  readonly origins: readonly (StoredOrigin & { readonly isLater: boolean })[]
  readonly moves: readonly (StoredMove & { readonly isLater: boolean })[]
}

/** What happened to records after that moment. */
export interface LaterRecords {
  /** They came with it, and have an event. */
  readonly written: ReadonlySet<RecordId>
  /** They came with it, and have none: pending lots, and what was taken of such a lot. */
  readonly quiet: ReadonlySet<RecordId>
  /** Pending lots that became available. */
  readonly opened: ReadonlySet<RecordId>
}

/**
 * The account as it was at that moment: what is only ever added is left out, and of what changes with it, whether a lot
 * waits and its dates, the former is put back.
 */
export function accountBefore(account: AccountNow, later: LaterRecords): StoredAccount {
  const undone = new Map<RecordId, StoredMove>()
  for (const move of account.moves) {
    if (move.isLater && !undone.has(move.recordId)) undone.set(move.recordId, move)
  }
  const waited = new Set([...later.opened, ...takenWhilePending(account, later)])
  const records = account.records
    .filter(({ id }) => !later.written.has(id) && !later.quiet.has(id))
    .map((record) => recordBefore(record, waited, undone.get(record.id)))
  return {
    records,
    origins: account.origins.filter(({ isLater }) => !isLater),
    moves: account.moves.filter(({ isLater }) => !isLater),
  }
}

/** A pending lot of which everything is taken waits no longer, and never becomes available. */
function takenWhilePending({ origins }: AccountNow, { quiet }: LaterRecords): RecordId[] {
  return origins.flatMap(({ isLater, recordId, lotId }) => (isLater && quiet.has(recordId) ? [lotId] : []))
}

function recordBefore(record: StoredRecord, waited: ReadonlySet<RecordId>, move?: StoredMove): StoredRecord {
  const isWaiting = record.isWaiting || waited.has(record.id)
  return move ? { ...record, isWaiting, ...move.from } : { ...record, isWaiting }
}
