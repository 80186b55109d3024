import pg from 'pg'
import { MigrationError } from './migration-error.ts'
import { type Migration, statementsOf } from './migration-file.ts'
import { grantStatement, LOGIN_SETTINGS, settingStatements, withAppRole, workerRoleOf } from './roles.ts'

/** The users as which the API and the worker log in, where they are not the owner of the tables. */
export interface Logins {
  readonly api: readonly string[]
  readonly worker: readonly string[]
}

export interface RoleOptions {
  readonly appRole: string
  readonly logins: Logins
}

interface Session {
  readonly client: pg.Client
  readonly majorVersion: number
  readonly user: string
  readonly database: string
}

const PERMISSION_DENIED = '42501'
const EXISTS_ALREADY = ['42710', '23505']
/** Table, function, column, sequence or schema: what an older migration gave rights to may be gone since. */
const GONE = ['42P01', '42883', '42703', '42704', '3F000']

/** Makes the roles, and the user who migrates a member of them. Roles belong to the whole server. */
export async function makeRoles(client: pg.Client, appRole: string): Promise<void> {
  const session = await sessionOf(client)
  for (const role of [appRole, workerRoleOf(appRole)]) await makeRole(session, role)
  const { rows } = await client.query<{ unsafe: boolean }>(
    'select bool_or(rolsuper or rolbypassrls) as unsafe from pg_roles where rolname = any ($1)',
    [[appRole, workerRoleOf(appRole)]],
  )
  if (rows[0]?.unsafe) {
    throw new MigrationError(
      `The role “${appRole}” would see the data of every merchant: alter role ${appRole} nosuperuser nobypassrls.`,
    )
  }
  if (await canBecome(session, session.user, appRole)) return
  const statement = grantStatement(appRole, session.user, session.majorVersion)
  await client.query(statement).catch((error: pg.DatabaseError) => {
    if (error.code !== PERMISSION_DENIED) throw error
    throw new MigrationError(
      `The user “${session.user}” can't become “${appRole}”, which another user made. ` +
        `Let a superuser run: ${withAdmin(statement, session)}; or name another role with PUNCHCARD_APP_ROLE.`,
    )
  })
}

async function makeRole({ client, user }: Session, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount !== 0) return
  await client.query(`create role ${role} nologin`).catch((error: pg.DatabaseError) => {
    // Another database of ours was quicker.
    if (EXISTS_ALREADY.includes(error.code ?? '')) return
    if (error.code !== PERMISSION_DENIED) throw error
    const name = pg.escapeIdentifier(user)
    throw new MigrationError(
      `The user “${user}” may not make the role “${role}”. ` +
        `Let a superuser run: alter role ${name} createrole; or: create role ${role} nologin; grant ${role} to ${name} with admin option`,
    )
  })
}

function withAdmin(statement: string, { majorVersion }: Session): string {
  return majorVersion >= 16 ? `${statement}, admin true` : `${statement} with admin option`
}

/**
 * Gives the roles and the logins what they need, also where they had it before: a database that was restored without
 * its rights is whole again. What this user may not do is returned as statements for one who may.
 */
export async function giveRights(
  client: pg.Client,
  migrations: readonly Migration[],
  { appRole, logins }: RoleOptions,
): Promise<string[]> {
  const session = await sessionOf(client)
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '5s'`)
    for (const statement of rightsIn(migrations, appRole)) await giveUnlessGone(client, statement)
    await client.query(`grant select on migration to ${appRole}`)
    const left = await giveToLogins(session, appRole, logins)
    await client.query('commit')
    return left
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (!(error instanceof pg.DatabaseError) || error.code !== PERMISSION_DENIED) throw error
    throw new MigrationError(
      `The user “${session.user}” may not give rights on the tables: ${error.message}. ` +
        'Run `punchcard migrate` as their owner, or make it their owner.',
      { cause: error },
    )
  }
}

/** What the migrations grant and revoke, in their order. */
function rightsIn(migrations: readonly Migration[], appRole: string): string[] {
  return migrations
    .flatMap(({ text }) => statementsOf(withAppRole(text, appRole)))
    .filter((statement) => /^(grant|revoke)\b/i.test(statement))
}

async function giveUnlessGone(client: pg.Client, statement: string): Promise<void> {
  const error = await attempt(client, statement)
  if (error && !GONE.includes(error.code ?? '')) throw error
}

async function giveToLogins(session: Session, appRole: string, logins: Logins): Promise<string[]> {
  const { client, user, database, majorVersion } = session
  const workerRole = workerRoleOf(appRole)
  const wanted: [role: string, login: string][] = [
    ...logins.api.map((login): [string, string] => [appRole, login]),
    ...logins.worker.flatMap((login): [string, string][] => [
      [appRole, login],
      [workerRole, login],
      // So that the worker sees how busy the API is, and steps aside.
      ...logins.api.filter((other) => other !== login).map((other): [string, string] => [other, login]),
    ]),
  ]
  const left: string[] = []
  for (const [role, login] of wanted) {
    await refuseUnknown(client, login)
    if (await canBecome(session, login, role)) continue
    const statement = grantStatement(pg.escapeIdentifier(role), login, majorVersion)
    if (await isDenied(client, statement)) left.push(statement)
  }
  for (const login of [user, ...(await findLogins(session, appRole))]) {
    if (await hasSettings(client, login)) continue
    for (const statement of settingStatements(login, database)) {
      if (await isDenied(client, statement)) left.push(statement)
    }
  }
  return left
}

async function refuseUnknown(client: pg.Client, login: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login])
  if (rowCount !== 0) return
  const name = pg.escapeIdentifier(login)
  throw new MigrationError(`There is no user “${login}”: create role ${name} login password '…'.`)
}

/** Since PostgreSQL 16 the user that made the owner is a member of it, but can't become it: that is no login of ours. */
async function findLogins({ client, majorVersion }: Session, appRole: string): Promise<string[]> {
  const { rows } = await client.query<{ login: string }>(
    `select rolname as login from pg_roles
    where rolcanlogin and not rolsuper and rolname <> current_user and pg_has_role(oid, $1, $2)`,
    [appRole, membershipThatCounts(majorVersion)],
  )
  return rows.map(({ login }) => login)
}

async function hasSettings(client: pg.Client, login: string): Promise<boolean> {
  const { rows } = await client.query<{ settings: string[] }>(
    `select setconfig as settings from pg_db_role_setting
    where setrole = (select oid from pg_roles where rolname = $1)
      and setdatabase = (select oid from pg_database where datname = current_database())`,
    [login],
  )
  const settings = rows[0]?.settings ?? []
  return Object.entries(LOGIN_SETTINGS).every(([name, value]) => settings.includes(`${name}=${value}`))
}

async function canBecome({ client, majorVersion }: Session, member: string, role: string): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>('select pg_has_role($1, $2, $3) as can', [
    member,
    role,
    membershipThatCounts(majorVersion),
  ])
  return rows[0]?.can ?? false
}

/** From 16 on, a member may lack the right to become the role. */
function membershipThatCounts(majorVersion: number): 'set' | 'member' {
  return majorVersion >= 16 ? 'set' : 'member'
}

async function isDenied(client: pg.Client, statement: string): Promise<boolean> {
  const error = await attempt(client, statement)
  if (error && error.code !== PERMISSION_DENIED) throw error
  return error !== null
}

async function attempt(client: pg.Client, statement: string): Promise<pg.DatabaseError | null> {
  await client.query('savepoint attempt')
  try {
    await client.query(statement)
    return null
  } catch (error) {
    await client.query('rollback to savepoint attempt')
    if (!(error instanceof pg.DatabaseError)) throw error
    return error
  } finally {
    await client.query('release savepoint attempt')
  }
}

async function sessionOf(client: pg.Client): Promise<Session> {
  const { rows } = await client.query<{ user: string; database: string; version: number }>(
    `select current_user as user, current_database() as database,
      current_setting('server_version_num')::int / 10000 as version`,
  )
  const { user = '', database = '', version = 0 } = rows[0] ?? {}
  return { client, user, database, majorVersion: version }
}
