import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { isRefusal } from '../../src/contract/refusal.ts'
import type { JobKind } from '../../src/jobs/define.ts'
import type { Job } from '../../src/jobs/job.ts'
import { changeOneJob, startJob } from '../../src/jobs/manage.ts'
import type { JobChange } from '../../src/jobs/rules/change-job.ts'
import { findJob } from '../../src/jobs/store/jobs.ts'
import { createLogger } from '../../src/platform/log.ts'
import type { Tx } from '../../src/platform/postgres/database.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { LedgerReader } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { startWorker, type WorkerProcess } from '../support/workers.ts'
import { TEST_KINDS, TEST_TABLES } from './kinds.ts'

const WORKER = fileURLToPath(new URL('worker-process.ts', import.meta.url))
const BY = { key: 'person:7', label: 'Ana' }

export interface JobsOf {
  readonly url: string
  readonly cells: Cells
  /** Sees all tables. */
  readonly reader: LedgerReader
  openTenant(): Promise<number>
  start<Input>(tenantId: number, kind: JobKind<Input>, input: Input): Promise<Job>
  change(job: Job, change: JobChange): Promise<Job>
  find(job: Job): Promise<Job>
  /** A process of its own, which is stopped at the end at the latest. */
  startWorker(environment?: Record<string, string>): Promise<WorkerProcess>
  /** Another connection for the reader, after the database was gone. */
  reopen(): Promise<void>
  close(): Promise<void>
}

/** Prepares a migrated database for the jobs of tests, without a worker. */
export async function openJobs(url: string): Promise<JobsOf> {
  const workers: WorkerProcess[] = []
  await migrateQueue(urlOfLogin(url, 'owner'), createLogger({ level: 'error', destination: process.stderr }))
  const cells = openCells(new Map([[MAIN_CELL, url]]), openTestDatabase)
  let reader = new LedgerReader(url)
  await reader.open()
  await reader.query(TEST_TABLES)
  const inTenant = <T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
    cells.of({ cell: MAIN_CELL }).transaction([tenantId], work)
  return {
    url,
    cells,
    get reader() {
      return reader
    },
    openTenant: () => createTenant(cells, { ...DEFAULTS, name: 'Shop', isSandbox: false }),
    start: (tenantId, kind, input) =>
      inTenant(tenantId, async (tx) => {
        const started = await startJob(tx, kind, { tenantId, input, by: BY, now: Date.now() })
        if (isRefusal(started)) throw new Error(started.message)
        return started
      }),
    change: ({ tenantId, id }, change) =>
      inTenant(tenantId, async (tx) => {
        const asked = { tenantId, id, change, now: Date.now() }
        const changed = await changeOneJob(tx, ({ kind }) => TEST_KINDS.get(kind) ?? null, asked)
        if (!changed || isRefusal(changed)) throw new Error(changed?.message ?? 'there is no such job')
        return changed.after
      }),
    find: ({ tenantId, id }) =>
      inTenant(tenantId, async (tx) => {
        const found = await findJob(tx, tenantId, id)
        if (!found) throw new Error('the job is gone')
        return found
      }),
    async startWorker(environment = {}) {
      const worker = await startWorker(url, environment, [WORKER])
      workers.push(worker)
      return worker
    },
    async reopen() {
      reader = new LedgerReader(url)
      await reader.open()
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await reader.close().catch(() => {})
      await cells.close().catch(() => {})
    },
  }
}

/** The same with a database for all tests of a file. */
export function useJobs(): JobsOf {
  let jobs: JobsOf
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await cloneDatabase()
    drop = database.drop
    jobs = await openJobs(database.url)
  })
  afterAll(async () => {
    await jobs?.close()
    await drop?.()
  })
  return new Proxy({} as JobsOf, { get: (_, name) => jobs[name as keyof JobsOf] })
}
