/**
 * Kills workers, servers and the database while they count and write lines, into a table and into a file: the count is right, each
 * line is there once, and the file has the octets that it has undisturbed. And
 * stops a worker in a page: another one finishes, and the first changes nothing when it goes on.
 *
 * `JOB_KILLS=200 JOB_ROWS=1000000 STOPPED_SECONDS=60 npm test -- test/faults/jobs` does all of it in full.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { octetsOf } from '../../src/jobs/files.ts'
import type { Job } from '../../src/jobs/job.ts'
import { filesOfJob } from '../../src/jobs/store/files.ts'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { type JobsOf, openJobs } from '../jobs/jobs-at-work.ts'
import { countJob, fileJob, linesJob } from '../jobs/kinds.ts'
import { startServe } from '../support/api-processes.ts'
import { patient } from '../support/patience.ts'
import { chanceOf } from '../support/seed.ts'
import { until, type WorkerProcess } from '../support/workers.ts'

const KILLS = Number(process.env.JOB_KILLS ?? 8)
const ROWS = Number(process.env.JOB_ROWS ?? 20_000)
/**
 * So that there is something to do at each kill: rows alone would be done before a worker has started, and on a busy
 * machine a server takes ten seconds to start again, which are 120 pages of one of three jobs.
 */
const SLOWLY = { rows: Math.ceil(ROWS / (KILLS * 120)), pageMs: 40 }
const STOPPED_MS = 1_000 * Number(process.env.STOPPED_SECONDS ?? 5)
/** Of so many kills, one is that of the database. */
const DATABASE_EVERY = 4

const KEY = makeSealingKey()
const SEALED = { PUNCHCARD_SECRETS_KEY: KEY }
const sealer = createSealer([Buffer.from(KEY, 'base64')])

const chance = chanceOf('Jobs')
let folder: string
let server: LocalPostgres
let jobs: JobsOf

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-jobs-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  server = await startLocalPostgres({ dataFolder: join(folder, 'data'), spareFolder: join(folder, 'spare') })
  const url = await createDatabase(server.url, 'punchcard')
  await migrate(url)
  jobs = await openJobs(url)
})
afterAll(async () => {
  await jobs?.close()
  await server?.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

async function kill({ child }: Pick<WorkerProcess, 'child'>): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** The database may be starting. */
async function find(job: Job): Promise<Job> {
  for (;;) {
    try {
      return await jobs.find(job)
    } catch {
      await sleep(100)
    }
  }
}

async function numbersOf({ tenantId, id }: Job, table: 'counted' | 'line') {
  await jobs.reader.close().catch(() => {})
  await jobs.reopen()
  const [row] = await jobs.reader.query(
    `select count(*)::int as count, min(number) as first, max(number) as last, sum(number)::bigint::text as sum
    from ${table} where tenant_id = $1 and job_id = $2`,
    [tenantId, id],
  )
  return row
}

/** Whether its file has the octets that it has undisturbed, and the hash of them. */
async function isWhole({ tenantId, id }: Job): Promise<{ sha256: boolean; octets: boolean }> {
  const database = jobs.cells.of({ cell: MAIN_CELL })
  const [file] = await database.read([tenantId], (tx) => filesOfJob(tx, tenantId, id))
  if (!file) throw new Error('there is no file')
  const [written, wanted] = [createHash('sha256'), createHash('sha256')]
  for await (const octets of octetsOf(database, sealer, file)) written.update(octets)
  for (let line = 1; line <= ROWS; line += 1) wanted.update(`line ${line}\n`)
  const sha256 = wanted.digest()
  return { sha256: file.sha256?.equals(sha256) ?? false, octets: written.digest().equals(sha256) }
}

describe('a job', () => {
  it(`is done once while ${KILLS} times a worker, a server or the database is killed`, {
    timeout: 120_000 + KILLS * 60_000,
  }, async () => {
    const tenants = [await jobs.openTenant(), await jobs.openTenant(), await jobs.openTenant()] as const
    const counting = await jobs.start(tenants[0], countJob, { to: ROWS, ...SLOWLY })
    const writing = await jobs.start(tenants[1], linesJob, { lines: ROWS, ...SLOWLY })
    const filing = await jobs.start(tenants[2], fileJob, { lines: ROWS, ...SLOWLY })
    let workers = [await jobs.startWorker(SEALED), await jobs.startWorker(SEALED)]
    let serving = await startServe(jobs.url)
    const doneAtKills: number[] = []
    for (let round = 1; round <= KILLS; round += 1) {
      const before = await find(counting)
      const wanted = Math.min(ROWS, (round * ROWS) / (KILLS + 1))
      await until(
        async () =>
          (await find(counting)).done >= Math.max(before.done + 1, wanted) ||
          (await find(counting)).state === 'done',
      )
      await sleep(chance.between(0, 100))
      doneAtKills.push((await find(counting)).done)
      if (round % DATABASE_EVERY === 0) {
        await server.stop(round % (2 * DATABASE_EVERY) === 0 ? 'kill' : 'immediate')
        await server.start()
      } else if (round % DATABASE_EVERY === 1) {
        await kill(serving)
        serving = await startServe(jobs.url)
      } else {
        const [killed, ...others] = workers
        if (killed) await kill(killed)
        workers = [...others, await jobs.startWorker(SEALED)]
      }
    }
    await until(async () => (await find(counting)).state === 'done')
    await until(async () => (await find(writing)).state === 'done')
    await until(async () => (await find(filing)).state === 'done')
    await serving.stop()
    process.stderr.write(`of ${ROWS} were counted at the kills: ${doneAtKills.join(', ')}\n`)
    expect(doneAtKills.filter((done) => done < ROWS).length).toBeGreaterThan(KILLS / 2)
    const sum = (ROWS * (ROWS + 1)) / 2
    expect(await find(counting)).toMatchObject({ done: ROWS, result: { sum }, problem: null })
    const all = { count: ROWS, first: 1, last: ROWS, sum: String(sum) }
    expect(await numbersOf(counting, 'counted')).toEqual(all)
    expect(await numbersOf(writing, 'line')).toEqual(all)
    expect(await isWhole(filing)).toEqual({ sha256: true, octets: true })
    await Promise.all(workers.map((worker) => worker.stop()))
  })

  it('is taken from a worker that is stopped in a page, which changes nothing when it goes on', {
    timeout: 120_000 + STOPPED_MS,
  }, async () => {
    const first = await jobs.startWorker()
    const input = { to: 100, rows: 10, pageMs: 400 }
    const job = await jobs.start(await jobs.openTenant(), countJob, input)
    await until(async () => (await find(job)).done >= 10)
    await sleep(100)
    first.child.kill('SIGSTOP')
    const stoppedAt = performance.now()
    const held = await find(job)
    expect(held.done).toBeLessThan(100)
    const second = await jobs.startWorker()
    await until(async () => (await find(job)).state === 'done')
    const tookMs = performance.now() - stoppedAt
    const finished = await find(job)
    expect(finished.leaseNumber).toBeGreaterThan(held.leaseNumber)
    await sleep(Math.max(0, STOPPED_MS - tookMs))
    first.child.kill('SIGCONT')
    // Time to save what it had begun, if it could.
    await sleep(3_000)
    expect(await find(job)).toEqual(finished)
    expect(await numbersOf(job, 'counted')).toMatchObject({ count: 100, last: 100 })
    process.stderr.write(
      `another worker had finished ${(tookMs / 1_000).toFixed(1)} s after the first was stopped\n`,
    )
    expect(tookMs).toBeLessThan(patient(60_000))
    // Both go on to work: the one that was stopped too.
    await second.stop()
    const next = await jobs.start(job.tenantId, countJob, { to: 10 })
    await until(async () => (await find(next)).state === 'done')
    await first.stop()
  })
})
