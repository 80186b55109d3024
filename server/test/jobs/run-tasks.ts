/** The tasks of a worker that are not turns, run here and now. */
import type { JobHelpers, Task } from 'graphile-worker'
import pg from 'pg'
import { createTill } from '../../src/accounts/till/till.ts'
import type { JobKinds } from '../../src/jobs/define.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/log.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { type Cells, MAIN_CELL } from '../../src/tenancy/cells.ts'
import { tasksOf } from '../../src/worker/jobs.ts'

export async function runTask(
  name: 'hourly' | 'afterErasing',
  payload: object,
  { url, cells, database, clock, kinds }: Surroundings,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const helpers = {
    async withPgClient(work: (client: pg.PoolClient) => Promise<unknown>) {
      const client = await pool.connect()
      try {
        return await work(client)
      } finally {
        client.release()
      }
    },
  } as unknown as JobHelpers
  const context = {
    cells: { ...cells, of: () => database, all: new Map([[MAIN_CELL, database]]) },
    cell: MAIN_CELL,
    till: createTill({ database, clock, ...REWARDS_DUE }),
    clock,
    log: createLogger({ level: 'silent', destination: process.stderr }),
    signal: new AbortController().signal,
    onDone: () => {},
    onBacktestDifferences: () => {},
    onEventRoom: () => {},
  }
  try {
    await (tasksOf(context, kinds)[name] as Task)(payload, helpers)
  } finally {
    await pool.end()
  }
}

export interface Surroundings {
  readonly url: string
  readonly cells: Cells
  readonly database: Database
  readonly clock: Clock
  readonly kinds: JobKinds
}
