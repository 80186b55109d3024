import { createTill } from '../../src/accounts/till/till.ts'
import { JOB_KINDS } from '../../src/app/job-kinds.ts'
import type { BacktestAnswer, BacktestItem } from '../../src/backtests/admin-api/schema.ts'
import type { JobKinds } from '../../src/jobs/define.ts'
import { takeTurn } from '../../src/jobs/take-turn.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import type { Cells } from '../../src/tenancy/cells.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import type { Manager, SendOptions } from '../support/admin.ts'

/** In bytes, for what writes files. */
const ROOM = 1_000_000_000

interface Api {
  readonly cells: Cells
  readonly now: number
}

/** One turn of a merchant's jobs, without a worker. Files are written where the database can seal. */
export async function takeOneTurn(
  api: Api,
  tenantId: number,
  kinds: JobKinds = JOB_KINDS,
  database: Database = api.cells.of({ cell: MAIN_CELL }),
): Promise<void> {
  const tenant = await api.cells.directory.read([], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  await takeTurn(
    {
      ...{ kinds, database, clock: () => api.now },
      signal: new AbortController().signal,
      pace: (page) => page(0),
      tillBeside: () => createTill({ database, clock: () => api.now }),
      fileRoom: async () => ({ quotas: { ofTenant: ROOM, ofCell: ROOM }, bytesOfCell: 0 }),
      directory: api.cells.directory,
      zones: () => api.cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId)),
      onFailure(_job, error) {
        throw error
      },
    },
    tenant,
  )
}

/** Starts a backtest, takes its turns and answers what it came to. */
export async function triedOut(
  api: Api,
  manager: Manager,
  body: object,
  options?: SendOptions,
): Promise<BacktestAnswer & { readonly result: NonNullable<BacktestAnswer['result']> }> {
  const { id } = (await manager.done<BacktestItem>('POST', '/backtests', body, options)).body
  for (let turns = 0; turns < 1_000; turns += 1) {
    const found = (await manager.done<BacktestAnswer>('GET', `/backtests/${id}`, undefined, options)).body
    if (found.state === 'done' && found.result) return { ...found, result: found.result }
    if (found.state === 'failed') throw new Error(found.problem?.message)
    await takeOneTurn(api, manager.shop.tenantId)
  }
  throw new Error('the backtest never ends')
}
