import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/** Any number works, as long as every Punchcard process asks for the same one. */
const LOCK = 7_305_446_215_908_177n

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** Something about the database or the migrations that a person has to put right. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface MigrationReport {
  readonly applied: readonly string[]
  readonly present: number
}

/**
 * Brings the database up to date: each file of migrations/ once, in order, in a transaction of its own.
 * Processes that start at the same time wait for each other at an advisory lock, and the later ones find
 * nothing left to do.
 */
export async function migrate(
  url: string,
  onApply: (name: string) => void = () => {},
): Promise<MigrationReport> {
  const migrations = await readMigrations()
  const client = new pg.Client({ connectionString: url, application_name: 'punchcard migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK.toString()])
    await client.query(`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`)
    const pending = findPending(migrations, await readApplied(client))
    for (const migration of pending) {
      onApply(migration.name)
      await apply(client, migration)
    }
    return { applied: pending.map(({ name }) => name), present: migrations.length }
  } finally {
    await client.end()
  }
}

/** The migrations that a database still lacks; all of them when it has never been migrated. */
export async function pendingMigrations(url: string): Promise<readonly string[]> {
  const migrations = await readMigrations()
  const client = new pg.Client({ connectionString: url, application_name: 'punchcard' })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('migration') is not null as found`,
    )
    const applied = rows[0]?.found ? await readApplied(client) : new Map<string, string>()
    return findPending(migrations, applied).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function findPending(migrations: readonly Migration[], applied: Map<string, string>): Migration[] {
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name)
    if (known !== undefined && known !== checksum) {
      throw new MigrationError(
        `${name} was changed after this database had applied it: add a new migration instead`,
      )
    }
    return known === undefined
  })
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    // A migration that can't get its lock at once must not queue up everyone behind it.
    await client.query(`set local lock_timeout = '5s'`)
    await client.query(migration.text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationError(`${migration.name} could not be applied: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
