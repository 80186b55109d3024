/** One moment of a database, for pages that are read in many short transactions, by whichever process takes them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import { exportSnapshot, touch } from '../store/snapshots.ts'

/** Sooner than PostgreSQL ends a transaction that does nothing. */
const PING_MS = 5_000
/** A merchant that takes longer leaves by the command line. */
export const HELD_MAX_MS = 3_600_000

interface HoldOptions {
  /** The process stops. */
  readonly signal: AbortSignal
  /** Whether someone still reads of it: asked now and then. */
  readonly isWanted: () => Promise<boolean>
}

interface HeldSnapshot {
  /** For `Database.read`. */
  readonly id: string
  readonly release: () => void
  /** It is held no longer, for whatever reason. */
  readonly over: Promise<void>
}

/**
 * Holds the present moment in a transaction that reads nothing and has no number of its own: nothing waits for it, readers
 * of the log neither. Like a dump it keeps the database from cleaning up behind it, for an hour at most.
 */
export async function holdSnapshot(
  database: Pick<Database, 'read'>,
  { signal, isWanted }: HoldOptions,
): Promise<HeldSnapshot> {
  const { promise: opened, resolve, reject } = Promise.withResolvers<string>()
  const released = new AbortController()
  const ended = AbortSignal.any([signal, released.signal])
  const endsAt = monotonicClock() + HELD_MAX_MS
  const hold = async (tx: Tx): Promise<void> => {
    resolve(await exportSnapshot(tx))
    while (!ended.aborted && monotonicClock() < endsAt) {
      await sleep(PING_MS, undefined, { signal: ended }).catch(() => {})
      if (ended.aborted || !(await isWanted())) return
      await touch(tx)
    }
  }
  // Where it fails later, its readers hear of it: the snapshot is gone.
  const over = database.read([], hold).catch(reject)
  return { id: await opened, release: () => released.abort(), over }
}
