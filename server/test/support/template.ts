import { dropDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { createOwnedDatabase, LOGINS, makeLogins, urlOfLogin } from './logins.ts'
import { SERVER_URL } from './server-url.ts'

export async function createTemplate(name: string): Promise<{ name: string; drop: () => Promise<void> }> {
  await dropDatabase(SERVER_URL, name)
  await makeLogins(SERVER_URL)
  const url = await createOwnedDatabase(SERVER_URL, name)
  await migrate(urlOfLogin(url, 'owner'), { logins: LOGINS })
  return { name, drop: () => dropDatabase(SERVER_URL, name) }
}
