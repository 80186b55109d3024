/** A merchant with jobs that moves to another cell: src/jobs/follow-up.ts. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { EXPORT_JOB } from '../../src/app/job-kinds.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { jobKinds } from '../../src/jobs/define.ts'
import { octetsOf } from '../../src/jobs/files.ts'
import { findJobsThatBlockMoving, restartAfterMove } from '../../src/jobs/follow-up.ts'
import type { Job } from '../../src/jobs/job.ts'
import { startJob } from '../../src/jobs/manage.ts'
import { PLAIN } from '../../src/jobs/rules/csv.ts'
import { findFile } from '../../src/jobs/store/files.ts'
import { findJob } from '../../src/jobs/store/jobs.ts'
import { takeTurn } from '../../src/jobs/take-turn.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { urlOfLogin } from '../support/logins.ts'
import { copyTenant } from '../support/move-tenant.ts'
import { cloneDatabase } from '../support/test-database.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'
import { type JobsOf, openJobs, useJobs } from './jobs-at-work.ts'
import { countJob, linesJob, TEST_KINDS } from './kinds.ts'

const jobs = useJobs()
const shops = useShops()
let other: JobsOf
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await cloneDatabase()
  drop = database.drop
  other = await openJobs(database.url)
})
afterAll(async () => {
  await other?.close()
  await drop?.()
})

const blocking = (tenantId: number) =>
  jobs.cells
    .of({ cell: 'main' })
    .transaction([tenantId], (tx) => findJobsThatBlockMoving(tx, TEST_KINDS, tenantId))

it('an import that is queued keeps the merchant from moving, until it has ended; so does an unknown kind', async () => {
  const tenantId = await jobs.openTenant()
  await jobs.start(tenantId, countJob, { to: 10 })
  expect(await blocking(tenantId)).toEqual([])
  const lines = await jobs.start(tenantId, linesJob, { lines: 10 })
  expect(await blocking(tenantId)).toMatchObject([{ id: lines.id, kind: 'test.lines' }])
  await jobs.change(lines, 'cancel')
  expect(await blocking(tenantId)).toEqual([])
  await jobs.reader.query(`update job set kind = 'newer' where tenant_id = $1 and state = 0`, [tenantId])
  expect(await blocking(tenantId)).toMatchObject([{ kind: 'newer' }])
})

it('an export that is running is done again in the new cell', { timeout: 120_000 }, async () => {
  const tenantId = await jobs.openTenant()
  const job = await jobs.start(tenantId, countJob, { to: 2_000, rows: 100, pageMs: 50 })
  const worker = await jobs.startWorker()
  await until(async () => (await jobs.find(job)).done > 0)
  await worker.stop()
  const left = await jobs.find(job)
  expect(left).toMatchObject({ state: 'queued', startedAt: expect.any(Number) })
  expect(left.done).toBeLessThan(2_000)

  await copyTenant(jobs.url, other.url, tenantId)
  await jobs.reader.query(`update tenant set cell = 'other' where id = $1`, [tenantId])
  const [again] = await other.cells
    .of({ cell: 'main' })
    .transaction([tenantId], (tx) => restartAfterMove(tx, TEST_KINDS, tenantId))
  expect(again).toMatchObject({ id: job.id, state: 'queued', checkpoint: null, done: 0 })
  await jobs.startWorker({ PUNCHCARD_CELL_OTHER: other.url })
  await until(async () => (await other.find(job)).state === 'done')
  expect(await other.find(job)).toMatchObject({ done: 2_000, result: { sum: 2_001_000 } })
  const [counted] = await other.reader.query('select count(*)::int as count from counted where job_id = $1', [
    job.id,
  ])
  expect(counted).toEqual({ count: 2_000 })
  // The copy in the old cell is left alone.
  expect(await jobs.find(job)).toEqual(left)
})

it('an export with a file is made again in the new cell, with the same octets', {
  timeout: 120_000,
}, async () => {
  const { api, reader } = shops
  await migrateQueue(api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  const sealer = createSealer([Buffer.from(makeSealingKey(), 'base64')])
  const openSealed = (url: string) =>
    openDatabase({
      ...{ url: urlOfLogin(url, 'worker'), connectionCount: 2, connectTimeoutMs: 10_000 },
      ...{ applicationName: 'punchcard test', onIdleError: () => {}, sealer },
    })
  const [here, there] = [openSealed(api.databaseUrl), openSealed(other.url)]
  try {
    const shop = await shops.open()
    const { tenantId } = shop
    for (const customer of ['ana', 'bob', 'eva']) await shop.completed(customer, customer, 10)
    const tenant = await tenantOf(api.cells.directory, tenantId)
    const kinds = jobKinds([EXPORT_JOB])
    const find = async (database: Database, { id }: Job) => {
      const job = await database.read([tenantId], (tx) => findJob(tx, tenantId, id))
      if (!job) throw new Error('the job is gone')
      return job
    }
    const start = () =>
      here.transaction([tenantId], async (tx) => {
        const input = {
          ...{ export: 'customers', filter: { from: null, until: null }, isMasked: false },
          format: { kind: 'csv', layout: PLAIN },
        } as const
        const by = { key: 'person:7', label: 'Ana' }
        const job = await startJob(tx, EXPORT_JOB, { tenantId, input, by, now: api.now })
        if (isRefusal(job)) throw new Error(job.message)
        return job
      })
    /** One turn, which ends after so many pages. */
    const turn = (database: Database, pages: number) => {
      const stopping = new AbortController()
      let done = 0
      return takeTurn(
        {
          ...{ database, kinds, clock: () => api.now, signal: stopping.signal },
          async pace(page) {
            const result = await page(0)
            done += 1
            if (done === pages) stopping.abort()
            return result
          },
          tillBeside: () => createTill({ database, clock: () => api.now }),
          fileRoom: async () => ({ quotas: { ofTenant: 1e9, ofCell: 1e9 }, bytesOfCell: 0 }),
          directory: here,
          zones: () => here.read([tenantId], (tx) => findTimeZones(tx, tenantId)),
          onFailure(_job, error) {
            throw error
          },
        },
        tenant,
      )
    }
    const filesOf = async (database: Database, job: Job, from: typeof reader) => {
      const rows = await from.query<{ id: number }>(
        'select id::int from file where tenant_id = $1 and job_id = $2 order by id',
        [tenantId, job.id],
      )
      const files: { name: string; state: string; text: string }[] = []
      for (const { id } of rows) {
        const file = await database.read([tenantId], (tx) => findFile(tx, tenantId, id))
        if (!file) throw new Error('the file is gone')
        const parts: Buffer[] = []
        if (file.state !== 'deleted') {
          for await (const part of octetsOf(database, sealer, file)) parts.push(part)
        }
        files.push({ name: file.name, state: file.state, text: String(Buffer.concat(parts)) })
      }
      return files
    }
    const undisturbed = await start()
    await turn(here, 100)
    expect(await find(here, undisturbed)).toMatchObject({ state: 'done' })
    const job = await start()
    await turn(here, 1)
    const left = await find(here, job)
    expect(left).toMatchObject({ state: 'queued', done: 3, checkpoint: expect.anything() })
    expect(await filesOf(here, job, reader)).toMatchObject([{ name: 'customers.csv', state: 'writing' }])

    await copyTenant(api.databaseUrl, other.url, tenantId)
    const [again] = await there.transaction([tenantId], (tx) => restartAfterMove(tx, kinds, tenantId))
    expect(again).toMatchObject({ id: job.id, state: 'queued', checkpoint: null, done: 0 })
    await turn(there, 100)
    expect(await find(there, job)).toMatchObject({ state: 'done', done: 3 })
    const complete = (await filesOf(there, job, other.reader)).filter(({ state }) => state === 'complete')
    const expected = await filesOf(here, undisturbed, reader)
    const [data, manifest] = ['customers.csv', 'manifest.json'].map((name) => ({
      now: complete.filter((file) => file.name === name).map(({ text }) => text),
      before: expected.filter((file) => file.name === name).map(({ text }) => text),
    }))
    expect(data?.now).toEqual(data?.before)
    expect(data?.now.join().split('\r\n')).toHaveLength(5)
    // Other moments, another number of the file and another place in the log.
    const steady = (texts: readonly string[] = []) =>
      texts.map((text) => {
        const { begun, ended, position, files, ...rest } = JSON.parse(text)
        return { ...rest, files: files.map(({ id: _, ...file }: { id: number }) => file) }
      })
    expect(steady(manifest?.now)).toEqual(steady(manifest?.before))
    expect(manifest?.now).toHaveLength(1)
    // The copy in the old cell is left alone.
    expect(await find(here, job)).toEqual(left)
  } finally {
    await Promise.all([here.close(), there.close()])
  }
})
