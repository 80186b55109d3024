import pg from 'pg'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import type { Logins } from '../../src/platform/postgres/prepare-roles.ts'
import { clientOf } from './client-of.ts'
import { SERVER_URL } from './server-url.ts'

/**
 * With PUNCHCARD_TEST_LOGINS=1 nothing of Punchcard's own logs in as the superuser of the server: a plain owner
 * migrates, and the API and the worker have logins of their own. Tests look at tables as the superuser all the same.
 */
const HAS_LOGINS = process.env.PUNCHCARD_TEST_LOGINS === '1'

type Who = 'owner' | 'api' | 'worker'

const NAMES: Readonly<Record<Who, string>> = {
  owner: 'punchcard_test_owner',
  api: 'punchcard_test_api',
  worker: 'punchcard_test_worker',
}
const PASSWORD = 'test'

export const LOGINS: Logins = HAS_LOGINS
  ? { api: [NAMES.api], worker: [NAMES.worker] }
  : { api: [], worker: [] }

/** The same database as one of them; an address with a login of its own stays as it is. */
export function urlOfLogin(url: string, who: Who): string {
  if (!HAS_LOGINS) return url
  const changed = new URL(url)
  if (changed.username !== new URL(SERVER_URL).username) return url
  changed.username = NAMES[who]
  changed.password = PASSWORD
  return changed.href
}

export async function makeLogins(serverUrl: string): Promise<void> {
  if (!HAS_LOGINS) return
  await query(serverUrl, makeUnlessThere(NAMES.owner, 'createrole'))
  // The owner makes the others, and so may give them their settings.
  const asOwner = urlOfLogin(serverUrl, 'owner')
  await query(asOwner, makeUnlessThere(NAMES.api, ''))
  await query(asOwner, makeUnlessThere(NAMES.worker, ''))
}

function makeUnlessThere(name: string, options: string): string {
  return `
    do $$
    begin
      if not exists (select from pg_roles where rolname = '${name}') then
        create role ${name} login ${options} password '${PASSWORD}';
      end if;
    end
    $$`
}

/** A database whose owner is who migrates it. */
export async function createOwnedDatabase(
  serverUrl: string,
  name: string,
  template?: string,
): Promise<string> {
  const url = await createDatabase(serverUrl, name, template)
  const altered = `alter database ${pg.escapeIdentifier(name)}`
  // Sooner than a batch gives up waiting for a lock, or else tests that count deadlocks would never see one.
  await query(serverUrl, `${altered} set deadlock_timeout = '100ms'`)
  // Nothing here has to outlive a power failure, and a test waits for hundreds of commits.
  await query(serverUrl, `${altered} set synchronous_commit = off`)
  if (HAS_LOGINS) await query(serverUrl, `${altered} owner to ${NAMES.owner}`)
  return url
}

async function query(url: string, statement: string): Promise<void> {
  const client = clientOf(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
