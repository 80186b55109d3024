import pg from 'pg'

/** The role under which Punchcard works, unless it is told another one. Migrations know it by this name. */
export const APP_ROLE = 'punchcard_app'

/** In SQL such a name means itself, with quotes or without. */
export const APP_ROLE_NAME = /^punchcard_[a-z0-9_]{1,40}$/

/** What workers may do beyond the others: tend the queue and the partitions of the log. */
export function workerRoleOf(appRole: string): string {
  return `${appRole}_worker`
}

/** The text of a migration for an installation whose role has another name. */
export function withAppRole(text: string, appRole: string): string {
  return text.replace(/\bpunchcard_app/g, appRole)
}

/**
 * The settings of every session. They are kept with the logins and not set when a connection is made, because
 * behind a pooler a session does not belong to one client.
 *
 * Every statement looks up rows by their keys, so its plan is known beforehand: from index to index. Left alone,
 * PostgreSQL judges by the size of the tables at that moment, and a plan that it made while they were empty (read
 * all, compare all) stays for as long as the connection: measured, five times the work an order a minute later.
 */
export const LOGIN_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

/** For sessions of such a login that take their time and look at whole tables: migrations. */
export const UNHURRIED = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set plan_cache_mode = auto;
  set enable_seqscan = on;
  set enable_hashjoin = on;
  set enable_mergejoin = on`

/** What gives a login its settings in a database. */
export function settingStatements(login: string, database: string): string[] {
  const target = `${pg.escapeIdentifier(login)} in database ${pg.escapeIdentifier(database)}`
  return Object.entries(LOGIN_SETTINGS).map(
    ([name, value]) => `alter role ${target} set ${name} = ${pg.escapeLiteral(value)}`,
  )
}

/** PostgreSQL 16 tells apart whether a member may become the role; its creator may not, unless that is said. */
export function grantStatement(role: string, member: string, majorVersion: number): string {
  const options = majorVersion >= 16 ? ' with inherit true, set true' : ''
  return `grant ${role} to ${pg.escapeIdentifier(member)}${options}`
}
