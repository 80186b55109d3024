import { HeldUpError } from '../accounts/till/side-lane.ts'
import type { TenantId } from '../contract/ids.ts'
import { Batcher } from '../platform/batcher.ts'
import type { Logger } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isUnavailable } from '../platform/postgres/failures.ts'
import type { Tracer } from '../platform/tracing/tracer.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'

export interface WatchedOptions {
  readonly cells: Cells
  readonly log: Logger
  readonly metrics: Metrics
  readonly tracer?: Tracer | undefined
}

export function watchTill(options: WatchedOptions, name = 'till') {
  return {
    ...watchBatches(options, name),
    onAwardsFailure(err: unknown, { id }: Tenant, customer: string) {
      // Another transaction is at it, or the database is away: it is given a little later.
      if (err instanceof HeldUpError || isUnavailable(err)) return
      options.log?.error({ err, tenant: id, customer }, 'a reward that is due could not be given')
    },
  }
}

function watchBatches({ metrics, tracer }: WatchedOptions, batcher: string) {
  return {
    trace: tracer && { tracer, batcher },
    onBatch(size: number, waitedMs: number) {
      metrics.batchSize.observe({ batcher }, size)
      metrics.batchWaitSeconds.observe({ batcher }, waitedMs / 1_000)
    },
    onBatchDone(tookMs: number) {
      metrics.batchSeconds.observe({ batcher }, tookMs / 1_000)
    },
  }
}

/** Batches of reads at the same time from one database: two keep Node and PostgreSQL both busy. */
const READ_LANES = 2
const READ_BATCH_MAX = 100
const READ_WAITING_MAX = 10_000

interface Lanes {
  readonly lanes?: number
  /** How a lane makes way for others after a batch. */
  readonly restOf?: (cell: string) => (tookMs: number) => Promise<void>
}

export function batcherOfEachCell<Input extends { readonly tenantId: TenantId }, Output>(
  options: WatchedOptions,
  name: string,
  run: (database: Database, inputs: readonly Input[]) => Promise<readonly Output[]>,
  { lanes = READ_LANES, restOf }: Lanes = {},
): (cell: string) => Batcher<Input, Output> {
  const batchers = new Map<string, Batcher<Input, Output>>()
  return (cell) => {
    let batcher = batchers.get(cell)
    if (!batcher) {
      const database = options.cells.of({ cell })
      batcher = new Batcher({
        lanes,
        rest: restOf?.(cell),
        batchMax: READ_BATCH_MAX,
        waitingMax: READ_WAITING_MAX,
        groupOf: ({ tenantId }) => tenantId,
        run: (inputs) => run(database, inputs),
        ...watchBatches(options, name),
      })
      batchers.set(cell, batcher)
    }
    return batcher
  }
}
