import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from './client.ts'
import { hasSessions } from './direct.ts'
import { MigrationError } from './migration-error.ts'
import {
  indexMadeBy,
  isOutsideTransaction,
  type Migration,
  migrationOf,
  problemsOfMigrations,
  statementsOf,
} from './migration-file.ts'
import { giveRights, type Logins, makeRoles } from './prepare-roles.ts'
import { APP_ROLE, UNHURRIED, withAppRole } from './roles.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/** Any number works, as long as every Punchcard process asks for the same one. */
const LOCK = 7_305_446_215_908_177n
const LOOK_AGAIN_MS = 100
const NEEDS_SESSIONS =
  'Migrations need a direct connection to PostgreSQL: here is a pooler that takes it back after each transaction.'

export interface MigrationReport {
  readonly applied: readonly string[]
  /** What this user may not do, as statements for one who may. */
  readonly leftToDo: readonly string[]
}

export interface MigrateOptions {
  readonly onApply?: (name: string) => void
  /** Where the files are. */
  readonly folder?: URL
  /** The role under which Punchcard works. */
  readonly appRole?: string
  readonly logins?: Logins
  /** Whose rows the migrations see and may change: row-level security holds for the owner of the tables too. */
  readonly tenants?: readonly number[]
}

const NO_LOGINS: Logins = { api: [], worker: [] }

/**
 * Brings the database up to date: each file of migrations/ once, in order, in a transaction of its own unless it
 * says otherwise. Processes that start at the same time wait for each other at an advisory lock, and the later
 * ones find nothing left to do. Roles and rights are repaired each time.
 */
export async function migrate(
  url: string,
  {
    onApply = () => {},
    folder = FOLDER,
    appRole = APP_ROLE,
    logins = NO_LOGINS,
    tenants = [],
  }: MigrateOptions = {},
): Promise<MigrationReport> {
  const migrations = await readMigrations(folder)
  const problems = problemsOfMigrations(migrations)
  if (problems.length > 0) throw new MigrationError(problems.join('\n'))
  if (!(await hasSessions(url))) throw new MigrationError(NEEDS_SESSIONS)
  return withClient({ connectionString: url, application_name: 'punchcard migrate' }, async (client) => {
    await client.query(UNHURRIED)
    await client.query(`select set_config('app.tenants', $1, false)`, [`{${tenants.join(',')}}`])
    await lock(client)
    await makeRoles(client, appRole)
    await client.query(`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`)
    const pending = findPending(migrations, await readApplied(client))
    for (const migration of pending) {
      onApply(migration.name)
      await apply(client, { ...migration, text: withAppRole(migration.text, appRole) })
    }
    const leftToDo = await giveRights(client, migrations, { appRole, logins })
    return { applied: pending.map(({ name }) => name), leftToDo }
  })
}

/** Asks again and again: a session that waits inside a statement delays `create index concurrently`. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      LOCK.toString(),
    ])
    if (rows[0]?.held) return
    await sleep(LOOK_AGAIN_MS)
  }
}

/** The migrations that a database still lacks; all of them when it has never been migrated. */
export async function lackingMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('migration') is not null as found`,
  )
  const applied = rows[0]?.found ? await readApplied(client) : new Map<string, string>()
  return findPending(migrations, applied).map(({ name }) => name)
}

export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => migrationOf(name, await readFile(new URL(name, folder), 'utf8'))),
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
        `${name} was changed after this database had applied it: add a new migration instead. ` +
          'A database from before 0.1.0 can’t be upgraded, so create a new one: `punchcard dev --fresh` does, and ' +
          '`punchcard dev` once the folder .punchcard is deleted.',
      )
    }
    return known === undefined
  })
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    if (isOutsideTransaction(migration)) await applyStatements(client, migration)
    else await applyInTransaction(client, migration)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationError(`${migration.name} could not be applied: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  // While a migration waits for its lock, all other statements would queue up behind it: so it does not wait.
  await client.query(`set local lock_timeout = '5s'`)
  await client.query(migration.text)
  await record(client, migration)
  await client.query('commit')
}

/**
 * One statement after the other, and a run that was killed begins again at the first: each of them can be repeated.
 * No limit on waiting: they take no lock that would hold up reads or writes.
 */
async function applyStatements(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.text)) {
    const index = indexMadeBy(statement)
    if (index !== null) await dropInvalidIndex(client, index)
    await client.query(statement)
  }
  await record(client, migration)
}

/** What a killed “create index concurrently” leaves: it costs every write, helps no reader, and has the name. */
async function dropInvalidIndex(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rowCount !== 0) await client.query(`drop index concurrently if exists ${name}`)
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
}
