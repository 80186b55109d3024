/**
 * Starts a job that is made for tests, for tests that only have the address of a database:
 * `node server/test/jobs/start-job.ts <tenant> <kind> <input as JSON>` with DATABASE_URL. Prints its number.
 */
import { isRefusal } from '../../src/contract/refusal.ts'
import { startJob } from '../../src/jobs/manage.ts'
import { withClient } from '../../src/platform/postgres/client.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { TEST_KINDS, TEST_TABLES } from './kinds.ts'

const [tenant = '', name = '', input = '{}'] = process.argv.slice(2)
const url = process.env.DATABASE_URL ?? ''
const kind = TEST_KINDS.get(name)
if (!kind) throw new Error(`there is no kind ${name}`)

await withClient({ connectionString: url }, async (client) => {
  const { rows } = await client.query(`select to_regclass('counted') is null as missing`)
  if (rows[0].missing) await client.query(TEST_TABLES)
})
const database = openDatabase({
  url,
  connectionCount: 1,
  connectTimeoutMs: 10_000,
  applicationName: 'punchcard test',
  onIdleError: () => {},
})
try {
  const by = { key: 'person:1', label: 'Ana' }
  const asked = { tenantId: Number(tenant), input: JSON.parse(input), by, now: Date.now() }
  const started = await database.transaction([asked.tenantId], (tx) => startJob(tx, kind, asked))
  if (isRefusal(started)) throw new Error(started.message)
  process.stdout.write(`${started.id}\n`)
} finally {
  await database.close()
}
