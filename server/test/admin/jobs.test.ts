/** Jobs as a merchant's people and an operator see and change them: src/jobs/admin-api, `punchcard job`. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type { Permission } from '../../src/contract/permission.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import type { getJob, listJobs } from '../../src/jobs/admin-api/schema.ts'
import type { JobKind } from '../../src/jobs/define.ts'
import { followErasing } from '../../src/jobs/follow-up.ts'
import type { Job } from '../../src/jobs/job.ts'
import { startJob } from '../../src/jobs/manage.ts'
import { findJob } from '../../src/jobs/store/jobs.ts'
import { createLogger } from '../../src/platform/log.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { runHere } from '../cli/run-here.ts'
import { countJob, linesJob, TEST_KINDS, TEST_TABLES } from '../jobs/kinds.ts'
import { useManager } from '../support/admin.ts'
import { erasedCustomer } from '../support/customers.ts'
import { useShops } from '../support/use-shops.ts'

type JobShown = AnswerOf<typeof getJob>
type Listed = AnswerOf<typeof listJobs>

const test = useShops()
const admin = useManager(
  () => test.api,
  () => ({ kinds: TEST_KINDS }),
)
const database = () => test.api.cells.of({ cell: MAIN_CELL })

beforeAll(async () => {
  await migrateQueue(test.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  await test.reader.query(TEST_TABLES)
})

function start<Input>(tenantId: number, kind: JobKind<Input>, input: Input) {
  const by = { key: 'person:7', label: 'Bia' }
  return database().transaction([tenantId], (tx) =>
    startJob(tx, kind, { tenantId, input, by, now: test.api.now }),
  )
}

async function started<Input>(tenantId: number, kind: JobKind<Input>, input: Input): Promise<Job> {
  const job = await start(tenantId, kind, input)
  if (isRefusal(job)) throw new Error(job.message)
  return job
}

/** As a worker leaves it that is in a turn. */
async function run(job: Job, done: number): Promise<void> {
  await test.reader.query(
    `update job set state = 1, started_at = now(), lease_number = 1, done = $2, total = 1000, checkpoint = '{"n":1,"sum":1}'
    where id = $1`,
    [job.id, done],
  )
}

async function open() {
  const shop = await test.open()
  return { shop, manager: admin.manager(shop.key), tenantId: shop.tenantId }
}

describe('a job', () => {
  it('is shown with who started it, its progress, and its rate after a second look', async () => {
    const { manager, tenantId } = await open()
    const job = await started(tenantId, countJob, { to: 1_000 })
    const first = await manager.done<JobShown>('GET', `/jobs/${job.id}`)
    expect(first.body).toEqual({
      ...{ id: job.id, kind: 'test.count', state: 'queued', wish: null, done: 0, total: null },
      ...{ perSecond: null, secondsLeft: null, createdBy: 'Bia', createdAt: expect.stringMatching(/Z$/) },
      ...{ startedAt: null, finishedAt: null, expiresAt: null, result: null, problem: null, export: null },
    })
    await run(job, 100)
    const second = await manager.done<JobShown>('GET', `/jobs/${job.id}`)
    expect(second.body).toMatchObject({ state: 'running', done: 100, total: 1_000, perSecond: null })
    expect(second.etag).not.toBe(first.etag)
    test.api.now += 10_000
    await run(job, 300)
    const third = await manager.done<JobShown>('GET', `/jobs/${job.id}`)
    expect(third.body).toMatchObject({ done: 300, perSecond: 20, secondsLeft: 35 })
  })

  it('is listed newest first, by kind and by state as people see it', async () => {
    const { manager, tenantId } = await open()
    const counting = await started(tenantId, countJob, { to: 10 })
    const lines = await started(tenantId, linesJob, { lines: 10 })
    await run(counting, 1)
    // Between two turns.
    await test.reader.query('update job set state = 0 where id = $1', [counting.id])
    const ids = async (query: string) =>
      (await manager.done<Listed>('GET', `/jobs${query}`)).body.items.map(({ id }) => id)
    expect(await ids('')).toEqual([lines.id, counting.id])
    expect(await ids('?kind=test.count')).toEqual([counting.id])
    expect(await ids('?state=running')).toEqual([counting.id])
    expect(await ids('?state=queued')).toEqual([lines.id])
    expect(await ids('?state=done')).toEqual([])
    const page = await manager.done<Listed>('GET', '/jobs?limit=1')
    expect(await ids(`?limit=1&cursor=${page.body.nextCursor}`)).toEqual([counting.id])
  })

  it('is not there without the permission of its kind, nor for another merchant', async () => {
    const { manager, tenantId } = await open()
    const other = await open()
    const job = await started(tenantId, countJob, { to: 10 })
    const permissions: readonly Permission[] = ['jobs.use', 'program.read']
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/cancel'],
    ] as const) {
      const url = `/jobs/${job.id}${path}`
      expect((await manager.send(method, url, undefined, { permissions })).status).toBe(404)
      expect((await other.manager.send(method, url)).status).toBe(404)
    }
    expect((await manager.send<Listed>('GET', '/jobs', undefined, { permissions })).body.items).toEqual([])
    expect((await other.manager.send<Listed>('GET', '/jobs')).body.items).toEqual([])
    const lost = { permissions: ['customers.export'] as const }
    expect((await manager.send('GET', `/jobs/${job.id}`, undefined, lost)).status).toBe(403)
  })

  it('is paused, resumed and cancelled with one audit entry each, and doing so again tells nothing', async () => {
    const { manager, tenantId } = await open()
    const job = await started(tenantId, countJob, { to: 10 })
    const post = (verb: string) => manager.done<JobShown>('POST', `/jobs/${job.id}/${verb}`)
    expect((await post('pause')).body.state).toBe('paused')
    expect((await post('pause')).body.state).toBe('paused')
    expect((await post('resume')).body.state).toBe('queued')
    await run(job, 5)
    expect((await post('cancel')).body).toMatchObject({ state: 'running', wish: 'cancel' })
    await test.reader.query('update job set state = 3, wish = 0 where id = $1', [job.id])
    const late = await manager.send('POST', `/jobs/${job.id}/cancel`)
    expect(late).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('done or cancelled') },
    })
    const entries = await test.reader.query(
      'select action, target_kind, target_label, before, after from audit_entry where tenant_id = $1 order by id',
      [tenantId],
    )
    const target = { target_kind: 'job', target_label: 'test.count' }
    expect(entries).toEqual([
      { action: 'job.pause', ...target, before: { state: 'queued' }, after: { state: 'paused' } },
      { action: 'job.resume', ...target, before: { state: 'paused' }, after: { state: 'queued' } },
      { action: 'job.cancel', ...target, before: { wish: 'none' }, after: { wish: 'cancel' } },
    ])
  })

  it('that failed says so in the language of the request, and resumes where it stopped', async () => {
    const { manager, tenantId } = await open()
    const job = await started(tenantId, countJob, { to: 10 })
    await test.reader.query(
      `update job set state = 4, failures = 5, problem = '{"reason":"failed-repeatedly","requestId":"r-1"}' where id = $1`,
      [job.id],
    )
    const portuguese = await manager.send<JobShown>('GET', `/jobs/${job.id}`, undefined, {
      language: 'pt-BR',
    })
    expect(portuguese.body.problem).toEqual({
      message: expect.stringContaining('Falhou cinco vezes'),
      requestId: 'r-1',
    })
    const resumed = await manager.done<JobShown>('POST', `/jobs/${job.id}/resume`)
    expect(resumed.body).toMatchObject({ state: 'queued', problem: null })
  })

  it('is one of ten that are open at most, also if they are started at the same moment', async () => {
    const { manager, tenantId } = await open()
    const answers = await Promise.all(Array.from({ length: 14 }, () => start(tenantId, countJob, { to: 10 })))
    expect(answers.filter(isRefusal)).toHaveLength(4)
    const [failed] = answers.filter((one) => !isRefusal(one)) as Job[]
    await test.reader.query('update job set state = 4 where id = $1', [failed?.id])
    await started(tenantId, countJob, { to: 10 })
    const refused = await manager.send('POST', `/jobs/${failed?.id}/resume`)
    expect(refused).toMatchObject({ status: 429, body: { type: 'urn:punchcard:problem:tooMany' } })
  })
})

describe('erasing a customer', () => {
  it('queues that jobs which may hold the person begin again; a turn under way saves nothing more', async () => {
    const { shop, tenantId } = await open()
    await shop.completed('1', 'ana', 100)
    const queued = () =>
      test.reader.query<{ payload: unknown }>(
        `select payload from graphile_worker._private_jobs where key = 'after erasing ' || $1::bigint`,
        [tenantId],
      )
    await shop.completed('2', 'bob', 100)
    await erasedCustomer(shop, 'bob')
    expect(await queued()).toEqual([])
    const counting = await started(tenantId, countJob, { to: 1_000 })
    const lines = await started(tenantId, linesJob, { lines: 10 })
    await run(counting, 500)
    await run(lines, 5)
    await erasedCustomer(shop, 'ana')
    expect(await queued()).toEqual([{ payload: { tenant: tenantId } }])
    await database().transaction([tenantId], (tx) => followErasing(tx, TEST_KINDS, tenantId, test.api.now))
    const find = (id: number) => database().read([tenantId], (tx) => findJob(tx, tenantId, id))
    expect(await find(counting.id)).toMatchObject({
      ...{ state: 'queued', done: 0, checkpoint: null, startedAt: null, leaseNumber: 2 },
    })
    const erasedAt = test.api.now
    expect(await find(lines.id)).toMatchObject({ state: 'running', done: 5, leaseNumber: 1, erasedAt })
  })
})

describe('punchcard job', () => {
  it('lists nothing, and says that there is no such job, where this version knows none of its kinds', async () => {
    const { tenantId } = await open()
    const job = await started(tenantId, countJob, { to: 10 })
    const environment = { DATABASE_URL: test.api.databaseUrl, PUNCHCARD_LOG_LEVEL: 'silent' }
    const tenant = ['--tenant', String(tenantId)]
    const listed = await runHere(['job', 'list', ...tenant], environment)
    expect(listed).toMatchObject({ exitCode: 0, stdout: 'No jobs.\n' })
    const paused = await runHere(['job', 'pause', ...tenant, '--job', String(job.id)], environment)
    expect(paused.exitCode).toBe(2)
    expect(paused.stderr).toContain('Not found')
  })
})
