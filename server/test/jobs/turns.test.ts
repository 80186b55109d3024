/**
 * Jobs as a worker takes their turns: src/jobs/take-turn.ts, src/worker/turns.ts.
 *
 * `JOB_ROWS=1000000 npm test -- jobs/turns` counts to a million and prints how long the longest transaction was open.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Job, JobState } from '../../src/jobs/job.ts'
import { closeMerchant, resumeMerchant, suspendMerchant } from '../../src/operating/manage.ts'
import { COMMAND_LINE } from '../../src/operating/operator.ts'
import { patient } from '../support/patience.ts'
import { until, type WorkerProcess } from '../support/workers.ts'
import { useJobs } from './jobs-at-work.ts'
import { countJob, linesJob } from './kinds.ts'

const ROWS = Number(process.env.JOB_ROWS ?? 60_000)
const TRANSACTION_MAX_MS = 500
const LOOK_EVERY_MS = 50

const jobs = useJobs()
let worker: WorkerProcess
beforeAll(async () => {
  worker = await jobs.startWorker()
})

async function untilState(job: Job, state: JobState): Promise<Job> {
  await until(async () => (await jobs.find(job)).state === state)
  return jobs.find(job)
}

/** How many numbers a job has written down, and the last of them. */
async function numbersOf({ tenantId, id }: Job, table: 'counted' | 'line') {
  const [row] = await jobs.reader.query<{ count: number; last: number | null }>(
    `select count(*)::int as count, max(number) as last from ${table} where tenant_id = $1 and job_id = $2`,
    [tenantId, id],
  )
  return row
}

/** Turns that the jobs of each merchant have begun, all at one moment. */
async function turnsOf(started: readonly Job[]): Promise<number[]> {
  const rows = await jobs.reader.query<{ turns: number }>(
    'select sum(lease_number)::int as turns from job where id = any ($1) group by tenant_id order by tenant_id',
    [started.map(({ id }) => id)],
  )
  return rows.map(({ turns }) => turns)
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

describe('a job', () => {
  it('goes on page by page until it is done, and keeps its result for as long as its kind says', async () => {
    const tenantId = await jobs.openTenant()
    const job = await jobs.start(tenantId, countJob, { to: 100_000 })
    expect(job).toMatchObject({ state: 'queued', startedAt: null, done: 0, byActor: 'person:7' })
    const done = await untilState(job, 'done')
    expect(done).toMatchObject({ done: 100_000, total: 100_000, result: { sum: 5_000_050_000 }, failures: 0 })
    expect(done.expiresAt).toBe((done.finishedAt ?? 0) + 7 * 86_400_000)
    expect(await numbersOf(job, 'counted')).toEqual({ count: 100_000, last: 100_000 })
  })

  it('that only reads writes with its checkpoint', async () => {
    const job = await jobs.start(await jobs.openTenant(), linesJob, { lines: 20_000 })
    await untilState(job, 'done')
    expect(await numbersOf(job, 'line')).toEqual({ count: 20_000, last: 20_000 })
  })
})

it('a job is deleted when its result was kept for long enough', async () => {
  const tenantId = await jobs.openTenant()
  const [old, fresh] = [
    await jobs.start(tenantId, countJob, { to: 1 }),
    await jobs.start(tenantId, countJob, { to: 1 }),
  ]
  await untilState(old, 'done')
  await untilState(fresh, 'done')
  await jobs.reader.query(`update job set expires_at = now() - interval '1 s' where id = $1`, [old.id])
  await jobs.reader.query(`select queue_job('hourly', '{}', 'hourly of a test')`)
  await until(async () => (await jobs.reader.query('select from job where id = $1', [old.id])).length === 0)
  expect(await jobs.find(fresh)).toMatchObject({ state: 'done' })
})

describe('pausing, resuming and cancelling', () => {
  it('take effect within three seconds, and go on where it was in another process', async () => {
    const job = await jobs.start(await jobs.openTenant(), countJob, { to: 3_000, rows: 10, pageMs: 50 })
    await until(async () => (await jobs.find(job)).done > 0)
    await jobs.change(job, 'pause')
    expect(await msOf(() => untilState(job, 'paused'))).toBeLessThan(patient(3_000))
    const paused = await jobs.find(job)
    expect(paused).toMatchObject({ wish: 'none', finishedAt: null })
    expect(await numbersOf(job, 'counted')).toEqual({ count: paused.done, last: paused.done })
    // Nothing goes on while it is paused.
    await sleep(1_000)
    expect(await jobs.find(job)).toEqual(paused)

    await worker.stop()
    worker = await jobs.startWorker()
    await jobs.change(job, 'resume')
    expect(await msOf(() => until(async () => (await jobs.find(job)).done > paused.done))).toBeLessThan(
      patient(3_000),
    )
    await jobs.change(job, 'cancel')
    expect(await msOf(() => untilState(job, 'cancelled'))).toBeLessThan(patient(3_000))
    // What its kind discards is gone.
    expect(await numbersOf(job, 'counted')).toEqual({ count: 0, last: null })
    await expect(jobs.change(job, 'resume')).rejects.toThrow('cancelled')
  })
})

describe('a worker that is killed', () => {
  it('leaves its job to another one, which goes on within 30 s', { timeout: 120_000 }, async () => {
    const job = await jobs.start(await jobs.openTenant(), countJob, { to: 300, rows: 10, pageMs: 200 })
    await until(async () => (await jobs.find(job)).done > 0)
    const ended = once(worker.child, 'exit')
    worker.child.kill('SIGKILL')
    await ended
    const left = await jobs.find(job)
    expect(left).toMatchObject({ state: 'running' })
    const tookMs = await msOf(async () => {
      worker = await jobs.startWorker()
      await until(async () => (await jobs.find(job)).done > left.done)
    })
    process.stderr.write(`a job went on ${(tookMs / 1_000).toFixed(1)} s after its worker was killed\n`)
    expect(tookMs).toBeLessThan(patient(30_000))
    await untilState(job, 'done')
    expect(await numbersOf(job, 'counted')).toEqual({ count: 300, last: 300 })
  })
})

describe('a turn whose line is gone', () => {
  it('is queued anew', async () => {
    await worker.stop()
    const job = await jobs.start(await jobs.openTenant(), countJob, { to: 100 })
    await jobs.reader.query(`delete from graphile_worker._private_job_queues where queue_name = $1`, [
      `tenant-${job.tenantId}`,
    ])
    worker = await jobs.startWorker()
    await untilState(job, 'done')
  })
})

describe('a page that fails', () => {
  it('is repeated after a while, undone, and the fifth failure in a row makes the job fail', async () => {
    const job = await jobs.start(await jobs.openTenant(), countJob, { to: 50, failsAt: 20, rows: 10 })
    await until(async () => (await jobs.find(job)).failures === 2)
    const failing = await jobs.find(job)
    expect(failing).toMatchObject({ state: 'queued', done: 10, problem: null })
    expect(await numbersOf(job, 'counted')).toEqual({ count: 10, last: 10 })
    // Half a minute each: as if they had passed.
    await jobs.reader.query(`update job set failures = 4, turn_at = now() - interval '1 h' where id = $1`, [
      job.id,
    ])
    const failed = await untilState(job, 'failed')
    expect(failed).toMatchObject({ done: 10, failures: 5, problem: { reason: 'failed-repeatedly' } })
    const told = worker.complaints.filter((line) => line.includes(String(failed.problem?.requestId)))
    expect(told.join()).toContain('out of order')
  })

  it('of one job does not delay another job of the merchant', async () => {
    const tenantId = await jobs.openTenant()
    const failing = await jobs.start(tenantId, countJob, { to: 50, failsAt: 1 })
    await until(async () => (await jobs.find(failing)).failures > 0)
    const quick = await jobs.start(tenantId, countJob, { to: 50 })
    expect(await msOf(() => untilState(quick, 'done'))).toBeLessThan(patient(5_000))
    await jobs.change(failing, 'cancel')
  })
})

describe('merchants', () => {
  it('have equal turns, and a job of one page waits for one round', { timeout: 180_000 }, async () => {
    const tenants = await Promise.all(Array.from({ length: 10 }, () => jobs.openTenant()))
    // One of them has three jobs: its turns are shared by them.
    const many = await Promise.all(
      tenants.map((id) => jobs.start(id, countJob, { to: 1_000_000, rows: 5, pageMs: 200 })),
    )
    const [first = 0] = tenants
    const more = await Promise.all(
      [1, 2].map(() => jobs.start(first, countJob, { to: 1_000_000, rows: 5, pageMs: 200 })),
    )
    await until(async () => (await turnsOf(many)).every((turns) => turns > 0))
    let widest = 0
    const perTenant = () => turnsOf([...many, ...more])
    // On a busy machine the first have had turns before the last was started.
    const before = await perTenant()
    const watchedUntil = performance.now() + 25_000
    while (performance.now() < watchedUntil) {
      const turns = (await perTenant()).map((count, index) => count - (before[index] ?? 0))
      const width = Math.max(...turns) - Math.min(...turns)
      widest = Math.max(widest, width)
      await sleep(100)
    }
    // What is scheduled goes on beside them.
    await jobs.reader.query('delete from morning where tenant_id = any ($1)', [tenants])
    const dailyMs = await msOf(async () => {
      for (const id of tenants)
        await jobs.reader.query(`select queue_job('daily', $1, $2)`, [{ tenant: id }, `daily ${id}`])
      const mornings = () => jobs.reader.query('select from morning where tenant_id = any ($1)', [tenants])
      await until(async () => (await mornings()).length === tenants.length)
    })
    expect(dailyMs).toBeLessThan(patient(10_000))
    const asked = (await perTenant()).reduce((sum, one) => sum + one, 0)
    const eleventh = await jobs.start(await jobs.openTenant(), countJob, { to: 10 })
    const tookMs = await msOf(() => untilState(eleventh, 'done'))
    const turnsMeanwhile = (await perTenant()).reduce((sum, one) => sum + one, 0) - asked
    process.stderr.write(
      `turns of ten merchants differed by ${widest} at most; ten daily runs took ${(dailyMs / 1_000).toFixed(1)} s; the eleventh was done after ${turnsMeanwhile} turns of others, ${(tookMs / 1_000).toFixed(1)} s\n`,
    )
    expect(widest).toBeLessThanOrEqual(1)
    expect(turnsMeanwhile).toBeLessThanOrEqual(11)
    expect(tookMs).toBeLessThan(patient(11 * 2_400 + 3_000))
    await Promise.all([...many, ...more].map((job) => jobs.change(job, 'cancel')))
  })

  it('that are deleted take their jobs along, also one in a turn', async () => {
    const tenantId = await jobs.openTenant()
    const job = await jobs.start(tenantId, countJob, { to: 100_000, rows: 10, pageMs: 100 })
    await until(async () => (await jobs.find(job)).done > 0)
    // As `punchcard tenant delete` does: from here on the worker does not know the merchant, and its rows go.
    await jobs.reader.query(`update tenant set state = 'deleting', delete_after = now() where id = $1`, [
      tenantId,
    ])
    await jobs.reader.query('delete from job where tenant_id = $1', [tenantId])
    const turns = () =>
      jobs.reader.query(`select from graphile_worker._private_jobs where key = 'tenant-' || $1::bigint`, [
        tenantId,
      ])
    await until(async () => (await turns()).length === 0)
    const written = await numbersOf(job, 'counted')
    await sleep(1_000)
    expect(await numbersOf(job, 'counted')).toEqual(written)
  })

  it('that are suspended wait, and those that are closed only read', async () => {
    const [suspended, closed] = [await jobs.openTenant(), await jobs.openTenant()]
    const { directory } = jobs.cells
    const done = { by: COMMAND_LINE, now: Date.now() }
    await directory.transaction([suspended], (tx) => suspendMerchant(tx, suspended, 'late', done))
    await directory.transaction([closed], (tx) =>
      closeMerchant(tx, closed, { reason: null, graceDays: 30 }, done),
    )
    const waits = await jobs.start(suspended, linesJob, { lines: 10 })
    const writes = await jobs.start(closed, countJob, { to: 10 })
    const reads = await jobs.start(closed, linesJob, { lines: 10 })
    await untilState(reads, 'done')
    expect(await jobs.find(waits)).toMatchObject({ state: 'queued', leaseNumber: 0 })
    expect(await jobs.find(writes)).toMatchObject({ state: 'queued', leaseNumber: 0 })
    // As four turns in a row have left it that ended with their worker, and a fifth.
    const deadly = await jobs.start(suspended, countJob, { to: 10 })
    await jobs.reader.query('update job set state = 1, failures = 4 where id = $1', [deadly.id])
    await directory.transaction([suspended], (tx) => resumeMerchant(tx, suspended, done))
    expect(await msOf(() => untilState(waits, 'done'))).toBeLessThan(patient(30_000))
    expect(await untilState(deadly, 'failed')).toMatchObject({ failures: 5, done: 0 })
  })
})

it(`no transaction of a job over ${ROWS} rows is open for longer than half a second`, {
  timeout: 600_000,
}, async () => {
  const job = await jobs.start(await jobs.openTenant(), countJob, { to: ROWS })
  let longestMs = 0
  let looks = 0
  while ((await jobs.find(job)).state !== 'done') {
    const [row] = await jobs.reader.query<{ ms: number | null }>(
      `select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float as ms from pg_stat_activity
      where datname = current_database() and application_name like 'punchcard work%' and xact_start is not null`,
    )
    longestMs = Math.max(longestMs, row?.ms ?? 0)
    looks += 1
    await sleep(LOOK_EVERY_MS)
  }
  process.stderr.write(
    `of ${looks} looks, the longest transaction was open for ${Math.round(longestMs)} ms\n`,
  )
  expect(longestMs).toBeLessThan(patient(TRANSACTION_MAX_MS))
  expect(await numbersOf(job, 'counted')).toEqual({ count: ROWS, last: ROWS })
})
