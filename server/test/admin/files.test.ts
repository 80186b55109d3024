/** Files over the management API: uploads in parts, downloads, archives, and who may have which. */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type { Permission } from '../../src/contract/permission.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { type beginUpload, type listFiles, UPLOAD_PART_BYTES } from '../../src/jobs/admin-api/files-schema.ts'
import type { JobKind } from '../../src/jobs/define.ts'
import { PART_BYTES, type StoredFile } from '../../src/jobs/file.ts'
import { deletePartsOf } from '../../src/jobs/files.ts'
import type { Job } from '../../src/jobs/job.ts'
import { startJob } from '../../src/jobs/manage.ts'
import { appendToResult, completeResult } from '../../src/jobs/result-files.ts'
import { USUAL_QUOTAS } from '../../src/jobs/rules/file-quota.ts'
import * as store from '../../src/jobs/store/files.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { countJob, linesJob, TEST_KINDS, TEST_TABLES } from '../jobs/kinds.ts'
import { digestOf, type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { useShops } from '../support/use-shops.ts'

vi.setConfig({ testTimeout: 30_000 })

type Begun = AnswerOf<typeof beginUpload>
type Listed = AnswerOf<typeof listFiles>
type Shown = Listed['items'][number]

const sealer = createSealer([Buffer.from(makeSealingKey(), 'base64')])
const CELL_MAX = 60_000_000
const test = useShops()
const admin = useManager(
  () => test.api,
  () => ({ kinds: TEST_KINDS, sealer, fileQuotas: { ofTenant: 20_000_000, ofCell: CELL_MAX } }),
)
const withoutKey = useManager(() => test.api)
const database = () => test.api.cells.of({ cell: MAIN_CELL })

beforeAll(async () => {
  await migrateQueue(test.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  await test.reader.query(TEST_TABLES)
})

const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex')

async function open() {
  const shop = await test.open()
  return { manager: admin.manager(shop.key), tenantId: shop.tenantId, shop }
}

async function begin(manager: Manager, bytes: number): Promise<Begun> {
  const body = { name: 'old.csv', bytes, purpose: 'import' }
  return (await manager.done<Begun>('POST', '/files', body)).body
}

async function uploaded(manager: Manager, octets: Buffer): Promise<number> {
  const { id, parts } = await begin(manager, octets.length)
  for (let number = 1; number <= parts; number += 1) {
    const part = octets.subarray((number - 1) * PART_BYTES, number * PART_BYTES)
    await manager.done('PUT', `/files/${id}/parts/${number}`, part)
  }
  await manager.done('POST', `/files/${id}/complete`, { sha256: sha256(octets) })
  return id
}

/** A complete result of a job, as a worker leaves it. */
async function result(tenantId: number, job: Job, name: string, octets: Buffer, holdsPersons: boolean) {
  const deps = { sealer, quotas: USUAL_QUOTAS }
  const file = { tenantId, jobId: job.id, name, purpose: 'export', holdsPersons, byActor: 'person:7' }
  return database().transaction([tenantId], async (tx) => {
    const now = test.api.now
    await appendToResult(tx, deps, file, { parts: 0, octets, lines: 1, bytesOfCell: 0, now })
    const written = (await store.filesOfJob(tx, tenantId, job.id)).find((one) => one.name === name)
    if (!written) throw new Error('no file')
    await completeResult(tx, written, createHash('sha256').update(octets).digest(), now)
    return written
  })
}

async function started<Input>(tenantId: number, kind: JobKind<Input>, input: Input): Promise<Job> {
  const by = { key: 'person:7', label: 'Bia' }
  const job = await database().transaction([tenantId], (tx) =>
    startJob(tx, kind, { tenantId, input, by, now: test.api.now }),
  )
  if (isRefusal(job)) throw new Error(job.message)
  return job
}

const auditOf = (tenantId: number) =>
  test.reader.query<{ action: string; target_label: string; after: Record<string, unknown> }>(
    'select action, target_label, after from audit_entry where tenant_id = $1 order by id',
    [tenantId],
  )

describe('an upload', () => {
  it('comes in parts, in any order and twice, and is the same file', async () => {
    expect(UPLOAD_PART_BYTES).toBe(PART_BYTES)
    const { manager, tenantId } = await open()
    const octets = randomBytes(PART_BYTES + 10)
    const parts = [octets.subarray(0, PART_BYTES), octets.subarray(PART_BYTES)] as const
    const begun = await begin(manager, octets.length)
    expect(begun).toMatchObject({ partBytes: PART_BYTES, parts: 2 })
    const url = `/files/${begun.id}`
    const send = (number: number, part: Buffer, options?: SendOptions) =>
      manager.send('PUT', `${url}/parts/${number}`, part, options)
    expect((await send(2, parts[1])).status).toBe(204)
    expect((await manager.send('POST', `${url}/complete`, {})).status).toBe(409)
    expect((await send(1, parts[0])).status).toBe(204)
    expect((await send(2, parts[1])).status).toBe(204)
    for (const [number, part] of [
      [3, parts[1]],
      [1, parts[1]],
      [2, randomBytes(11)],
    ] as const) {
      expect((await send(number, part)).status).toBe(409)
    }
    expect((await send(0, parts[1])).status).toBe(404)
    const wrong = await send(2, parts[1], { digest: digestOf(randomBytes(1)) })
    expect([wrong.status, wrong.body.detail]).toEqual([409, expect.stringContaining('Content-Digest')])
    expect((await manager.get(url)).status).toBe(409)
    const other = await manager.send('POST', `${url}/complete`, { sha256: sha256(parts[0]) })
    expect(other.status).toBe(422)
    const complete = () => manager.done<Shown>('POST', `${url}/complete`, { sha256: sha256(octets) })
    expect((await complete()).body).toMatchObject({ state: 'complete', sha256: sha256(octets) })
    expect((await complete()).body).toMatchObject({ state: 'complete' })
    expect((await send(1, parts[0])).status).toBe(404)
    const whole = await manager.get<Buffer>(url)
    expect(whole.body.equals(octets)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-length': String(octets.length),
      'content-disposition': expect.stringContaining('old.csv'),
      'cache-control': 'no-store',
    })
    const facts = { bytes: octets.length, holdsPersons: true, sha256: sha256(octets) }
    expect(await auditOf(tenantId)).toEqual([
      { action: 'file.upload', target_label: 'old.csv', after: facts },
      { action: 'file.download', target_label: 'old.csv', after: facts },
    ])
  })

  it('is refused beyond the quotas of a file, a merchant and a cell, with what to do', async () => {
    const { manager } = await open()
    const ask = (who: Manager, bytes: number) =>
      who.send('POST', '/files', { name: 'x', bytes, purpose: 'import' })
    const large = await ask(manager, 2_000_000_001)
    expect([large.status, large.body.detail]).toEqual([422, 'A file has at most 2 GB.'])
    const [one] = [await begin(manager, 12_000_000)]
    const full = await ask(manager, 12_000_000)
    expect([full.status, full.body.detail]).toEqual([409, expect.stringContaining('Delete files')])
    const others = await Promise.all([open(), open(), open()])
    // What began at the same moment did not see one another: their parts do.
    const asked = await Promise.all(others.map(({ manager: who }) => ask(who, 19_000_000)))
    const begun = asked.flatMap(({ status, body }, index) =>
      status === 201 ? [{ who: others[index]?.manager, id: Number(body.id) }] : [],
    )
    const kept = begun.toSorted((a, b) => a.id - b.id)
    const part = randomBytes(PART_BYTES)
    const sendPart = async (who: Manager | undefined, id: number) => {
      for (;;) {
        const answer = await who?.send('PUT', `/files/${id}/parts/1`, part)
        // A process takes two parts at a time: the third one comes again.
        if (answer?.status !== 429 && answer?.status !== 503) return answer
      }
    }
    const sent = await Promise.all(kept.map(({ who, id }) => sendPart(who, id)))
    // Two of them fit beside the 12 MB, however many were begun and in whichever order their parts come.
    expect(sent.slice(0, 2).map((answer) => answer?.status)).toEqual([204, 204])
    for (const answer of sent.slice(2)) {
      expect([answer?.status, answer?.body.detail]).toEqual([
        409,
        'This server has no room for more files. Ask its operator, or try again when files have expired.',
      ])
    }
    const [stored] = await test.reader.query(
      `select sum(octet_length(octets))::int as bytes from file_part
      where (tenant_id, file_id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
      [kept.map(({ who }) => who?.shop.tenantId), kept.map(({ id }) => id)],
    )
    expect(stored?.bytes).toBeLessThan(3 * PART_BYTES)
    // Deleting makes room.
    await manager.done('DELETE', `/files/${one?.id}`)
    for (const { who, id } of kept) await who?.done('DELETE', `/files/${id}`)
    expect((await ask(manager, 12_000_000)).status).toBe(201)
  })

  it('needs a key of the server, and says so', async () => {
    const shop = await test.open()
    const body = { name: 'x', bytes: 1, purpose: 'import' }
    const refused = await withoutKey.manager(shop.key).send('POST', '/files', body)
    expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining('SECRETS_KEY')])
  })
})

describe('the files of a job', () => {
  it('are listed with it and come one by one or as an archive, with an audit entry for each', async () => {
    const { manager, tenantId } = await open()
    const job = await started(tenantId, linesJob, { lines: 1 })
    const octets = [randomBytes(1_000), Buffer.from('{}')] as const
    await result(tenantId, job, 'orders.csv', octets[0], false)
    await result(tenantId, job, 'manifest.json', octets[1], false)
    const upload = await uploaded(manager, randomBytes(10))
    const names = async (query: string) =>
      (await manager.done<Listed>('GET', `/files${query}`)).body.items.map(({ name }) => name)
    expect(await names('')).toEqual(['old.csv', 'manifest.json', 'orders.csv'])
    expect(await names(`?job=${job.id}`)).toEqual(['manifest.json', 'orders.csv'])
    const page = await manager.done<Listed>('GET', '/files?limit=2')
    expect(await names(`?limit=2&cursor=${page.body.nextCursor}`)).toEqual(['orders.csv'])
    const archive = await manager.get<Buffer>(`/jobs/${job.id}/files.tar`)
    expect(archive.headers['content-length']).toBe(String(archive.body.length))
    const extract = (name: string) => execFileSync('tar', ['-xO', name], { input: archive.body })
    expect(extract('orders.csv').equals(octets[0])).toBe(true)
    expect(extract('manifest.json').equals(octets[1])).toBe(true)
    const told = await auditOf(tenantId)
    expect(told.slice(1).map(({ action, after }) => [action, after.sha256])).toEqual(
      octets.map((one) => ['file.download', sha256(one)]),
    )
    await manager.done('DELETE', `/files/${upload}`)
    const empty = await started(tenantId, linesJob, { lines: 1 })
    expect((await manager.get(`/jobs/${empty.id}/files.tar`)).status).toBe(404)
  })

  it('that hold persons need more than those that do not, at the moment of the download', async () => {
    const { manager, tenantId } = await open()
    const job = await started(tenantId, linesJob, { lines: 1 })
    const persons = await result(tenantId, job, 'customers.csv', Buffer.from('Ana'), true)
    const plain = await result(tenantId, job, 'orders.csv', Buffer.from('1'), false)
    const all: readonly Permission[] = ['jobs.use', 'program.read', 'customers.export', 'customers.personal']
    const without = (one: Permission) => ({ permissions: all.filter((other) => other !== one) })
    const get = async (file: StoredFile, options: SendOptions) =>
      (await manager.get(`/files/${file.id}`, options)).status
    const tar = async (options: SendOptions) =>
      (await manager.get(`/jobs/${job.id}/files.tar`, options)).status
    for (const one of ['customers.export', 'customers.personal'] as const) {
      expect(await get(persons, without(one))).toBe(403)
      expect(await tar(without(one))).toBe(403)
      expect(await get(plain, without(one))).toBe(200)
    }
    const unconfirmed = await manager.get(`/files/${persons.id}`, { isConfirmed: false })
    expect(unconfirmed).toMatchObject({ status: 403, body: { type: 'urn:punchcard:problem:confirm' } })
    expect(await tar({ isConfirmed: false })).toBe(403)
    expect(await get(plain, { isConfirmed: false })).toBe(200)
    const before = await auditOf(tenantId)
    expect(before.filter(({ after }) => after.holdsPersons)).toEqual([])
    expect(await get(persons, { permissions: all })).toBe(200)
    // A token is not asked for a confirmation.
    expect(await get(persons, { permissions: all, actor: 'token:3', isConfirmed: false })).toBe(200)
    const told = (await auditOf(tenantId)).filter(({ after }) => after.holdsPersons)
    expect(told.map(({ action }) => action)).toEqual(['file.download', 'file.download'])
  })

  it('are not there without the permission of the kind, nor for another merchant', async () => {
    const { manager, tenantId } = await open()
    const other = await open()
    const job = await started(tenantId, countJob, { to: 1 })
    const file = await result(tenantId, job, 'orders.csv', Buffer.from('1'), false)
    const upload = await uploaded(manager, randomBytes(10))
    const permissions: readonly Permission[] = ['jobs.use', 'program.read']
    for (const [method, path] of [
      ['GET', `/files/${file.id}`],
      ['GET', `/files/${upload}`],
      ['DELETE', `/files/${file.id}`],
      ['DELETE', `/files/${upload}`],
      ['GET', `/jobs/${job.id}/files.tar`],
    ] as const) {
      expect((await manager.send(method, path, undefined, { permissions })).status).toBe(404)
      expect((await other.manager.send(method, path)).status).toBe(404)
    }
    expect((await other.manager.send('PUT', `/files/${upload}/parts/1`, randomBytes(10))).status).toBe(404)
    expect((await other.manager.send('POST', `/files/${upload}/complete`, {})).status).toBe(404)
    const listed = await manager.done<Listed>('GET', '/files', undefined, { permissions })
    expect(listed.body.items).toEqual([])
    expect((await other.manager.done<Listed>('GET', '/files')).body.items).toEqual([])
    const lost = { permissions: ['customers.export'] as const }
    expect((await manager.get(`/files/${file.id}`, lost)).status).toBe(403)
    const mayNotUpload = { permissions: ['jobs.use'] as const }
    const body = { name: 'x', bytes: 1, purpose: 'import' }
    expect((await manager.send('POST', '/files', body, mayNotUpload)).status).toBe(403)
  })

  it('are deleted once, with an entry, and say afterwards why they are gone', async () => {
    const { manager, tenantId } = await open()
    const job = await started(tenantId, linesJob, { lines: 1 })
    const file = await result(tenantId, job, 'orders.csv', Buffer.from('1'), false)
    const remove = () => manager.done<Shown>('DELETE', `/files/${file.id}`)
    expect((await remove()).body).toMatchObject({ state: 'deleted', deletedBecause: 'asked' })
    expect((await remove()).body).toMatchObject({ state: 'deleted' })
    expect((await auditOf(tenantId)).map(({ action }) => action)).toEqual(['file.delete'])
    const gone = await manager.get(`/files/${file.id}`)
    expect([gone.status, gone.body.detail]).toEqual([404, 'This file was deleted.'])
    const persons = await result(tenantId, job, 'customers.csv', Buffer.from('Ana'), true)
    await database().transaction([tenantId], (tx) =>
      store.markFilesWithPersonsDeleted(tx, tenantId, 'customerErased', { jobIds: [], uploadIds: [] }),
    )
    const erased = await manager.get(`/files/${persons.id}`, { language: 'pt-BR' })
    expect(erased.body.detail).toContain('porque um cliente foi apagado')
    await test.reader.query('update file set state = 0 where tenant_id = $1 and id = $2', [
      tenantId,
      persons.id,
    ])
    expect((await manager.send('DELETE', `/files/${persons.id}`)).status).toBe(409)
  })

  it('that are deleted while they are read end with an error, not with octets that are missing', async () => {
    const { manager, tenantId } = await open()
    const id = await uploaded(manager, randomBytes(PART_BYTES + 10))
    await test.reader.query('delete from file_part where file_id = $1 and number = 2', [id])
    await expect(manager.get(`/files/${id}`)).rejects.toThrow()
    await manager.done('DELETE', `/files/${id}`)
    await deletePartsOf(database(), tenantId, new AbortController().signal)
    expect(await test.reader.query('select from file_part where file_id = $1', [id])).toEqual([])
  })
})
