/** Exports: what is in them, who may have them, and what becomes of them when they are cancelled or a customer is erased. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { EXPORT_KINDS } from '../../src/app/job-kinds.ts'
import { EXPORT_NAMES } from '../../src/cli/export-command.ts'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import { PERMISSIONS, type Permission } from '../../src/contract/permission.ts'
import type { listFiles } from '../../src/jobs/admin-api/files-schema.ts'
import { type createExport, EXPORTS } from '../../src/management/exports/schema.ts'
import type { Needs } from '../../src/management/needs/schema.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { freePort } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { erasedCustomer } from '../support/customers.ts'
import { useShops } from '../support/use-shops.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

vi.setConfig({ testTimeout: 60_000 })

type JobShown = AnswerOf<typeof createExport>
type Listed = AnswerOf<typeof listFiles>
type Shown = Listed['items'][number]

const KEY = makeSealingKey()
const test = useShops()
const admin = useManager(
  () => test.api,
  () => ({ sealer: createSealer([Buffer.from(KEY, 'base64')]) }),
)
const without = useManager(() => test.api)
let worker: WorkerProcess

beforeAll(async () => {
  await migrateQueue(test.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  worker = await start({ PUNCHCARD_WORKER_METRICS_PORT: String(await freePort()) })
})
afterAll(() => worker?.stop())

const start = (environment: Record<string, string> = {}) =>
  startWorker(test.api.databaseUrl, { PUNCHCARD_SECRETS_KEY: KEY, ...environment })

async function open() {
  const shop = await test.open()
  return { shop, manager: admin.manager(shop.key), tenantId: shop.tenantId }
}

async function asked(manager: Manager, body: object, options?: SendOptions): Promise<JobShown> {
  return (await manager.done<JobShown>('POST', '/exports', body, options)).body
}

async function ended(manager: Manager, id: number): Promise<JobShown> {
  const find = async () => (await manager.done<JobShown>('GET', `/jobs/${id}`)).body
  await until(async () => ['done', 'failed', 'cancelled'].includes((await find()).state))
  return find()
}

const filesOf = async (manager: Manager, job: number): Promise<Shown[]> =>
  (await manager.done<Listed>('GET', `/files?job=${job}`)).body.items

async function read(manager: Manager, job: number, name: string): Promise<Buffer> {
  const file = (await filesOf(manager, job)).find((one) => one.name === name)
  const octets = (await manager.get<Buffer | null>(`/files/${file?.id}`)).body ?? Buffer.alloc(0)
  expect(createHash('sha256').update(octets).digest('hex')).toBe(file?.sha256)
  expect(octets).toHaveLength(file?.bytes ?? 0)
  return octets
}

async function exported(manager: Manager, body: { kind: string; format?: string }, options?: SendOptions) {
  const { id } = await asked(manager, body, options)
  const job = await ended(manager, id)
  expect([job.problem, job.state]).toEqual([null, 'done'])
  const data = String(await read(manager, id, `${body.kind}.${body.format ?? 'csv'}`))
  const manifest = JSON.parse(String(await read(manager, id, 'manifest.json')))
  return { job, data, manifest, lines: data.trimEnd().split(/\r?\n/) }
}

describe('an export', () => {
  it('is one of the kinds that this version knows', () => {
    const names = EXPORT_KINDS.map(({ name }) => name)
    expect(names).toEqual([...EXPORTS])
    expect(names).toEqual([...EXPORT_NAMES])
  })

  it('of customers has a line for each, exact sums, and a manifest that tells how it was made', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 100)
    await shop.completed('2', 'bob', 50.5)
    const { job, manifest, lines } = await exported(manager, { kind: 'customers' })
    const figures = await (await fetch(worker.metricsUrl ?? '')).text()
    expect(Number(/^punchcard_files_bytes\{cell="main"\} (\d+)$/m.exec(figures)?.[1])).toBeGreaterThan(0)
    expect(figures).toContain('punchcard_files_quota_bytes{cell="main"} 50000000000')
    expect(lines[0]).toBe(
      'publicId,originalId,name,email,phone,document,birthday,signupDate,isEnrolled,enrolledDate,points,cashback,tier,orderCount,createdAt',
    )
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['ana', 'bob'])
    const [ana = '', bob = ''] = lines.slice(1).map((line) => line.split(',')[10])
    expect(Number(ana)).toBeGreaterThan(0)
    // It is told to the person who asked for it, until the next day.
    const ready = async (options?: SendOptions) =>
      (await manager.done<Needs>('GET', '/needs', undefined, options)).body.exportsReady
    test.api.now = Date.parse(job.finishedAt ?? '') + 60_000
    expect(await ready()).toEqual([
      {
        ...{ jobId: job.id, export: 'customers', customerId: null, lines: 2 },
        ...{ finishedAt: job.finishedAt, expiresAt: job.expiresAt },
      },
    ])
    expect(await ready({ actor: 'person:8' })).toEqual([])
    expect(await ready({ permissions: ['program.read'] })).toEqual([])
    test.api.now += 86_400_000
    expect(await ready()).toEqual([])
    expect(job).toMatchObject({ done: 2, total: 2, result: { export: 'customers', lines: 2 } })
    expect(manifest).toMatchObject({
      ...{ format: 'punchcard-export', export: 'customers', isMasked: false },
      files: [{ name: 'customers.csv', lines: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      sums: { points: String(Number(ana) + Number(bob)) },
      eventsWrittenMeanwhile: 0,
    })
    expect((await filesOf(manager, job.id)).map(({ name, holdsPersons }) => [name, holdsPersons])).toEqual([
      ['manifest.json', false],
      ['customers.csv', true],
    ])
  })

  it('of orders goes by the moment they were placed, as CSV or line by line, and names no person', async () => {
    const { shop, manager } = await open()
    for (const id of ['=1+1', '2', '3']) await shop.completed(id, 'ana', 10)
    const csv = await exported(manager, { kind: 'orders' })
    expect(csv.lines.slice(1).map((line) => line.split(',')[0])).toEqual(["'=1+1", '2', '3'])
    expect(csv.data).not.toContain('ana')
    expect(csv.manifest.sums).toEqual({ total: '30', returned: '0' })
    const { lines } = await exported(manager, { kind: 'orders', format: 'ndjson' })
    const orders = lines.map((line) => JSON.parse(line))
    expect(orders[0]).toMatchObject({
      orderId: '=1+1',
      state: 'complete',
      total: '10',
      completedAt: expect.any(String),
    })
    const filter = { from: orders[1].placedAt, until: orders[2].placedAt }
    if (filter.from !== filter.until) {
      const part = await exported(manager, { kind: 'orders', filter } as { kind: string })
      expect(part.lines.slice(1).map((line) => line.split(',')[0])).toEqual(['2'])
      expect(part.manifest.filter).toEqual(filter)
    }
  })

  it('of redemptions has no coupon code, and of nothing it has its head', async () => {
    const { manager } = await open()
    const { data, manifest } = await exported(manager, { kind: 'redemptions' })
    expect(data).toMatch(/^redemptionId,publicId,rewardId,reward,points,[^\n]*\r\n$/)
    expect(manifest.files[0].lines).toBe(0)
    const empty = await exported(manager, { kind: 'redemptions', format: 'ndjson' })
    expect(empty.data).toBe('')
  })

  it('opens in a spreadsheet of the reader’s country', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 10.5)
    const body = { kind: 'orders', layout: 'spreadsheet' }
    const brazil = await exported(manager, body, { language: 'pt-BR' })
    expect(brazil.data).toMatch(/^\uFEFForderId;publicId;/)
    expect(brazil.data).toContain(';10,5;')
    const english = await exported(manager, body)
    expect(english.data).toContain(',10.5,')
  })

  it('masks persons for a token that may not see them, and needs customers.export for those that may', async () => {
    const { shop, manager } = await open()
    const Customer = { OriginalId: 'ana@example.com', Name: 'Ana Souza', Email: 'ana@example.com' }
    await shop.completed('1', 'ana@example.com', 10, { Customer })
    const all: readonly Permission[] = PERMISSIONS
    const permissions = all.filter((one) => one !== 'customers.personal' && one !== 'customers.export')
    const masked = await exported(manager, { kind: 'customers' }, { permissions, actor: 'token:3' })
    expect(masked.manifest.isMasked).toBe(true)
    expect(masked.data).toContain('A••• S•••')
    expect(masked.data).not.toMatch(/Souza|ana@/)
    const [data] = (await filesOf(manager, masked.job.id)).filter(({ name }) => name === 'customers.csv')
    expect(data?.holdsPersons).toBe(false)
    const refused = await manager.send(
      'POST',
      '/exports',
      { kind: 'customers' },
      {
        permissions: all.filter((one) => one !== 'customers.export'),
      },
    )
    expect([refused.status, refused.body.permission]).toEqual([403, 'customers.export'])
    const unread = { permissions: all.filter((one) => one !== 'audit.read') }
    const audit = await manager.send('POST', '/exports', { kind: 'audit' }, unread)
    expect([audit.status, audit.body.permission]).toEqual([403, 'audit.read'])
  })

  it('of the audit, which another one has made, is not there for a token that may not read the audit', async () => {
    const { manager } = await open()
    const { job } = await exported(manager, { kind: 'audit' })
    const [file] = await filesOf(manager, job.id)
    const unread: SendOptions = {
      permissions: PERMISSIONS.filter((one) => one !== 'audit.read'),
      actor: 'token:3',
    }
    const paths = [`/files/${file?.id}`, `/jobs/${job.id}/files.tar`]
    const statuses = (options?: SendOptions) =>
      Promise.all(paths.map(async (path) => (await manager.send('GET', path, undefined, options)).status))
    expect(await statuses()).toEqual([200, 200])
    expect(await statuses(unread)).toEqual([404, 404])
  })

  it('is refused with what is wrong, and without a key of the server', async () => {
    const { manager, shop } = await open()
    const post = (body: object, options?: SendOptions) => manager.send('POST', '/exports', body, options)
    expect((await post({ kind: 'people' })).status).toBe(422)
    expect((await post({ kind: 'customers', filter: { from: '2026-01-01T00:00:00Z' } })).status).toBe(422)
    const order = { from: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' }
    expect(await manager.problems('POST', '/exports', { kind: 'orders', filter: order })).toEqual([
      '/filter/until',
    ])
    expect((await post({ kind: 'orders' }, { key: null })).status).toBe(428)
    expect((await post({ kind: 'orders' }, { permissions: ['jobs.use'] })).status).toBe(403)
    expect((await without.manager(shop.key).send('POST', '/exports', { kind: 'orders' })).status).toBe(503)
    // The same key is the same job.
    const one = await asked(manager, { kind: 'orders' }, { key: 'twice' })
    expect(await asked(manager, { kind: 'orders' }, { key: 'twice' })).toEqual(one)
    const told = await test.reader.query(
      `select action, after from audit_entry where tenant_id = $1 and target_id = $2`,
      [manager.shop.tenantId, String(one.id)],
    )
    expect(told).toEqual([
      { action: 'job.start', after: { export: 'orders', isMasked: false, format: 'csv', filter: null } },
    ])
  })
})

describe('an export under way', () => {
  it('leaves no file when it is cancelled, and begins again when a customer is erased', async () => {
    const { shop, manager, tenantId } = await open()
    await shop.completed('1', 'ana', 100)
    await shop.completed('2', 'bob', 100)
    const first = await exported(manager, { kind: 'customers' })
    const other = await exported(manager, { kind: 'orders' })
    await worker.stop()
    const { id: cancelled } = await asked(manager, { kind: 'customers' })
    const { id: running } = await asked(manager, { kind: 'customers' })
    worker = await start()
    await ended(manager, running)
    await ended(manager, cancelled)
    // Both are put back into the middle, where their files are written.
    await test.reader.query('update job set state = 2, finished_at = null where id = $1', [cancelled])
    await manager.done('POST', `/jobs/${cancelled}/cancel`)
    expect((await filesOf(manager, cancelled)).map(({ state }) => state)).toEqual(['deleted', 'deleted'])

    await test.reader.query(`update job set state = 2, finished_at = null, result = null where id = $1`, [
      running,
    ])
    await erasedCustomer(shop, 'ana')
    await until(async () => (await filesOf(manager, first.job.id)).some(({ state }) => state === 'deleted'))
    const kept = [...(await filesOf(manager, first.job.id)), ...(await filesOf(manager, other.job.id))]
    expect(kept.filter(({ state, holdsPersons }) => state === 'complete' && holdsPersons)).toEqual([])
    expect(kept.find(({ name }) => name === 'orders.csv')?.state).toBe('complete')
    const [again] = await test.reader.query<{ checkpoint: unknown }>(
      'select checkpoint from job where tenant_id = $1 and id = $2',
      [tenantId, running],
    )
    expect(again?.checkpoint).toBeNull()
    await manager.done('POST', `/jobs/${running}/resume`)
    await ended(manager, running)
    const live = (await filesOf(manager, running)).filter(({ state }) => state === 'complete')
    expect(live.map(({ name }) => name)).toEqual(['manifest.json', 'customers.csv'])
    const octets = String((await manager.get<Buffer>(`/files/${live[1]?.id}`)).body)
    expect(octets).toContain('bob')
    expect(octets).not.toContain('ana')
  })

  it('fails at once where there is no room, says so, and goes on when there is', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 100)
    await worker.stop()
    worker = await start({ PUNCHCARD_FILES_PER_TENANT_GB: '0' })
    const { id } = await asked(manager, { kind: 'orders' })
    const failed = await ended(manager, id)
    expect(failed).toMatchObject({
      state: 'failed',
      problem: { message: expect.stringContaining('Delete files') },
    })
    await worker.stop()
    worker = await start()
    await manager.done('POST', `/jobs/${id}/resume`)
    expect((await ended(manager, id)).state).toBe('done')
    expect(String(await read(manager, id, 'orders.csv')).split('\r\n')).toHaveLength(3)
  })
})

describe('punchcard export', () => {
  it('writes the same octets to disk, with the manifest last, and tells the audit', async () => {
    const { shop, manager, tenantId } = await open()
    for (const id of ['1', '2', '3']) await shop.completed(id, 'ana', 10)
    const root = await mkdtemp(join(tmpdir(), 'punchcard-export-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const into = join(root, 'orders')
    const environment = { DATABASE_URL: test.api.databaseUrl, PUNCHCARD_LOG_LEVEL: 'silent' }
    const run = (...more: string[]) =>
      runHere(['export', 'orders', '--tenant', String(tenantId), '--into', into, ...more], environment)
    const done = await run('--json')
    expect([done.stderr, done.exitCode]).toEqual(['', 0])
    const { data, manifest } = await exported(manager, { kind: 'orders' })
    expect(await readFile(join(into, 'orders.csv'), 'utf8')).toBe(data)
    const written = JSON.parse(await readFile(join(into, 'manifest.json'), 'utf8'))
    const times = { position: expect.any(String), begun: expect.any(String), ended: expect.any(String) }
    // One transaction reads all of it; the pages of the job had one each.
    expect(written).toEqual({ ...manifest, ...times, moment: written.begun })
    expect(manifest.moment).toBeNull()
    expect(JSON.parse(done.stdout)).toMatchObject({ lines: 3, sha256: manifest.files[0].sha256 })
    expect((await stat(join(into, 'orders.csv'))).mode & 0o777).toBe(0o600)
    const [told] = await test.reader.query(
      `select action, after from audit_entry where tenant_id = $1 and target_label = 'orders.csv' and via = 2`,
      [tenantId],
    )
    expect(told).toMatchObject({ action: 'file.download', after: { sha256: manifest.files[0].sha256 } })
    const again = await run()
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('not empty')])
    const dated = await runHere(
      [
        'export',
        'customers',
        '--tenant',
        String(tenantId),
        '--into',
        join(root, 'c'),
        '--from',
        '2026-01-01T00:00:00Z',
      ],
      environment,
    )
    expect([dated.exitCode, dated.stderr]).toEqual([2, expect.stringContaining('leave out --from')])
  })
})
