import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { NotReadyError } from '../not-ready.ts'
import { withClient } from './client.ts'
import { UNHURRIED } from './roles.ts'

export interface TableCount {
  readonly table: string
  readonly rows: number
  readonly dumped: number
}

/**
 * Whether a dump by the user who logs in holds every row: each table is counted in one moment of the database, and
 * what pg_dump writes of the same moment is counted beside it. Row-level security is forced also on the owner, and a
 * dump by a user that it applies to has no rows and no error.
 */
export async function checkBackup(url: string): Promise<TableCount[]> {
  const config = { connectionString: url, application_name: 'punchcard backup check' }
  return withClient(config, async (client) => {
    await client.query(UNHURRIED)
    await refuseUnlessAllIsSeen(client)
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local row_security = off')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const counts = await countRows(client)
    const dumped = await countDumpedRows(url, rows[0]?.snapshot ?? '')
    return [...counts].map(([table, count]) => ({ table, rows: count, dumped: dumped.get(table) ?? 0 }))
  })
}

async function refuseUnlessAllIsSeen(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ user: string; sees: boolean }>(
    'select rolname as user, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  )
  const { user = '', sees = false } = rows[0] ?? {}
  if (sees) return
  // No advice to let this user see all rows: it is often the login of the API.
  throw new NotReadyError(
    `A dump by the user “${user}” would hold no rows of merchants, because row-level security hides them. ` +
      'Dump with the login for backups, such as punchcard_backup. If there is none yet: ' +
      "create role punchcard_backup login bypassrls password '…'; grant pg_read_all_data to punchcard_backup",
  )
}

async function countRows(client: pg.Client): Promise<Map<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relpersistence = 'p' and nspname in ('public', 'graphile_worker') order by 1`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${name}`)
    counts.set(name, Number(rows[0]?.count ?? 0))
  }
  return counts
}

/** Reads what pg_dump writes and keeps nothing of it. */
async function countDumpedRows(url: string, snapshot: string): Promise<Map<string, number>> {
  const child = spawn('pg_dump', ['--data-only', `--snapshot=${snapshot}`], {
    // Not as an argument, which others on this machine could read.
    env: { ...process.env, ...environmentOf(url) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  ended.catch(() => {})
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const counts = new Map<string, number>()
  let table: string | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    if (table === null) table = /^COPY (\S+) .*FROM stdin;$/.exec(line)?.[1] ?? null
    else if (line === '\\.') table = null
    else counts.set(table, (counts.get(table) ?? 0) + 1)
  }
  const [exitCode] = await ended.catch((error: Error): [number] => {
    complaint = `pg_dump cannot be run (${error.message}): install PostgreSQL's client programs`
    return [1]
  })
  if (exitCode !== 0) throw new NotReadyError(withAdvice(complaint.trim()))
  return counts
}

/** pg_dump says which versions do not match, but not what helps. */
function withAdvice(complaint: string): string {
  const major = /server version: (\d+).*; pg_dump version/.exec(complaint)?.[1]
  if (major === undefined) return complaint
  return (
    `${complaint}\nInstall PostgreSQL's client programs of version ${major} or newer and put them first in PATH; ` +
    `for Debian and Ubuntu, https://apt.postgresql.org has postgresql-client-${major}`
  )
}

function environmentOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const files = { sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' }
  const mode = searchParams.get('sslmode') ?? 'prefer'
  return {
    PGHOST: hostname,
    PGPORT: port === '' ? '5432' : port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    // PostgreSQL's programs do not know it by this name.
    PGSSLMODE: mode === 'no-verify' ? 'require' : mode,
    ...Object.fromEntries(
      Object.entries(files).flatMap(([name, variable]) => {
        const file = searchParams.get(name)
        return file === null ? [] : [[variable, file]]
      }),
    ),
  }
}
