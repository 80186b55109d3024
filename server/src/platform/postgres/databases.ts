import pg from 'pg'
import { withClient } from './client.ts'

/** Databases of our own making on a server: for `punchcard dev`, tests and the checks of generated files. */

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  await withClient({ connectionString: serverUrl }, async (client) => {
    const from = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`
    await client.query(`create database ${pg.escapeIdentifier(name)}${from}`)
    if (template !== undefined) await copyLoginSettings(client, template, name)
  })
  return urlOfDatabase(serverUrl, name)
}

/** A template gives a database all that is in it, but not what logins are set to do there. */
async function copyLoginSettings(client: pg.Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ login: string; settings: string[] }>(
    `select rolname as login, setconfig as settings
    from pg_db_role_setting join pg_roles on pg_roles.oid = setrole join pg_database on pg_database.oid = setdatabase
    where datname = $1`,
    [from],
  )
  const statements = rows.flatMap(({ login, settings }) =>
    settings.map((setting) => {
      const [name = '', value = ''] = setting.split(/=(.*)/s)
      const target = `${pg.escapeIdentifier(login)} in database ${pg.escapeIdentifier(to)}`
      return `alter role ${target} set ${name} = ${pg.escapeLiteral(value)}`
    }),
  )
  await client.query(statements.join(';'))
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withClient({ connectionString: serverUrl }, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  )
}

export async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  return withClient({ connectionString: serverUrl }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    return rowCount === 1
  })
}
