import pg from 'pg'
import { monotonicClock } from '../system-clock.ts'

const ASK_EVERY_MS = 100
/**
 * A connection that was active so shortly ago still counts: a busy API is idle half of the time, between two batches,
 * and a look at such a moment missed it (measured: its p99 during a sweep was 2.1 times that before).
 */
const STILL_AT_WORK_MS = 30
/**
 * How many connections are active in this database, other than those whose names are like `except`. PostgreSQL shows the
 * activity of the same user only: connections of other users are not counted.
 */
export function watchLoad(pool: pg.Pool, except: string): () => Promise<number> {
  let count = 0
  let askedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (monotonicClock() - askedAt < ASK_EVERY_MS) return count
    askedAt = monotonicClock()
    const { rows } = await pool.query<{ count: number }>({
      name: 'others-at-work',
      text: `
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
          and application_name !~ $2 and pid <> pg_backend_pid()
          and (state <> 'idle' or state_change > clock_timestamp() - $1 * interval '1 ms')`,
      values: [STILL_AT_WORK_MS, except],
    })
    count = rows[0]?.count ?? 0
    return count
  }
}

const LOOK_TIMEOUT_MS = 1_000

export interface LoadWatch {
  /** How many others are at work. */
  readonly othersAtWork: () => Promise<number>
  close(): Promise<void>
}

/** The same with a connection of its own, which is closed while it is not asked. */
export function openLoadWatch(url: string, applicationName: string, except: string): LoadWatch {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: 1,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: LOOK_TIMEOUT_MS,
    query_timeout: LOOK_TIMEOUT_MS,
  })
  pool.on('error', () => {})
  return { othersAtWork: watchLoad(pool, except), close: () => pool.end() }
}
