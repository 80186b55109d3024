import pg from 'pg'

/** A database that answers later than this is of no use to a shop. */
const ANSWER_TIMEOUT_MS = 4_000

export interface Probe {
  /** Answers when the database does. */
  ask(): Promise<void>
  /** As the user who logs in, and not of any tenant: what the server says of itself. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  close(): Promise<void>
}

/** One connection beside the pools: however busy those are, its answer says whether the database is there. */
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
      await pool.query('select 1')
    },
    query: async <Row extends pg.QueryResultRow>(text: string) => (await pool.query<Row>(text)).rows,
    close: () => pool.end(),
  }
}
