import pg from 'pg'
import { refuseReadOnly } from './read-only.ts'

/** A database that answers later than this is of no use to a shop. */
const ANSWER_TIMEOUT_MS = 4_000

export interface Probe {
  /** Answers when the database does and takes writes; one that takes none is refused with `TakesNoWritesError`. */
  ask(): Promise<void>
  /** As the user who logs in, and not of any tenant: what the server says of itself. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  close(): Promise<void>
}

/**
 * One connection beside the pools, so that its answer does not depend on how busy those are. It tells whether the
 * database answers and lets this login write; a full disk or a lock that others hold it does not see.
 */
export function openProbe(url: string, applicationName: string): Probe {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: 1,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idleTimeoutMillis: 0,
  })
  // A connection that is lost fails the next question, which is how we hear of it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    async ask() {
      await refuseReadOnly(pool)
    },
    query: async <Row extends pg.QueryResultRow>(text: string) => (await pool.query<Row>(text)).rows,
    close: () => pool.end(),
  }
}
