/**
 * Erasing one of 200 customers while files and jobs know her: what is complete goes, a running export begins again, a
 * job that is marked goes on and its files go with it. Nothing that is stored or opened tells of her afterwards.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { EXPORT_JOB } from '../../src/app/job-kinds.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { type JobKind, jobKinds } from '../../src/jobs/define.ts'
import type { StoredFile } from '../../src/jobs/file.ts'
import { beginUpload, completeUpload, octetsOf, uploadPart } from '../../src/jobs/files.ts'
import type { Job } from '../../src/jobs/job.ts'
import { changeOneJob, startJob } from '../../src/jobs/manage.ts'
import { PLAIN } from '../../src/jobs/rules/csv.ts'
import { findFile } from '../../src/jobs/store/files.ts'
import { findJob } from '../../src/jobs/store/jobs.ts'
import { takeTurn } from '../../src/jobs/take-turn.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase, type Tx } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { createdCustomer, erasedCustomer } from '../support/customers.ts'
import { urlOfLogin } from '../support/logins.ts'
import { rowsThatTell } from '../support/rows-that-tell.ts'
import type { Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { fileJob, TEST_KINDS } from './kinds.ts'
import { runTask } from './run-tasks.ts'

vi.setConfig({ testTimeout: 120_000 })

const CUSTOMERS = 200
const ZULEIKA = { OriginalId: 'zid-0815', Name: 'Zuleika Ferreirinha', Email: 'zuleika@private.example' }
const TELLS = /zuleika|ferreirinha|private\.example|zid-/i
const HOUR_MS = 3_600_000
/** More than one turn: an export has its first page between two of them. */
const IMPORT = { lines: 60, rows: 2, pageMs: 100 }

const sealer = createSealer([Buffer.from(makeSealingKey(), 'base64')])
const quotas = { ofTenant: 1e9, ofCell: 1e9 }
const kinds = jobKinds([...TEST_KINDS.values(), EXPORT_JOB])
const by = { key: 'person:7', label: 'Bia' }

const test = useShops()
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
  readonly tenantId: number
  inTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  start<Input>(kind: JobKind<Input>, input: Input): Promise<Job>
  find(job: Job): Promise<Job>
  /** Of what names her and all others. */
  export(): Promise<Job>
  upload(): Promise<StoredFile>
  /** Turns until all jobs have ended or wait for a person. `onPage` is called after each page. */
  work(onPage?: () => Promise<void>): Promise<void>
}

async function open(customers: number): Promise<Opened> {
  const shop = await test.open()
  const { tenantId } = shop
  await createdCustomer(shop, ZULEIKA)
  for (let n = 2; n <= customers; n += 1) await createdCustomer(shop, { OriginalId: `c-${n}`, Name: 'Bob' })
  const opened: Opened = {
    shop,
    tenantId,
    inTenant: (work) => database.transaction([tenantId], work),
    start: (kind, input) =>
      opened.inTenant(async (tx) => {
        const job = await startJob(tx, kind, { tenantId, input, by, now: test.api.now })
        if (isRefusal(job)) throw new Error(job.message)
        return job
      }),
    find: (job) =>
      opened.inTenant(async (tx) => {
        const found = await findJob(tx, tenantId, job.id)
        if (!found) throw new Error('the job is gone')
        return found
      }),
    export() {
      const asked = { filter: { from: null, until: null }, format: { kind: 'csv', layout: PLAIN } } as const
      return opened.start(EXPORT_JOB, { export: 'customers', isMasked: false, ...asked })
    },
    upload: () => opened.inTenant((tx) => upload(tx, tenantId)),
    work: (onPage) => work(tenantId, onPage),
  }
  return opened
}

async function upload(tx: Tx, tenantId: number): Promise<StoredFile> {
  const octets = Buffer.from(`${ZULEIKA.Name},${ZULEIKA.Email}\n`)
  const sha256 = createHash('sha256').update(octets).digest()
  const named = { name: 'old.csv', purpose: 'import', holdsPersons: true, byActor: by.key }
  const asked = { ...named, bytes: octets.length, bytesOfCell: 0, now: test.api.now }
  const file = await beginUpload(tx, { sealer, quotas }, tenantId, asked)
  if (isRefusal(file)) throw new Error(file.message)
  await uploadPart(tx, { sealer, quotas }, file, { number: 1, octets, sha256, bytesBefore: 0 })
  const complete = await completeUpload(tx, file, sha256, test.api.now)
  if (isRefusal(complete)) throw new Error(complete.message)
  return complete
}

async function work(tenantId: number, onPage = async () => {}): Promise<void> {
  const tenant = await database.read([], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no tenant')
  const errors: unknown[] = []
  const options = {
    ...{ database, kinds, clock: () => test.api.now, signal: new AbortController().signal },
    async pace<T>(page: (others: number) => Promise<T>): Promise<T> {
      const done = await page(0)
      await onPage()
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

const task = (name: 'hourly' | 'afterErasing', payload: object = {}) =>
  runTask(name, payload, {
    ...{ url: test.api.databaseUrl, cells: test.api.cells, database, kinds, clock: () => test.api.now },
  })

/** Erases her, and does what the worker finds in its queue then. */
async function eraseHer({ shop, tenantId }: Opened): Promise<void> {
  await erasedCustomer(shop, ZULEIKA.OriginalId)
  const queued = await test.reader.query(
    `select from graphile_worker._private_jobs where key = 'after erasing ' || $1::bigint`,
    [tenantId],
  )
  expect(queued).toHaveLength(1)
  await task('afterErasing', { tenant: tenantId })
}

/** What all files that have octets say, opened with the key. */
async function opened({ tenantId }: Opened): Promise<string> {
  const files = await test.reader.query<{ id: number }>(
    'select distinct file_id::int as id from file_part where tenant_id = $1',
    [tenantId],
  )
  let text = ''
  for (const { id } of files) {
    const file = await database.read([tenantId], (tx) => findFile(tx, tenantId, id))
    if (!file) throw new Error('octets without a file')
    for await (const octets of octetsOf(database, sealer, file)) text += octets.toString()
  }
  return text
}

const filesOf = ({ tenantId }: Opened) =>
  test.reader.query<{ id: number; name: string; state: number; because: string | null }>(
    `select id::int, name, state, deleted_because as because from file
    where tenant_id = $1 and holds_persons order by id`,
    [tenantId],
  )

describe('erasing a customer', () => {
  it(`of ${CUSTOMERS} leaves nothing of her in any table or file once all jobs have ended`, async () => {
    const one = await open(CUSTOMERS)
    const first = await one.export()
    await one.work()
    const idle = await one.upload()
    const read = await one.upload()
    const importing = await one.start(fileJob, { ...IMPORT, upload: read.id })
    const exporting = await one.export()
    expect(await opened(one)).toContain(ZULEIKA.Email)
    // Smaller pages, as after failures: it has several, and the first has her.
    await test.reader.query(
      `update job set failures = case id when $1 then 4 else 0 end, turn_at = turn_at - interval '1 h'
      where tenant_id = $2`,
      [exporting.id, one.tenantId],
    )

    let leaseBefore = 0
    await one.work(async () => {
      const [running, marked] = [await one.find(exporting), await one.find(importing)]
      if (leaseBefore > 0 || running.done === 0 || marked.done === 0) return
      leaseBefore = running.leaseNumber
      expect([running.done < CUSTOMERS, marked.done < IMPORT.lines]).toEqual([true, true])
      await eraseHer(one)
      const [again, still] = [await one.find(exporting), await one.find(importing)]
      expect(again).toMatchObject({ state: 'queued', done: 0, checkpoint: null })
      expect(again.leaseNumber).toBeGreaterThan(leaseBefore)
      expect(still).toMatchObject({ done: marked.done, erasedAt: test.api.now })
      // Its upload alone is complete: it goes on reading it.
      const complete = (await filesOf(one)).filter(({ state }) => state === 1)
      expect(complete.map(({ id }) => id)).toEqual([read.id])
    })
    expect(leaseBefore).toBeGreaterThan(0)

    expect(await one.find(importing)).toMatchObject({ state: 'done', done: IMPORT.lines })
    expect(await one.find(exporting)).toMatchObject({ state: 'done', done: CUSTOMERS - 1 })
    const gone = { state: 2, because: 'customerErased' }
    expect(await filesOf(one)).toEqual([
      expect.objectContaining({ name: 'customers.csv', ...gone }),
      expect.objectContaining({ id: idle.id, ...gone }),
      expect.objectContaining({ id: read.id, ...gone }),
      ...(await filesOf(one)).slice(3),
    ])
    const rest = (await filesOf(one)).slice(3)
    expect(rest.find(({ name }) => name === 'lines.txt')).toMatchObject(gone)
    expect(rest.filter(({ state }) => state === 1).map(({ name }) => name)).toEqual(['customers.csv'])
    expect(await one.find(first)).toMatchObject({ state: 'done' })

    await task('hourly')
    const text = await opened(one)
    expect(text.split('\n').filter((line) => line.includes('c-'))).toHaveLength(CUSTOMERS - 1)
    expect(text).not.toMatch(TELLS)
    expect(text).not.toContain('line 1\n')
    expect(await rowsThatTell(test.reader, one.tenantId, TELLS)).toEqual([])
  })

  it('keeps a job that is marked for a day; then it is cancelled with its files, also in a turn', async () => {
    const one = await open(1)
    const read = await one.upload()
    const [paused, running] = [
      await one.start(fileJob, { ...IMPORT, upload: read.id }),
      await one.start(fileJob, { ...IMPORT, upload: read.id }),
    ]
    await one.inTenant((tx) =>
      changeOneJob(tx, () => fileJob, {
        ...{ tenantId: one.tenantId, id: paused.id, change: 'pause', now: test.api.now },
      }),
    )
    await test.reader.query('update job set state = 1, lease_number = 3 where id = $1', [running.id])
    await eraseHer(one)
    test.api.now += 23 * HOUR_MS
    await task('hourly')
    expect(await one.find(paused)).toMatchObject({ state: 'paused' })
    expect(await filesOf(one)).toMatchObject([{ id: read.id, state: 1 }])
    test.api.now += HOUR_MS
    await task('hourly')
    expect(await one.find(paused)).toMatchObject({ state: 'cancelled' })
    expect(await one.find(running)).toMatchObject({ state: 'cancelled', leaseNumber: 4 })
    expect(await filesOf(one)).toMatchObject([{ id: read.id, state: 2, because: 'customerErased' }])
    expect(await opened(one)).toBe('')
  })

  it('deletes what a failed job has left: an export begins again when resumed, what was marked does not go on', async () => {
    const one = await open(20)
    const read = await one.upload()
    const importing = await one.start(fileJob, { ...IMPORT, upload: read.id })
    const exporting = await one.export()
    await test.reader.query(
      `update job set failures = 7, turn_at = turn_at - interval '1 h' where tenant_id = $1`,
      [one.tenantId],
    )
    let isFailed = false
    const fail = one.work(async () => {
      const jobs = [await one.find(importing), await one.find(exporting)]
      if (isFailed || jobs.some(({ done }) => done === 0)) return
      isFailed = true
      await test.reader.query('update job set state = 4, lease_number = 99 where tenant_id = $1', [
        one.tenantId,
      ])
    })
    await fail
    expect(await opened(one)).toMatch(TELLS)
    await eraseHer(one)
    expect(await opened(one)).not.toMatch(TELLS)
    const resume = (job: Job) =>
      one.inTenant((tx) =>
        changeOneJob(tx, ({ kind }) => kinds.get(kind) ?? null, {
          ...{ tenantId: one.tenantId, id: job.id, change: 'resume', now: test.api.now },
        }),
      )
    expect(await resume(importing)).toMatchObject({ reason: 'files-erased' })
    expect(await one.find(exporting)).toMatchObject({ state: 'failed', checkpoint: null, done: 0 })
    await resume(exporting)
    await one.work()
    expect(await one.find(exporting)).toMatchObject({ state: 'done', done: 19 })
    expect(await opened(one)).not.toMatch(TELLS)
  })
})
