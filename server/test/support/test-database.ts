import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { withClient } from '../../src/platform/postgres/client.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { dropDatabase } from '../../src/platform/postgres/databases.ts'
import { createSealer, type Sealer } from '../../src/platform/sealing.ts'
import { clientOf } from './client-of.ts'
import { createOwnedDatabase, urlOfLogin } from './logins.ts'
import { SERVER_URL } from './server-url.ts'

let clones = 0
const TENANTS_OF_CLONE = 10_000

/** A migrated database of one's own; the caller drops it. */
export async function cloneDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = inject('templateDatabase')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  const url = await createOwnedDatabase(SERVER_URL, name, template)
  clones += 1
  // The files of a worker share what the server remembers by merchant, as the cells of an installation do.
  await withClient({ connectionString: url }, (client) =>
    client.query(`alter table tenant alter column id restart with ${clones * TENANTS_OF_CLONE}`),
  )
  return { url, drop: () => dropDatabase(SERVER_URL, name) }
}

/** A migrated database for all tests of a file, and the one connection by which they ask it. */
export function withOwnDatabase(): { readonly client: pg.Client; readonly url: string } {
  let client: pg.Client
  let url: string
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await cloneDatabase()
    ;({ drop, url } = database)
    client = clientOf(url)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await drop()
  })
  return {
    get client() {
      return client
    },
    get url() {
      return url
    },
  }
}

/** An empty database, dropped when the test ends. */
export async function emptyDatabase(): Promise<string> {
  const name = `${inject('templateDatabase')}_${randomBytes(5).toString('hex')}`
  const url = await createOwnedDatabase(SERVER_URL, name)
  onTestFinished(() => dropDatabase(SERVER_URL, name))
  return url
}

/**
 * As long as a test may take: on a shared machine a server can stall for longer than the five seconds that callers of
 * the API would wait, and then a test that has just begun would fail for want of its first connection.
 */
const CONNECT_TIMEOUT_MS = 60_000

export function openTestDatabase(url: string): Database {
  return openWith(url, null)
}

const TEST_SEALER = createSealer([Buffer.alloc(32, 7)])

/** Where sealed columns can be opened. */
export function openSealedTestDatabase(url: string): Database {
  return openWith(url, TEST_SEALER)
}

function openWith(url: string, sealer: Sealer | null): Database {
  return openDatabase({
    url: urlOfLogin(url, 'api'),
    connectionCount: 5,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    applicationName: 'punchcard test',
    onIdleError: () => {},
    sealer,
  })
}
