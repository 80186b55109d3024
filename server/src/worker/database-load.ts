import type pg from 'pg'
import { monotonicClock } from '../platform/system-clock.ts'

const ASK_EVERY_MS = 100
/**
 * A connection that was active so shortly ago still counts: a busy API is idle half of the time, between two batches,
 * and a look at such a moment missed it (measured: its p99 during a sweep was 2.1 times that before).
 */
const STILL_AT_WORK_MS = 30

/**
 * How many connections, other than those of workers, are active in this database. PostgreSQL shows the activity of the
 * same user only: connections of other users are not counted.
 */
export function watchLoad(pool: pg.Pool): () => Promise<number> {
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
          and not starts_with(application_name, 'punchcard work') and pid <> pg_backend_pid()
          and (state <> 'idle' or state_change > clock_timestamp() - $1 * interval '1 ms')`,
      values: [STILL_AT_WORK_MS],
    })
    count = rows[0]?.count ?? 0
    return count
  }
}
