/**
 * The export of one customer: a job that writes a file, however many orders there are. Nothing is left of it once that
 * customer is erased. In full: `CUSTOMER_ORDERS=100000 npm test -- admin/customer-export`, which takes some minutes.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { JOB_KINDS } from '../../src/app/job-kinds.ts'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import { PERMISSIONS, type Permission } from '../../src/contract/permission.ts'
import type { exportCustomer } from '../../src/erasing/admin-api/schema.ts'
import type { PersonExportResult } from '../../src/erasing/export-job.ts'
import type { PersonFile } from '../../src/erasing/person-file-schema.ts'
import type { listFiles } from '../../src/jobs/admin-api/files-schema.ts'
import type { Job } from '../../src/jobs/job.ts'
import { takeTurn } from '../../src/jobs/take-turn.ts'
import type { Needs } from '../../src/management/needs/schema.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { runHere } from '../cli/run-here.ts'
import { runTask } from '../jobs/run-tasks.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { clientOf } from '../support/client-of.ts'
import { createdCustomer, erasedCustomer } from '../support/customers.ts'
import { urlOfLogin } from '../support/logins.ts'
import { patient } from '../support/patience.ts'
import { expectFits, personFileOf } from '../support/person-file.ts'
import type { Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

vi.setConfig({ testTimeout: 600_000 })

type JobShown = AnswerOf<typeof exportCustomer>
type Shown = AnswerOf<typeof listFiles>['items'][number]

/** A page has at most 1,000 rows, and nine tenths of these have a record each. */
const ORDERS = Number(process.env.CUSTOMER_ORDERS ?? 3_000)
const IS_FULL = process.env.CUSTOMER_ORDERS !== undefined

const sealer = createSealer([Buffer.from(makeSealingKey(), 'base64')])
const quotas = { ofTenant: 1e9, ofCell: 1e9 }
const test = useShops()
const admin = useManager(
  () => test.api,
  () => ({ sealer }),
)
const without = useManager(() => test.api)
let database: Database

beforeAll(async () => {
  await migrateQueue(test.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  database = openDatabase({
    ...{ url: urlOfLogin(test.api.databaseUrl, 'worker'), connectionCount: 3, connectTimeoutMs: 10_000 },
    ...{ applicationName: 'punchcard test', onIdleError: () => {}, sealer },
  })
})
afterAll(() => database?.close())

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly ana: number
}

/** Ana has two orders, and Bob one. */
async function open(): Promise<Opened> {
  const shop = await test.open()
  const Customer = { OriginalId: 'ana', Name: 'Zuleika Ferreirinha', Email: 'zuleika@private.example' }
  await shop.completed('1', 'ana', 100, { Customer })
  await shop.completed('2', 'ana', 50.5)
  await shop.completed('3', 'bob', 10)
  return { shop, manager: admin.manager(shop.key), ana: await numberOf(shop, 'ana') }
}

async function numberOf({ tenantId }: Shop, id: string): Promise<number> {
  const [row] = await test.reader.query<{ id: number }>(
    'select id::int from customer where tenant_id = $1 and original_id = $2',
    [tenantId, id],
  )
  return row?.id ?? 0
}

async function asked({ manager, ana }: Opened, customer = ana): Promise<JobShown> {
  const { status, body } = await manager.done<JobShown>('POST', `/customers/${customer}/export`)
  expect(status).toBe(202)
  return body
}

/** Turns until all jobs have ended or wait for a person. `onPage` is called after each page. */
async function work({ shop: { tenantId } }: Opened, onPage = async (_ms: number) => {}): Promise<void> {
  const tenant = await database.read([], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no tenant')
  const errors: unknown[] = []
  const options = {
    ...{ database, kinds: JOB_KINDS, clock: () => test.api.now, signal: new AbortController().signal },
    async pace<T>(page: (others: number) => Promise<T>): Promise<T> {
      const begun = performance.now()
      const done = await page(0)
      await onPage(performance.now() - begun)
      return done
    },
    tillBeside: () => createTill({ database, clock: () => test.api.now }),
    fileRoom: async () => ({ quotas, bytesOfCell: 0 }),
    directory: database,
    zones: () => database.read([tenantId], (tx) => findTimeZones(tx, tenantId)),
    onFailure: (_job: Job, error: unknown) => errors.push(error),
  }
  const waiting = () =>
    test.reader.query('select from job where tenant_id = $1 and state in (0, 1)', [tenantId])
  while ((await waiting()).length > 0 && errors.length === 0) await takeTurn(options, tenant)
  expect(errors).toEqual([])
}

const jobOf = async ({ manager }: Opened, { id }: JobShown) =>
  (await manager.done<JobShown>('GET', `/jobs/${id}`)).body
const filesOf = async ({ manager }: Opened, { id }: JobShown) =>
  (await manager.done<{ items: Shown[] }>('GET', `/files?job=${id}`)).body.items

async function fileOf(opened: Opened, job: JobShown) {
  const { result } = await jobOf(opened, job)
  const { file } = result as unknown as PersonExportResult
  const octets = (await opened.manager.get<Buffer>(`/files/${file.id}`)).body
  expect(createHash('sha256').update(octets).digest('hex')).toBe(file.sha256)
  expect(octets).toHaveLength(file.bytes)
  const read: PersonFile = JSON.parse(String(octets))
  expectFits(read)
  return { octets, read, file }
}

async function eraseAndFollow({ shop }: Opened, customer: string): Promise<void> {
  await erasedCustomer(shop, customer)
  await runTask(
    'afterErasing',
    { tenant: shop.tenantId },
    {
      ...{ url: test.api.databaseUrl, cells: test.api.cells, database, kinds: JOB_KINDS },
      clock: () => test.api.now,
    },
  )
}

const audit = ({ shop: { tenantId } }: Opened) =>
  test.reader.query<{ action: string; target_kind: string; target_id: string; after: object }>(
    `select action, target_kind, target_id, after from audit_entry
    where tenant_id = $1 and action in ('customer.export', 'file.download') order by id`,
    [tenantId],
  )

describe('the export of a customer', () => {
  it('is a file with all that is kept, a manifest, and one audit entry for asking and for each download', async () => {
    const opened = await open()
    const { shop, manager, ana } = opened
    const job = await asked(opened)
    expect(job).toMatchObject({ kind: 'customerExport', state: 'queued', createdBy: 'Bia' })
    await work(opened)
    const done = await jobOf(opened, job)
    expect(done).toMatchObject({ state: 'done', result: { customerId: ana } })
    const { exportsReady } = (await manager.done<Needs>('GET', '/needs')).body
    expect(exportsReady).toMatchObject([{ jobId: job.id, export: 'customer', customerId: ana }])
    const files = await filesOf(opened, job)
    const [row] = await test.reader.query<{ public_id: string }>(
      'select public_id from customer where tenant_id = $1 and id = $2',
      [shop.tenantId, ana],
    )
    expect(files.map(({ name, holdsPersons, state }) => [name, holdsPersons, state])).toEqual([
      ['manifest.json', false, 'complete'],
      [`${row?.public_id}.json`, true, 'complete'],
    ])
    expect(Date.parse(files[1]?.expiresAt ?? '') - test.api.now).toBe(7 * 86_400_000)
    const { read, file, octets } = await fileOf(opened, job)
    expect(read).toEqual(await personFileOf(test.api, shop.tenantId, ana))
    expect(read.orders.map(({ originalId }) => originalId)).toEqual(['2', '1'])
    expect(String(octets)).not.toContain('bob')
    const manifest = JSON.parse(String((await manager.get<Buffer>(`/files/${files[0]?.id}`)).body))
    expect(manifest).toMatchObject({
      ...{ format: 'punchcard-customer', publicId: read.publicId, changesMeanwhile: 0 },
      files: [{ name: file.name, bytes: file.bytes, sha256: file.sha256 }],
      entries: { orders: 2, records: 2, merged: 0 },
    })
    const downloaded = (id: number) => ({
      action: 'file.download',
      target_kind: 'file',
      target_id: String(id),
    })
    expect(await audit(opened)).toMatchObject([
      ...[
        {
          action: 'customer.export',
          target_kind: 'customer',
          target_id: String(ana),
          after: { job: job.id },
        },
      ],
      ...[{ ...downloaded(file.id), after: { sha256: file.sha256 } }, downloaded(files[0]?.id ?? 0)],
    ])
    // Nothing but the file itself says who she is: the row of the job names a number.
    const [stored] = await test.reader.query<{ text: string }>(
      'select row_to_json(job)::text as text from job where tenant_id = $1 and id = $2',
      [shop.tenantId, job.id],
    )
    expect(stored?.text).not.toMatch(/zuleika|ferreirinha|"ana"/i)
  })

  it('is for those who may export and see persons, and its file for those who confirm who they are', async () => {
    const opened = await open()
    const { shop, manager, ana } = opened
    const path = `/customers/${ana}/export`
    const all: readonly Permission[] = PERMISSIONS
    for (const one of ['customers.export', 'customers.personal'] as const) {
      const permissions = all.filter((permission) => permission !== one)
      const refused = await manager.send('POST', path, undefined, { permissions })
      expect([refused.status, refused.body.permission]).toEqual([403, one])
    }
    expect((await manager.send('POST', path, undefined, { key: null })).status).toBe(428)
    expect((await manager.send('POST', '/customers/987654/export')).status).toBe(404)
    expect((await admin.manager((await test.open()).key).send('POST', path)).status).toBe(404)
    expect((await without.manager(shop.key).send('POST', path)).status).toBe(503)
    // Starting it shows nothing, so nothing has to be confirmed.
    const started = await manager.send<JobShown>('POST', path, undefined, { key: 'once', isConfirmed: false })
    expect(started.status).toBe(202)
    expect((await manager.send('POST', path, undefined, { key: 'once' })).body).toEqual(started.body)
    await work(opened)
    const { file } = await fileOf(opened, started.body)
    const download = (options: object) => manager.get(`/files/${file.id}`, options)
    expect((await download({ isConfirmed: false })).body.type).toBe('urn:punchcard:problem:confirm')
    const seen = { permissions: all.filter((one) => one !== 'customers.export') }
    expect([
      (await download(seen)).status,
      (await manager.get(`/jobs/${started.body.id}`, seen)).status,
    ]).toEqual([404, 404])
  })

  it('is cancelled when that very customer is erased, and begins again when another one is', async () => {
    const opened = await open()
    const { manager, shop } = opened
    const finished = await asked(opened)
    await work(opened)
    const paused = await asked(opened)
    await manager.done('POST', `/jobs/${paused.id}/pause`)
    await eraseAndFollow(opened, 'bob')
    // No one looks into sealed files, so all that hold persons go.
    expect((await filesOf(opened, finished)).map(({ state }) => state)).toEqual(['complete', 'deleted'])
    await manager.done('POST', `/jobs/${paused.id}/resume`)
    const running = await asked(opened)
    let pages = 0
    await work(opened, async () => {
      pages += 1
      if (pages === 1) await eraseAndFollow(opened, 'ana')
    })
    for (const job of [paused, running]) {
      const { state, result } = await jobOf(opened, job)
      expect([state, result]).toEqual(['cancelled', null])
      expect((await filesOf(opened, job)).filter((file) => file.state !== 'deleted')).toEqual([])
    }
    // What is left of an erased customer can be exported still: it tells of no person.
    const left = await asked(opened, opened.ana)
    await work(opened)
    const { octets, read } = await fileOf(opened, left)
    expect(String(octets)).not.toMatch(/zuleika|ferreirinha|private/i)
    expect(read.orders).toHaveLength(2)
    expect(read).toEqual(await personFileOf(test.api, shop.tenantId, opened.ana))
  })

  it('begins again when another customer is merged into this one, and is cancelled when this one is merged away', async () => {
    const opened = await open()
    const { manager, shop } = opened
    const bob = await numberOf(shop, 'bob')
    const merge = (from: number, into: number) => manager.done('POST', `/customers/${from}/merge`, { into })
    const ofBob = await asked(opened, bob)
    await manager.done('POST', `/jobs/${ofBob.id}/pause`)
    const job = await asked(opened)
    let pages = 0
    await work(opened, async () => {
      pages += 1
      if (pages === 1) await merge(bob, opened.ana)
    })
    expect(pages).toBeGreaterThan(3)
    const { read } = await fileOf(opened, job)
    expect(read.merged.map(({ id }) => id)).toEqual([bob])
    expect(read.orders.map(({ originalId }) => originalId).sort()).toEqual(['1', '2', '3'])
    expect(read).toEqual(await personFileOf(test.api, shop.tenantId, opened.ana))
    await manager.done('POST', `/jobs/${ofBob.id}/resume`)
    await work(opened)
    expect((await jobOf(opened, ofBob)).state).toBe('cancelled')
  })

  it(`of a customer with ${ORDERS} orders is whole, and no page takes long`, async () => {
    const opened = await open()
    const { shop, ana } = opened
    await addOrders(shop.tenantId, ana)
    const job = await asked(opened)
    const pages: number[] = []
    await work(opened, async (ms) => void pages.push(ms))
    const { read, file } = await fileOf(opened, job)
    expect(read.orders).toHaveLength(ORDERS + 2)
    expect(new Set(read.orders.map(({ id }) => id)).size).toBe(ORDERS + 2)
    expect(read.records).toHaveLength(2)
    expect((await jobOf(opened, job)).done).toBeGreaterThan(ORDERS)
    expect(pages.length).toBeGreaterThan(ORDERS / 1_000)
    const [median = 0, longest = 0] = [
      pages.toSorted((a, b) => a - b)[Math.floor(pages.length / 2)],
      Math.max(...pages),
    ]
    if (IS_FULL) {
      const mb = (file.bytes / 1e6).toFixed(1)
      process.stdout.write(
        `${ORDERS} orders, ${mb} MB: ${pages.length} pages, median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${(pages.reduce((sum, ms) => sum + ms, 0) / 1_000).toFixed(1)} s\n`,
      )
    }
    expect(median).toBeLessThan(patient(500))
    await removeOrders(shop.tenantId)
  })
})

/** Copies of her first order, straight into the table: no program gives points for them. */
async function addOrders(tenantId: number, customerId: number): Promise<void> {
  await inDatabase(
    `insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at, updated_at,
      program_version, details)
    select tenant_id, 10000000 + n, 'copy-' || n, customer_id, 0, origin, total, placed_at, updated_at, program_version,
      details
    from generate_series(1, $3::int) as n, customer_order
    where tenant_id = $1 and customer_id = $2 and original_id = '1'`,
    [tenantId, customerId, ORDERS],
  )
  await inDatabase('analyze customer_order')
}

const removeOrders = (tenantId: number) =>
  inDatabase(`delete from customer_order where tenant_id = $1 and id > 10000000`, [tenantId])

async function inDatabase(text: string, values: unknown[] = []): Promise<void> {
  const client = clientOf(test.api.databaseUrl)
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(text, values)
  } finally {
    await client.end()
  }
}

describe('punchcard customer export', () => {
  it('writes the same to standard output, or into a file that only its owner can read', async () => {
    const opened = await open()
    const { shop, ana } = opened
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const environment = { DATABASE_URL: test.api.databaseUrl }
    const run = (...args: string[]) =>
      runHere(['customer', 'export', '--tenant', String(shop.tenantId), ...args], environment)
    const printed = await run('--customer', 'ana')
    expect([printed.exitCode, printed.stderr]).toEqual([0, ''])
    const file: PersonFile = JSON.parse(printed.stdout)
    expect(file).toEqual(await personFileOf(test.api, shop.tenantId, ana))
    const into = join(folder, 'ana.json')
    const written = JSON.parse((await run('--customer', 'ana', '--into', into, '--json')).stdout)
    const octets = await readFile(into)
    expect(String(octets)).toBe(printed.stdout)
    const sha256 = createHash('sha256').update(octets).digest('hex')
    expect(written).toMatchObject({ tenant: shop.tenantId, file: into, bytes: octets.length, sha256 })
    expect((await stat(into)).mode & 0o777).toBe(0o600)
    expect(await audit(opened)).toMatchObject([
      { action: 'customer.export', target_id: String(ana), after: { sha256 } },
      { action: 'customer.export', target_id: String(ana), after: { sha256 } },
    ])
    const again = await run('--customer', 'ana', '--into', into)
    expect([again.exitCode, again.stdout]).toEqual([2, ''])
    expect(again.stderr).toContain('EEXIST')
    const nobody = await run('--customer', 'eva', '--into', join(folder, 'eva.json'))
    expect([nobody.exitCode, nobody.stderr]).toEqual([2, expect.stringContaining('has no customer “eva”')])
    await expect(stat(join(folder, 'eva.json'))).rejects.toThrow('ENOENT')
    await createdCustomer(shop, { OriginalId: 'eva' })
    expect((await run('--customer', 'eva')).exitCode).toBe(0)
  })
})
