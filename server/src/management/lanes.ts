import { AsyncLocalStorage } from 'node:async_hooks'
import type { Weight } from '../contract/admin-api/operation.ts'
import { tooManyRequests } from '../contract/admin-api/texts.ts'
import { ProblemError } from '../contract/problem.ts'
import { FairQueue, QueueRefusedError } from '../platform/fair-queue.ts'
import { type Metrics, measureAdminQueues } from '../platform/metrics.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Cells, UnknownCellError } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/** Of the four connections for each cell a merchant has three at most, so that another one always finds one. */
const ALL = { atOnce: 4, perGroup: 3, waitingMax: 128, groupWaitingMax: 32, waitMs: 2_000 }
/** Two of them never do heavy work. */
const HEAVY = { atOnce: 2, perGroup: 1, waitingMax: 128, groupWaitingMax: 4, waitMs: 10_000 }
/** How long a statement may take. */
const STATEMENT_MS: Readonly<Record<Weight, number>> = { light: 2_000, heavy: 5_000 }
/** When a merchant whose heavy work fills its queue should come back. */
const HEAVY_RETRY_SECONDS = 5

interface Lanes {
  readonly all: FairQueue
  readonly heavy: FairQueue
  readonly database: Database
}

/**
 * Gives merchants their turns at the connections of the management API, so that one that floods it delays only itself.
 * The directory is not waited for here: signing in never depends on what another merchant does in a cell.
 */
export class AdminLanes {
  readonly #lanes: ReadonlyMap<string, Lanes>
  readonly #weights = new AsyncLocalStorage<Weight>()
  readonly #metrics: Metrics | null
  /** The same cells, whose databases wait for a merchant's turn. */
  readonly cells: Cells

  constructor(cells: Cells, metrics: Metrics | null) {
    this.#metrics = metrics
    this.#lanes = new Map(
      [...cells.all].map(([cell, database]) => {
        const all = new FairQueue(ALL)
        return [cell, { all, heavy: new FairQueue(HEAVY), database: this.#inTurns(database, all) }]
      }),
    )
    this.cells = {
      ...cells,
      of: ({ cell }) => this.#lanesOf(cell).database,
      all: new Map([...this.#lanes].map(([cell, { database }]) => [cell, database])),
    }
    if (metrics) {
      const waiting = (name: 'all' | 'heavy') => () =>
        [...this.#lanes.values()].reduce((sum, lanes) => sum + lanes[name].waiting, 0)
      measureAdminQueues(metrics, { light: waiting('all'), heavy: waiting('heavy') })
    }
  }

  /** Does the work of a request; if it is heavy, when its merchant has its turn. */
  run<Result>(weight: Weight, tenant: Tenant | null, work: () => Promise<Result>): Promise<Result> {
    const weighed = () => this.#weights.run(weight, work)
    if (weight === 'light' || tenant === null) return weighed()
    return this.#wait('heavy', () => this.#lanesOf(tenant.cell).heavy.run(tenant.id, weighed))
  }

  /** Before the body of a heavy request is read, which may be a megabyte: its merchant has too many waiting already. */
  async refuseIfFull(weight: Weight, tenant: Tenant | null): Promise<void> {
    if (weight === 'light' || tenant === null) return
    await this.#wait('heavy', async () => this.#lanesOf(tenant.cell).heavy.refuseIfFull(tenant.id))
  }

  #lanesOf(cell: string): Lanes {
    const lanes = this.#lanes.get(cell)
    if (!lanes) throw new UnknownCellError(cell)
    return lanes
  }

  #inTurns(database: Database, queue: FairQueue): Database {
    const limited = {
      light: database.limited(STATEMENT_MS.light),
      heavy: database.limited(STATEMENT_MS.heavy),
    }
    const weight = (): Weight => this.#weights.getStore() ?? 'light'
    const inTurn = <Result>(tenants: readonly number[], work: (now: Database) => Promise<Result>) =>
      this.#wait(weight(), () => queue.run(tenants[0] ?? 0, () => work(limited[weight()])))
    return {
      ...database,
      read: (tenants, work) => inTurn(tenants, (now) => now.read(tenants, work)),
      transaction: (tenants, work) => inTurn(tenants, (now) => now.transaction(tenants, work)),
      // What is tried out comes in batches, of light and heavy requests together.
      transactionOfBatch: (tenants, work, lockTimeoutMs) =>
        inTurn(tenants, () => limited.heavy.transactionOfBatch(tenants, work, lockTimeoutMs)),
    }
  }

  /** A queue that refuses is counted; that of a merchant's own heavy work says so. */
  async #wait<Result>(weight: Weight, run: () => Promise<Result>): Promise<Result> {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof QueueRefusedError) || counted.has(error)) throw error
      counted.add(error)
      this.#metrics?.adminRefusals.inc({ weight, why: error.why })
      if (weight === 'heavy' && error.why === 'groupFull') {
        throw new ProblemError(tooManyRequests(HEAVY_RETRY_SECONDS))
      }
      throw error
    }
  }
}

/** Refusals that were counted where they were met first. */
const counted = new WeakSet<QueueRefusedError>()
