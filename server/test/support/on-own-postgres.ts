/**
 * Runs a command with DATABASE_URL set to a new PostgreSQL: the installed one or, with --logins, the newest, that of
 * the npm package, with logins that are no superusers. PUNCHCARD_TEST_POSTGRES names a folder with other programs.
 * node …/on-own-postgres.ts [--logins] npm test -- api/
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startThrowawayPostgres } from './throwaway-postgres.ts'

const [first = '', ...others] = process.argv.slice(2)
const hasLogins = first === '--logins'
const [command = '', ...args] = hasLogins ? others : [first, ...others]
const { PUNCHCARD_TEST_POSTGRES: programs, PATH = '' } = process.env
// Installed programs are looked for on PATH first.
if (programs !== undefined) process.env.PATH = `${programs}:${PATH}`

const server = await startThrowawayPostgres(hasLogins && programs === undefined ? 'embedded' : 'installed')
process.stdout.write(`PostgreSQL ${server.version}\n`)
try {
  const logins = hasLogins ? { PUNCHCARD_TEST_LOGINS: '1' } : {}
  const environment = { ...process.env, PATH, DATABASE_URL: server.url, ...logins }
  const child = spawn(command, args, { stdio: 'inherit', env: environment })
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  process.exitCode = exitCode ?? 1
} finally {
  await server.stop()
}
