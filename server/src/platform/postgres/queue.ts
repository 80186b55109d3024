import { run, type Tx } from './database.ts'
import { sql } from './sql.ts'

export interface QueuedJob {
  readonly task: string
  readonly payload: object
  /** A job that waits under the same key is replaced. */
  readonly key: string
}

/** Queues a job for the workers of this database, if and when the transaction is committed. */
export async function queueJob(tx: Tx, { task, payload, key }: QueuedJob): Promise<void> {
  await run(tx, sql`select queue_job(${task}, ${JSON.stringify(payload)}::json, ${key})`)
}
