import type pg from 'pg'
import { expect, vi } from 'vitest'
import type { Database } from '../../src/platform/postgres/database.ts'
import { openTestDatabase } from './test-database.ts'

export interface Watched {
  readonly url: string
  /** To look at the statistics with. */
  readonly everything: pg.Pool
}

/** Rows of these tables that PostgreSQL read for this. */
export async function rowsReadBy(
  watched: Watched,
  tables: readonly string[],
  work: (opened: Database) => Promise<unknown>,
): Promise<number> {
  const before = await readSoFar(watched.everything, tables)
  await onOwnConnections(watched, work)
  return (await readSoFar(watched.everything, tables)) - before
}

/** A connection says what it has read up to a second late, and at the latest when it ends: so these have ended after it. */
export async function onOwnConnections<Result>(
  { url, everything }: Watched,
  work: (opened: Database) => Promise<Result>,
): Promise<Result> {
  const known = await connectionsTo(everything)
  const opened = openTestDatabase(url)
  try {
    return await work(opened)
  } finally {
    await opened.close()
    await vi.waitFor(
      async () => expect((await connectionsTo(everything)).difference(known)).toEqual(new Set()),
      { timeout: 10_000 },
    )
  }
}

async function readSoFar(everything: pg.Pool, tables: readonly string[]): Promise<number> {
  // What this connection itself has read, to fill the tables, is said up to ten seconds late too.
  await everything.query('select pg_stat_force_next_flush()')
  const { rows } = await everything.query<{ read: string }>(
    `select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read) as read from pg_stat_user_tables
    where relname = any($1)`,
    [tables],
  )
  return Number(rows[0]?.read)
}

async function connectionsTo(everything: pg.Pool): Promise<Set<number>> {
  const { rows } = await everything.query<{ pid: number }>(
    `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'punchcard test'`,
  )
  return new Set(rows.map(({ pid }) => pid))
}
