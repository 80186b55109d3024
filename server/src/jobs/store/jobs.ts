import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { FILE_STATES } from '../file.ts'
import { JOB_STATES, type Job, type JobProblem, type JobState, WISHES, type Wish } from '../job.ts'
import { OPEN_JOBS_MAX } from '../rules/change-job.ts'

const DONE = JOB_STATES.indexOf('done')
const FAILED = JOB_STATES.indexOf('failed')

interface JobRow {
  tenant_id: TenantId
  id: number
  kind: string
  state: number
  wish: number
  input: unknown
  checkpoint: unknown
  done: number
  total: number | null
  result: unknown
  problem: JobProblem | null
  by_actor: string
  by_label: string
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  expires_at: Date | null
  failures: number
  turn_at: Date
  lease_number: number
  erased_at: Date | null
}

function jobOf(row: JobRow): Job {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    kind: row.kind,
    state: JOB_STATES[row.state] ?? 'failed',
    wish: WISHES[row.wish] ?? 'none',
    input: row.input,
    checkpoint: row.checkpoint,
    done: row.done,
    total: row.total,
    result: row.result,
    problem: row.problem,
    byActor: row.by_actor,
    byLabel: row.by_label,
    createdAt: row.created_at.getTime(),
    startedAt: row.started_at?.getTime() ?? null,
    finishedAt: row.finished_at?.getTime() ?? null,
    expiresAt: row.expires_at?.getTime() ?? null,
    failures: row.failures,
    turnAt: row.turn_at.getTime(),
    leaseNumber: row.lease_number,
    erasedAt: row.erased_at?.getTime() ?? null,
  }
}

/** As JSON, or null where there is nothing: `null` as JSON would be a checkpoint of its own. */
function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

export interface NewJob {
  readonly kind: string
  readonly input: unknown
  readonly byActor: string
  readonly byLabel: string
  readonly now: Instant
}

export async function insertJob(tx: Tx, tenantId: TenantId, job: NewJob): Promise<Job> {
  const { rows } = await run(
    tx,
    sql<JobRow>`
    insert into job (tenant_id, kind, state, input, by_actor, by_label, created_at, turn_at)
    values (${tenantId}, ${job.kind}, 0, ${JSON.stringify(job.input ?? {})}::jsonb, ${job.byActor.slice(0, 100)},
      ${job.byLabel.slice(0, 250)}, ${instantToText(job.now)}, ${instantToText(job.now)})
    returning *`,
  )
  return onlyOne(rows)
}

function onlyOne(rows: readonly JobRow[]): Job {
  const [row] = rows
  if (!row) throw new Error('a job that was inserted is answered')
  return jobOf(row)
}

/**
 * Queued, running and paused ones. Two that are started at the same moment are counted one after the other: the lock is
 * held until the transaction ends.
 */
export async function countOpenJobs(tx: Tx, tenantId: TenantId): Promise<number> {
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('punchcard jobs of ' || ${tenantId}::text, 0))`,
  )
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select count(*)::int as count from job where tenant_id = ${tenantId} and state between 0 and 2`,
  )
  return rows[0]?.count ?? 0
}

export async function findJob(tx: Tx, tenantId: TenantId, id: number): Promise<Job | null> {
  const { rows } = await run(tx, sql<JobRow>`select * from job where tenant_id = ${tenantId} and id = ${id}`)
  return rows[0] ? jobOf(rows[0]) : null
}

export async function lockJob(tx: Tx, tenantId: TenantId, id: number): Promise<Job | null> {
  const { rows } = await run(
    tx,
    sql<JobRow>`select * from job where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return rows[0] ? jobOf(rows[0]) : null
}

/** In the order in which they are locked everywhere: those that may go on, so also paused ones, and failed ones. */
export async function lockUnfinishedJobs(tx: Tx, tenantId: TenantId): Promise<Job[]> {
  const { rows } = await run(
    tx,
    sql<JobRow>`
    select * from job
    where tenant_id = ${tenantId} and (state between 0 and 2 or state = ${FAILED}) order by tenant_id, id for update`,
  )
  return rows.map(jobOf)
}

/** A job that was locked, as it has become. What erasing a customer notes is left as it is, and answered. */
export async function saveJob(tx: Tx, job: Job): Promise<Pick<Job, 'erasedAt'>> {
  const { rows } = await run(
    tx,
    sql<Pick<JobRow, 'erased_at'>>`
    update job set state = ${JOB_STATES.indexOf(job.state)}, wish = ${WISHES.indexOf(job.wish)},
      checkpoint = ${json(job.checkpoint)}::jsonb, done = ${job.done}, total = ${job.total},
      result = ${json(job.result)}::jsonb, problem = ${json(job.problem)}::jsonb,
      started_at = ${instantToTextOrNull(job.startedAt)}, finished_at = ${instantToTextOrNull(job.finishedAt)},
      expires_at = ${instantToTextOrNull(job.expiresAt)}, failures = ${job.failures},
      turn_at = ${instantToText(job.turnAt)}, lease_number = ${job.leaseNumber}
    where tenant_id = ${job.tenantId} and id = ${job.id}
    returning erased_at`,
  )
  return { erasedAt: rows[0]?.erased_at?.getTime() ?? null }
}

/** A job that was locked. The first time counts. */
export async function markErased(
  tx: Tx,
  { tenantId, id }: Pick<Job, 'tenantId' | 'id'>,
  at: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    update job set erased_at = coalesce(erased_at, ${instantToText(at)}::timestamptz)
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

/** Of these merchants, those with open jobs during which a customer was erased before then. */
export async function tenantsWithErasedJobs(
  tx: Tx,
  tenantIds: readonly TenantId[],
  before: Instant,
): Promise<TenantId[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId }>`
    select distinct tenant_id from job
    where tenant_id = any (${tenantIds}::bigint[]) and state between 0 and 2 and erased_at <= ${instantToText(before)}`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

/**
 * What a turn has done, if it is still the newest one of its job: returns what is wished of the job now, and null where
 * another turn has taken over or the job is gone. The caller then undoes its transaction.
 */
export async function savePage(tx: Tx, job: Job): Promise<Wish | null> {
  const { rows } = await run(
    tx,
    sql<{ wish: number }>`
    update job set checkpoint = ${json(job.checkpoint)}::jsonb, done = ${job.done}, total = ${job.total},
      result = ${json(job.result)}::jsonb, failures = ${job.failures}
    where tenant_id = ${job.tenantId} and id = ${job.id} and lease_number = ${job.leaseNumber} and state = 1
    returning wish`,
  )
  const [row] = rows
  return row ? (WISHES[row.wish] ?? 'none') : null
}

export type WaitingJob = Pick<Job, 'tenantId' | 'id' | 'kind' | 'failures' | 'turnAt'>

/** Those that wait for a turn, also those whose worker was killed in one. */
export async function findWaitingJobs(tx: Tx, tenantIds: readonly TenantId[]): Promise<WaitingJob[]> {
  const { rows } = await run(
    tx,
    sql<Pick<JobRow, 'tenant_id' | 'id' | 'kind' | 'failures' | 'turn_at'>>`
    select waiting.* from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    cross join lateral (
      select tenant_id, id, kind, failures, turn_at from job
      where job.tenant_id = wanted.tenant_id and state < 2
      order by turn_at limit ${OPEN_JOBS_MAX}
    ) as waiting`,
  )
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    id: row.id,
    kind: row.kind,
    failures: row.failures,
    turnAt: row.turn_at.getTime(),
  }))
}

/** Puts the merchant into the line for a turn, unless it has an earlier place. */
export async function queueTurn(tx: Tx, tenantId: TenantId, delayMs: number): Promise<void> {
  await run(tx, sql`select queue_turn(${tenantId}, now() + ${delayMs} * interval '1 ms')`)
}

export interface JobFilter {
  /** Those that the caller may see. */
  readonly kinds: readonly string[]
  /** As people see it; null: any. */
  readonly state: JobState | null
  readonly belowId: number
  readonly limit: number
}

/** Newest first. */
export async function listJobs(tx: Tx, tenantId: TenantId, filter: JobFilter): Promise<Job[]> {
  const { kinds, state, belowId, limit } = filter
  const { rows } = await run(
    tx,
    sql<JobRow>`
    select * from job
    where tenant_id = ${tenantId} and id < ${belowId} and kind = any (${kinds}::text[])
      and (${state}::text is null or ${state} = case
        when state = 0 and started_at is not null then 'running'
        else (${[...JOB_STATES]}::text[])[state + 1] end)
    order by tenant_id desc, id desc limit ${limit}`,
  )
  return rows.map(jobOf)
}

/** Of these merchants, those that have jobs to delete. */
export async function tenantsWithExpiredJobs(
  tx: Tx,
  tenantIds: readonly TenantId[],
  before: Instant,
): Promise<TenantId[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId }>`
    select distinct tenant_id from job
    where tenant_id = any (${tenantIds}::bigint[]) and expires_at < ${instantToText(before)}`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

const FILE_COMPLETE = FILE_STATES.indexOf('complete')

/** Jobs of a kind that one actor has started and that were done lately, with a file to download; newest first. */
export async function findDoneWithFiles(
  tx: Tx,
  tenantId: TenantId,
  asked: {
    readonly kinds: readonly string[]
    readonly byActor: string
    readonly since: Instant
    readonly limit: number
  },
): Promise<Job[]> {
  const { rows } = await run(
    tx,
    sql<JobRow>`
    select * from job
    where tenant_id = ${tenantId} and kind = any (${asked.kinds}::text[]) and by_actor = ${asked.byActor} and state = ${DONE}
      and finished_at >= ${instantToText(asked.since)} and exists (
        select from file
        where file.tenant_id = job.tenant_id and file.job_id = job.id and file.state = ${FILE_COMPLETE}
      )
    order by id desc limit ${asked.limit}`,
  )
  return rows.map(jobOf)
}

/** Returns how many there were, at most `limit`. */
export async function deleteExpiredJobs(
  tx: Tx,
  tenantId: TenantId,
  before: Instant,
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    delete from job where tenant_id = ${tenantId} and id = any (array(
      select id from job where tenant_id = ${tenantId} and expires_at < ${instantToText(before)} limit ${limit}
    ))
    returning id`,
  )
  return rows.length
}

export interface JobCount {
  readonly kind: string
  readonly state: JobState
  readonly count: number
  /** Since when the one has waited that had no turn for the longest time; null: none is queued. */
  readonly queuedSince: Instant | null
}

export async function countJobs(tx: Tx, tenantIds: readonly TenantId[]): Promise<JobCount[]> {
  const { rows } = await run(
    tx,
    sql<{ kind: string; state: number; count: number; since: Date | null }>`
    select kind, state, count(*)::int as count, min(turn_at) filter (where state = 0) as since
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    cross join lateral (select kind, state, turn_at from job where job.tenant_id = wanted.tenant_id) as found
    group by kind, state`,
  )
  return rows.map(({ kind, state, count, since }) => ({
    kind,
    state: JOB_STATES[state] ?? 'failed',
    count,
    queuedSince: since?.getTime() ?? null,
  }))
}
