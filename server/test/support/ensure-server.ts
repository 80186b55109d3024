import pg from 'pg'
import { startThrowawayPostgres } from './throwaway-postgres.ts'
import { USUAL_SERVER_URL } from './usual-server-url.ts'

/**
 * Where nobody has named a server and the usual one does not answer, starts one as `punchcard dev` does, for this run.
 * Returns how to stop what it started.
 */
export async function ensureServer(): Promise<() => Promise<void>> {
  const named = process.env.DATABASE_URL
  const problem = await problemOf(named ?? USUAL_SERVER_URL)
  if (problem === null) return async () => {}
  if (named !== undefined) {
    throw new Error(
      `No PostgreSQL answers at DATABASE_URL (${problem}). Without it, the tests start their own.`,
    )
  }
  const server = await startThrowawayPostgres()
  process.stderr.write(
    `No PostgreSQL answers at ${USUAL_SERVER_URL}: the tests use their own ${server.version}\n`,
  )
  process.env.DATABASE_URL = server.url
  return server.stop
}

async function problemOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}
