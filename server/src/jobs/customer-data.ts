/** Jobs and their files may hold what they have read of a customer who is erased. */
import { ERASED, type Erased } from '../accounts/customer-data-kit.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { AFTER_ERASING } from './after-erasing.ts'

/** A worker does it, because only a worker knows the kinds of jobs; it is queued with the erasure, where there is any. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      select queue_job(${AFTER_ERASING}, json_build_object('tenant', tenant_id), 'after erasing ' || tenant_id)
      from (select distinct tenant_id from ${rowsAs('erased', ERASED, rows)}) as one
      where exists (select from job where job.tenant_id = one.tenant_id and state between 0 and 2)
        or exists (select from file where file.tenant_id = one.tenant_id and holds_persons and state < 2)`,
    ),
  ]
}

/** A job knows by whom it was started, and at most the number of a customer. */
export const exported = {}
