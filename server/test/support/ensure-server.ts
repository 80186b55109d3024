import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
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
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-test-server-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  const server = await startLocalPostgres({
    dataFolder: join(folder, 'data'),
    spareFolder: join(folder, 'spare'),
    // Nothing here outlives the run.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  process.stderr.write(
    `No PostgreSQL answers at ${USUAL_SERVER_URL}: the tests use their own ${server.version}\n`,
  )
  process.env.DATABASE_URL = server.url
  return async () => {
    await server.stop('immediate')
    await rm(folder, { recursive: true, force: true })
  }
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
