import type { TestProject } from 'vitest/node'
import { dropDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { createOwnedDatabase, LOGINS, makeLogins, urlOfLogin } from './logins.ts'
import { SERVER_URL } from './server-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string
  }
}

/** Migrates one database, once; each test file works on its own copy of it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const name = `punchcard_test_${process.pid}`
  await dropDatabase(SERVER_URL, name)
  await makeLogins(SERVER_URL)
  const url = await createOwnedDatabase(SERVER_URL, name)
  await migrate(urlOfLogin(url, 'owner'), { logins: LOGINS })
  project.provide('templateDatabase', name)
  return () => dropDatabase(SERVER_URL, name)
}
