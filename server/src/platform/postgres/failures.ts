import pg from 'pg'
import { OutcomeUnknownError } from './database.ts'
import { NotUsableError } from './gated.ts'
import { TakesNoWritesError } from './read-only.ts'

/**
 * SQLSTATEs that say “not now”: connection trouble (08), a standby or a server that takes no writes (25006), log-in
 * refused (28), the database is missing (3D000), no room (53), an object not in the right state, or a lock not got in
 * time (55), shutdown or cancelled (57), trouble of the system (58).
 */
const UNAVAILABLE = /^(08|25006|28|3D000|53|55|57|58)/
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
])
/** A certificate that is not accepted, such as one that has expired since the start: an operator mends it. */
const UNTRUSTED = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/
/** pg reads the files of certificates with each connection: one may be missing while it is replaced. */
const UNREADABLE = new Set(['ENOENT', 'EACCES'])
/** pg reports these without any code. The last one is for statements that come after the pool was closed. */
const LOST =
  /Connection terminated|server does not support SSL connections|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable|after calling end on the pool/

/** True if the database could not be asked: the same request may well succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError || error instanceof NotUsableError) return true
  if (error instanceof TakesNoWritesError) return true
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (error instanceof pg.DatabaseError) return code !== undefined && UNAVAILABLE.test(code)
  const isOutOfReach =
    code !== undefined && (UNREACHABLE.has(code) || UNTRUSTED.test(code) || UNREADABLE.has(code))
  return isOutOfReach || LOST.test(error.message)
}

/** Likewise, but not where the address, the login or the certificate is wrong: waiting does not mend that. */
export function isAway(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string }
  const isMistake =
    /^(28|3D000)/.test(code) || UNTRUSTED.test(code) || message.includes('does not support SSL')
  return isUnavailable(error) && !isMistake
}

const LOCK_NOT_AVAILABLE = '55P03'

/** True if a statement has waited too long for a row that another transaction holds. */
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

/** Data that the database won't keep, such as points beyond all bounds, has this answer; all else is a fault. */
export function unlessDataRefused<Answer>(answer: Answer): (error: unknown) => Answer {
  return (error) => {
    if (isRefusedData(error)) return answer
    throw error
  }
}
