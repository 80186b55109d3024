import { Fragment, Part } from './sql.ts'

/** Which transactions were visible at a moment, as PostgreSQL writes it. It says nothing in another database. */
export type Snapshot = string

/**
 * The number of the transaction that wrote a row, without the part that PostgreSQL leaves out of `xmin`: of a row that is
 * visible it is the last such number before the next transaction's. For rows that are never updated.
 */
function writerOf(table: string): string {
  return `((${NEWEST} - ((${NEWEST} - ${table}.xmin::text::bigint) & 4294967295))::text)::xid8`
}

/** Asked once in a statement, not once for each row. */
const NEWEST = '(select pg_snapshot_xmax(pg_current_snapshot())::text::bigint)'

/** The same as a part of a statement. The table is named as the statement knows it. */
export const writtenBy = (table: string): Fragment => new Fragment(writerOf(table))

/** Whether a row that is never updated was written after a moment. No moment: it was not. */
export function isWrittenAfter(table: string, snapshot: Snapshot | null): Part {
  return new Part(
    (first) =>
      `(case when $${first}::text is null then false
        else not pg_visible_in_snapshot(${writerOf(table)}, $${first}::text::pg_snapshot) end)`,
    [snapshot],
  )
}
