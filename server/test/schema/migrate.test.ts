import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate, readMigrations } from '../../src/platform/postgres/migrate.ts'
import { problemOfDatabase } from '../../src/platform/postgres/readiness.ts'
import { APP_ROLE } from '../../src/platform/postgres/roles.ts'
import { clientOf } from '../support/client-of.ts'
import { emptyDatabase } from '../support/test-database.ts'

const PUNCHCARD = fileURLToPath(new URL('../../bin/punchcard.ts', import.meta.url))
const run = promisify(execFile)

describe('punchcard migrate', () => {
  it('started eight times at once on an empty database ends well, with one migrated database', async () => {
    const url = await emptyDatabase()
    const expected = (await readMigrations()).map(({ name }) => name)
    const reports = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { stdout } = await run(process.execPath, [PUNCHCARD, 'migrate', '--json'], {
          env: { ...process.env, DATABASE_URL: url },
        })
        return (JSON.parse(stdout) as { applied: string[] }).applied
      }),
    )
    expect(reports.filter((applied) => applied.length > 0)).toEqual([expected])
    expect(await problemOfDatabase(url, APP_ROLE)).toBeNull()
  })

  it('names to its migrations the tenants whose rows they may see, and names none after them', async () => {
    const url = await emptyDatabase()
    const path = await mkdtemp(join(tmpdir(), 'punchcard-migrations-'))
    onTestFinished(() => rm(path, { recursive: true }))
    await writeFile(
      join(path, '0001_seen.sql'),
      `create table seen as select current_setting('app.tenants') as by`,
    )
    await migrate(url, { folder: pathToFileURL(`${path}/`), tenants: [1, 3] })
    const client = clientOf(url)
    await client.connect()
    const { rows } = await client.query(`select by, current_setting('app.tenants', true) as now from seen`)
    await client.end()
    expect(rows).toEqual([{ by: '{1,3}', now: null }])
  })

  it('refuses a migration that was changed after it had been applied', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const client = clientOf(url)
    await client.connect()
    await client.query(`update migration set checksum = 'another' where name like '0001%'`)
    await client.end()
    await expect(problemOfDatabase(url, APP_ROLE)).rejects.toThrow('0001_tenancy.sql was changed')
    await expect(migrate(url)).rejects.toThrow(
      /^0001_tenancy\.sql was changed after this database had applied it: .*create a new one: `punchcard dev --fresh`/,
    )
  })
})
