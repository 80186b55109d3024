/** Migrations that make indexes while everybody goes on writing, and what is left when one is killed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { clientOf } from '../support/client-of.ts'
import { emptyDatabase } from '../support/test-database.ts'
import { until } from '../support/workers.ts'

const FIRST = '0001_thing.sql'
const SECOND = '0002_thing_by_size.sql'
const FILES = {
  [FIRST]:
    'create table thing (id int primary key, size int); insert into thing select n, n from generate_series(1, 100) n;',
  [SECOND]: `-- punchcard: no transaction
    create index concurrently if not exists thing_id_size on thing (id, size);
    -- A comment; with a semicolon.
    create index concurrently if not exists thing_size on thing (size);
    analyze thing;`,
}

async function folderOf(files: Readonly<Record<string, string>>): Promise<URL> {
  const path = await mkdtemp(join(tmpdir(), 'punchcard-migrations-'))
  onTestFinished(() => rm(path, { recursive: true }))
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(path, name), text)))
  return pathToFileURL(`${path}/`)
}

async function connect(url: string): Promise<pg.Client> {
  const client = clientOf(url)
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

const INDEXES = `
  select indexrelid::regclass::text as name, indisvalid as valid from pg_index
  where indrelid = 'thing'::regclass and not indisprimary order by 1`

/** Somebody who has written and not committed: an index cannot be finished beside that. */
async function hold(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('update thing set size = size')
}

async function indexInWork(client: pg.Client, name: string): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'punchcard migrate' and state = 'active'
      and wait_event_type = 'Lock' and query like '%' || $1 || ' on %'
      and to_regclass($1) is not null`,
    [name],
  )
  return rows[0]?.pid ?? null
}

describe('a migration outside a transaction', () => {
  it('is done by one of many who start at once, without a deadlock', async () => {
    const [url, folder] = [await emptyDatabase(), await folderOf(FILES)]
    const reports = await Promise.all(Array.from({ length: 8 }, () => migrate(url, { folder })))
    expect(reports.map(({ applied }) => applied).filter((applied) => applied.length > 0)).toEqual([
      [FIRST, SECOND],
    ])
    expect((await (await connect(url)).query(INDEXES)).rows).toEqual([
      { name: 'thing_id_size', valid: true },
      { name: 'thing_size', valid: true },
    ])
  })

  it('waits for transactions that write and holds up none', async () => {
    const [url, folder] = [await emptyDatabase(), await folderOf(FILES)]
    await migrate(url, { folder: await folderOf({ [FIRST]: FILES[FIRST] }) })
    const [holder, other] = [await connect(url), await connect(url)]
    await hold(holder)
    const migrating = migrate(url, { folder })
    await until(async () => (await indexInWork(other, 'thing_id_size')) !== null)
    await other.query(`set lock_timeout = '1s'`)
    await other.query('insert into thing values (101, 1)')
    await holder.query('commit')
    expect((await migrating).applied).toEqual([SECOND])
  })

  it('that was killed leaves an index that is of no use, which the next run makes again', async () => {
    const [url, folder] = [await emptyDatabase(), await folderOf(FILES)]
    await migrate(url, { folder: await folderOf({ [FIRST]: FILES[FIRST] }) })
    const [holder, other] = [await connect(url), await connect(url)]
    await other.query('create index concurrently thing_id_size on thing (id, size)')
    await hold(holder)
    const killed = expect(migrate(url, { folder })).rejects.toThrow(`${SECOND} could not be applied`)
    await until(async () => (await indexInWork(other, 'thing_size')) !== null)
    await other.query('select pg_terminate_backend($1)', [await indexInWork(other, 'thing_size')])
    await killed
    await holder.query('commit')
    expect((await other.query(INDEXES)).rows).toContainEqual({ name: 'thing_size', valid: false })
    expect((await migrate(url, { folder })).applied).toEqual([SECOND])
    expect((await other.query(INDEXES)).rows).toEqual([
      { name: 'thing_id_size', valid: true },
      { name: 'thing_size', valid: true },
    ])
    expect((await migrate(url, { folder })).applied).toEqual([])
  })

  it('is refused as a whole when a statement of it could not be done again', async () => {
    const url = await emptyDatabase()
    const text = `${FILES[SECOND]} insert into thing values (101);`
    const folder = await folderOf({ ...FILES, [SECOND]: text })
    await expect(migrate(url, { folder })).rejects.toThrow(`${SECOND} must not hold “insert into thing`)
    const { rows } = await (await connect(url)).query(`select to_regclass('thing') as thing`)
    expect(rows).toEqual([{ thing: null }])
  })
})
