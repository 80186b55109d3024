import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** All statements of the transaction see the same moment, and none of them can write. Sent before any other. */
export async function lookOnly(tx: Tx): Promise<void> {
  await run(tx, sql`set transaction isolation level repeatable read, read only`)
}
