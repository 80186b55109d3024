import pg from 'pg'
import { OutcomeUnknownError } from './database.ts'

/**
 * SQLSTATEs that say «not now»: connection trouble (08), a standby or a server that takes no writes (25006), nobody
 * may log in, or not with this password (28), the database is not there (3D000), no room (53), not in a state for
 * it, or a lock not had in time (55), shutdown or cancelled (57), trouble of the system (58).
 */
const UNAVAILABLE = /^(08|25006|28|3D000|53|55|57|58)/
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'])
/** pg reports these without any code. The last is what whoever was still asking meets when we stop. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|after calling end on the pool/

/** Whether the database could not be asked, so that the same request may well succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return true
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (error instanceof pg.DatabaseError) return code !== undefined && UNAVAILABLE.test(code)
  return (code !== undefined && UNREACHABLE.has(code)) || LOST.test(error.message)
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Whether a statement has waited too long for a row that somebody else's transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
}

/** Whether another try of the same transaction may end well: a race for a key, a deadlock, a serialization. */
export function isRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['23505', '40P01', '40001'].includes(error.code ?? '')
}

/** Whether the server refused the data itself, such as a sum that no longer fits its column. */
export function isRefusedData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}
