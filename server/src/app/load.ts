import type pg from 'pg'
import { monotonicClock } from '../platform/system-clock.ts'

const ASK_EVERY_MS = 100

/**
 * How many connections, other than those of workers, are at work in this database. It sees what the user who
 * logs in may see: whoever logs in as somebody else is not counted.
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
        where datname = current_database() and backend_type = 'client backend' and state <> 'idle'
          and application_name <> 'punchcard work' and pid <> pg_backend_pid()`,
    })
    count = rows[0]?.count ?? 0
    return count
  }
}
