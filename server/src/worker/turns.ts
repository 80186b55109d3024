import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskList, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { createTill, type Till } from '../accounts/till/till.ts'
import { tenantsServed } from '../app/cells.ts'
import { TURN_CONNECTIONS } from '../app/connections.ts'
import { bytesOfCell } from '../app/file-room.ts'
import type { TenantId } from '../contract/ids.ts'
import type { JobKinds } from '../jobs/define.ts'
import type { FileQuotas } from '../jobs/rules/file-quota.ts'
import { nextTurnAt } from '../jobs/rules/take-turns.ts'
import { findWaitingJobs, queueTurn } from '../jobs/store/jobs.ts'
import { takeTurn } from '../jobs/take-turn.ts'
import { REWARDS_DUE } from '../orders/due.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { onceEvery } from '../platform/once-every.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { findTenant } from '../tenancy/store/tenants.ts'
import { findTimeZones } from '../tenancy/store/zones.ts'
import type { JobsMeasured } from './jobs-metrics.ts'
import { type Pace, PacedLanes } from './pace.ts'
import { startQueue } from './queue.ts'

const TURN = 'turn'
/** How soon a job goes on whose worker was killed. */
const TEND_EVERY_MS = 2_000
/** How soon a merchant that was resumed has a turn, and one whose place in the line was lost. */
const LOOK_FOR_WAITING_EVERY_MS = 10_000
/** A turn has two seconds: a worker that has held one for so long is stopped or hangs, and its save changes nothing. */
const HELD_MAX_SECONDS = 25
/** So long a worker may take to show that it lives after it has taken its first turn. */
const UNKNOWN_MAX_SECONDS = 5
/** The upper half of the locks by which workers that take turns are known to live. */
const TURNS_CLASS = 0x70_74
/** The library asks for a new turn as soon as one has ended; this is for turns that become due later. */
const POLL_MS = 500
const COUNT_FILES_EVERY_MS = 1_000
/** A command that needs one of a batch's accounts waits for the whole batch. */
const BATCH_BESIDE_OTHERS = 40

export interface TurnsOptions {
  readonly cells: Cells
  readonly cell: string
  readonly url: string
  readonly log: Logger
  readonly clock: Clock
  readonly kinds: JobKinds
  readonly quotas: FileQuotas
  readonly lanes: number
  readonly pace: Pace
  /** Of the cell's other queue, for what is done beside the turns. */
  readonly pool: pg.Pool
  readonly signal: AbortSignal
  readonly measured: JobsMeasured
}

/**
 * Takes the turns of a cell's jobs until it is stopped. It has slots of its own: two long jobs would otherwise stop every
 * merchant's daily run.
 */
export async function runTurns(options: TurnsOptions): Promise<{ stop(): Promise<void> }> {
  const { url, log, lanes, signal } = options
  const turns = new Turns(options)
  const queue = await startQueue({
    ...{ url, log, schedule: [], tasks: turns.tasks(), concurrency: lanes },
    connections: TURN_CONNECTIONS,
    pollMs: POLL_MS,
    events: turns.events,
  })
  const ending = new AbortController()
  const tending = turns.tendUntil(AbortSignal.any([signal, ending.signal]))
  return {
    async stop() {
      ending.abort()
      await Promise.all([tending, queue.stop()])
    },
  }
}

/** Of the jobs of a cell that run commands: all of it while nothing else is at work, and else one lane of small batches. */
function tillsBeside({ cells, cell, clock }: TurnsOptions): (others: number) => Till {
  const options = { database: cells.of({ cell }), clock, ...REWARDS_DUE }
  const alone = createTill(options)
  const beside = createTill({ ...options, lanes: 1, batchMax: BATCH_BESIDE_OTHERS })
  return (others) => (others > 0 ? beside : alone)
}

class Turns {
  readonly events = new EventEmitter() as WorkerEvents
  readonly #options: TurnsOptions
  readonly #lanes: PacedLanes
  /** The tenants whose turns this process is in. */
  readonly #atWork = new Set<TenantId>()
  #poolId = ''
  #lookedAt = Number.NEGATIVE_INFINITY
  readonly #bytesOfCell: () => Promise<number>
  readonly #tillBeside: (others: number) => Till

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#lanes = new PacedLanes(options.pace, options.lanes)
    const { cells, cell } = options
    this.#tillBeside = tillsBeside(options)
    // Each page adds a part: reading it anew for each would cost as much as the page, and a second is a few parts.
    this.#bytesOfCell = onceEvery(COUNT_FILES_EVERY_MS, monotonicClock, () => bytesOfCell(cells, cell))
    this.events.on('pool:listen:success', ({ workerPool, client }) => {
      this.#poolId = workerPool.id
      // On the connection that listens, because it lives as long as the worker, and after it has begun to listen. Without
      // the lock, the turns of this worker are taken over by others.
      client.once('drain', () => {
        client
          .query('select pg_advisory_lock($1, hashtext($2))', [TURNS_CLASS, workerPool.id])
          .catch(() => {})
      })
    })
  }

  tasks(): TaskList {
    return { [TURN]: (payload) => this.#take((payload as { tenant: TenantId }).tenant) }
  }

  async #take(tenantId: TenantId): Promise<void> {
    const { cells, cell, log, measured, quotas } = this.#options
    const tenant = await cells.directory.read([], (tx) => findTenant(tx, tenantId))
    // A tenant that has left is served where it is now. One that is suspended waits until a look finds it resumed.
    if (tenant?.cell !== cell || !['active', 'closed'].includes(tenant.standing.state)) return
    this.#atWork.add(tenantId)
    try {
      await takeTurn(
        {
          ...this.#options,
          database: cells.of(tenant),
          directory: cells.directory,
          pace: this.#lanes.run,
          tillBeside: this.#tillBeside,
          fileRoom: async () => ({ quotas, bytesOfCell: await this.#bytesOfCell() }),
          zones: () => cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId)),
          onPage: (kind, seconds) => measured.pageSeconds.observe({ cell, kind }, seconds),
          onFailure(job, error, requestId) {
            measured.failures.inc({ cell, kind: job.kind })
            const about = { tenant: tenantId, job: job.id, kind: job.kind, requestId }
            log.error({ err: error, ...about }, 'a page of a job failed')
          },
        },
        tenant,
      )
    } finally {
      this.#atWork.delete(tenantId)
    }
  }

  async tendUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#freeTurns()
        if (monotonicClock() - this.#lookedAt > LOOK_FOR_WAITING_EVERY_MS) await this.#queueWaiting()
      } catch (error) {
        this.#options.log.warn({ reason: (error as Error).message }, 'turns of jobs could not be tended')
      }
      await sleep(TEND_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }

  /**
   * Frees turns of workers that were killed or are stopped, and turns of this worker whose end could not be saved. They
   * are deleted and queued anew: a late worker's library deletes its turn by number, also when another worker has it.
   */
  async #freeTurns(): Promise<void> {
    const { pool, log } = this.#options
    const client = await pool.connect()
    try {
      const limits = [HELD_MAX_SECONDS, UNKNOWN_MAX_SECONDS]
      const tenants = await freeTurns(client, [TURN, ...limits, TURNS_CLASS, this.#poolId, [...this.#atWork]])
      if (tenants.length > 0) log.warn({ tenants }, 'turns of jobs that were cut off go on')
    } finally {
      client.release()
    }
  }

  async #queueWaiting(): Promise<void> {
    const { cells, cell, clock, pool } = this.#options
    const ids = (await tenantsServed(cells, cell)()).map(({ id }) => id)
    const database = cells.of({ cell })
    const waiting = await database.read(ids, (tx) => findWaitingJobs(tx, ids))
    const byTenant = Map.groupBy(waiting, ({ tenantId }) => tenantId)
    const { rows } = await pool.query<{ key: string }>(FIND_PLACES, [[...byTenant.keys()].map(placeOf)])
    const places = new Set(rows.map(({ key }) => key))
    for (const [tenantId, jobs] of byTenant) {
      // A merchant that is in a turn gets its next place at the end of it, not earlier.
      if (places.has(placeOf(tenantId))) continue
      const now = clock()
      const at = nextTurnAt(jobs, now) ?? now
      await database.transaction([tenantId], (tx) => queueTurn(tx, tenantId, at - now))
    }
    await deleteLines(pool)
    this.#lookedAt = monotonicClock()
  }
}

/** No worker takes it. */
const HAS_NO_LINE = `not exists (
    select from graphile_worker._private_job_queues as line where line.id = turn.job_queue_id
  )`

/** Rows without a key are turns that the next one has replaced while they ran: what a kill has left of them. */
const DELETE_TURNS = `
  with alive as materialized (
    select objid::bigint as worker from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted and classid = $4::int::oid
      and database = (select oid from pg_database where datname = current_database())
  )
  delete from graphile_worker._private_jobs as turn
  using graphile_worker._private_tasks as task
  where task.identifier = $1 and turn.task_id = task.id and (
    (turn.locked_at is null and (turn.key is null or turn.attempts >= turn.max_attempts or ${HAS_NO_LINE}))
    or turn.locked_at < now() - $2 * interval '1 s'
    or (turn.locked_at < now() - $3 * interval '1 s' and case
      when turn.locked_by = $5 then not (turn.payload ->> 'tenant')::bigint = any ($6::bigint[])
      else not exists (select from alive where worker = (hashtext(turn.locked_by)::bigint & 4294967295))
    end)
  )
  returning (turn.payload ->> 'tenant')::bigint as tenant, turn.locked_at is not null as "isHeld"`

const UNLOCK_LINES = `
  update graphile_worker._private_job_queues as line set locked_at = null, locked_by = null
  where line.queue_name like 'tenant-%' and line.locked_at is not null and not exists (
    select from graphile_worker._private_jobs as turn where turn.job_queue_id = line.id and turn.locked_at is not null
  )`

const FIND_PLACES = 'select key from graphile_worker._private_jobs where key = any ($1)'

/** As `queue_turn` calls it. */
function placeOf(tenantId: TenantId): string {
  return `tenant-${tenantId}`
}

/** Of merchants without a turn: each look for a turn locks all lines that are there. */
const DELETE_LINES = `
  delete from graphile_worker._private_job_queues as line
  where line.queue_name like 'tenant-%' and line.locked_at is null and not exists (
    select from graphile_worker._private_jobs as turn where turn.job_queue_id = line.id
  )`

/** As `queue_turn` holds it, shared, from before it looks for the line until its turn is there. */
const LOCK_LINES = `select pg_try_advisory_xact_lock(hashtext('lines of turns'), 0) as "isLocked"`

/** While nothing is queued, because a turn that is being queued counts on its line. Otherwise the next look does it. */
async function deleteLines(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await inOneTransaction(client, async () => {
      const { rows } = await client.query<{ isLocked: boolean }>(LOCK_LINES)
      if (rows[0]?.isLocked) await client.query(DELETE_LINES)
    })
  } finally {
    client.release()
  }
}

async function inOneTransaction<Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

interface FreedTurn {
  readonly tenant: string
  readonly isHeld: boolean
}

/** In one transaction: a turn is never gone without being queued anew. */
function freeTurns(client: pg.PoolClient, values: readonly unknown[]): Promise<number[]> {
  return inOneTransaction(client, async () => {
    const { rows } = await client.query<FreedTurn>(DELETE_TURNS, [...values])
    const held = rows.filter(({ isHeld }) => isHeld).map(({ tenant }) => Number(tenant))
    if (held.length > 0) {
      await client.query(UNLOCK_LINES)
      await client.query('select queue_turn(tenant, now()) from unnest($1::bigint[]) as freed (tenant)', [
        held,
      ])
    }
    return held
  })
}
