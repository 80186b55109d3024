import type pg from 'pg'
import { withClient } from './client.ts'
import { lackingMigrations, readMigrations } from './migrate.ts'
import { refuseReadOnly } from './read-only.ts'
import { grantStatement, LOGIN_SETTINGS, settingStatements } from './roles.ts'

const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Why Punchcard can't work on a database as the user who logs in, and what to do; null where it can. One that takes no
 * writes is no mistake of the configuration: it rejects, as one that is away does, because a standby is promoted later.
 */
export async function problemOfDatabase(url: string, appRole: string): Promise<string | null> {
  return withClient(
    {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    },
    async (client) => {
      await refuseReadOnly(client)
      return (
        (await problemOfSchema(client)) ??
        (await problemOfRole(client, appRole)) ??
        (await problemOfSettings(client))
      )
    },
  )
}

async function problemOfSchema(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ found: boolean; readable: boolean; database: string; user: string }>(
    `select to_regclass('migration') is not null as found, current_database() as database, current_user as user,
      coalesce(has_table_privilege(to_regclass('migration'), 'select'), false) as readable`,
  )
  const { found = false, readable = false, database = '', user = '' } = rows[0] ?? {}
  if (found && !readable) {
    return (
      `The user “${user}” may not read the database “${database}”: run \`punchcard migrate\` as the owner of its ` +
      `tables, with --api-login ${user} or --worker-login ${user}.`
    )
  }
  const lacking = await lackingMigrations(client, await readMigrations())
  if (lacking.length === 0) return null
  return `The database “${database}” lacks ${lacking.join(', ')}: run \`punchcard migrate\` first.`
}

async function problemOfRole(client: pg.Client, appRole: string): Promise<string | null> {
  const { rows } = await client.query<{ user: string; version: number }>(
    `select current_user as user, current_setting('server_version_num')::int / 10000 as version`,
  )
  const { user = '', version = 0 } = rows[0] ?? {}
  try {
    await client.query('begin')
    await client.query(`set local role ${appRole}`)
  } catch {
    return (
      `The user “${user}” can't become “${appRole}”, under which Punchcard works. Run \`punchcard migrate\` as the ` +
      `owner of the tables, or let a superuser run: ${grantStatement(appRole, user, version)}`
    )
  } finally {
    await client.query('rollback')
  }
  const { rows: roles } = await client.query<{ unsafe: boolean }>(
    'select rolsuper or rolbypassrls as unsafe from pg_roles where rolname = $1',
    [appRole],
  )
  if (!roles[0]?.unsafe) return null
  return `The role “${appRole}” would see the data of every merchant: alter role ${appRole} nosuperuser nobypassrls`
}

async function problemOfSettings(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(LOGIN_SETTINGS)],
  )
  const wrong = rows.filter(({ name, value }) => LOGIN_SETTINGS[name] !== value)
  if (wrong.length === 0) return null
  const { rows: who } = await client.query<{ user: string; database: string }>(
    'select current_user as user, current_database() as database',
  )
  const { user = '', database = '' } = who[0] ?? {}
  const statements = settingStatements(user, database).filter((statement) =>
    wrong.some(({ name }) => statement.includes(` set ${name} = `)),
  )
  return (
    `The user “${user}” lacks settings of Punchcard. Run \`punchcard migrate\`, or let a superuser run: ` +
    `${statements.join('; ')}. A pooler has to connect anew after that.`
  )
}
