import pg from 'pg'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** The moment of this transaction, for others to read at, as long as this one is open. */
export async function exportSnapshot(tx: Tx): Promise<string> {
  const { rows } = await run(tx, sql<{ id: string }>`select pg_export_snapshot() as id`)
  return rows[0]?.id ?? ''
}

/** So that the transaction does not count as forgotten. */
export async function touch(tx: Tx): Promise<void> {
  await run(tx, sql`select 1`)
}

/** Whether every part of the log that there was at that moment is still there. */
export async function isLogWhole(tx: Tx): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ is_whole: boolean }>`
    select coalesce(bool_and(to_regclass('public.' || quote_ident(name)) is not null), true) as is_whole
    from event_partition`,
  )
  return rows[0]?.is_whole ?? false
}

/** Who held the moment has ended, or its server has. */
export function isSnapshotGone(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    ['22023', '55000', '42704'].includes(error.code ?? '') &&
    /snapshot/i.test(error.message)
  )
}
