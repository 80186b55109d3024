/** Files: sealed parts, quotas, uploads in any order, results that a job adds to, and how they go again. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { TenantId } from '../../src/contract/ids.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { PART_BYTES, type StoredFile } from '../../src/jobs/file.ts'
import {
  beginUpload,
  checkUpload,
  completeUpload,
  deleteFile,
  deletePartsOf,
  octetsOf,
  resealFiles,
  uploadPart,
} from '../../src/jobs/files.ts'
import {
  appendToResult,
  completeResult,
  discardResults,
  FileRefused,
  partsIn,
  ResultHashes,
} from '../../src/jobs/result-files.ts'
import * as store from '../../src/jobs/store/files.ts'
import type { Database, Tx } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

vi.setConfig({ testTimeout: 60_000 })

const NOW = Date.UTC(2026, 10, 18, 12)
const DAY_MS = 86_400_000
const QUOTAS = { ofTenant: 30_000_000, ofCell: 50_000_000 }
const key = () => Buffer.from(makeSealingKey(), 'base64')
const KEY = key()
const sealer = createSealer([KEY])
const DEPS = { sealer, quotas: QUOTAS }

let url: string
let database: Database
let everything: pg.Pool
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  ;({ url, drop } = clone)
  database = openTestDatabase(clone.url)
  everything = new pg.Pool({ connectionString: clone.url, max: 1 })
})

afterAll(async () => {
  await everything.end()
  await database.close()
  await drop()
})

const sha256 = (octets: Uint8Array): Buffer => createHash('sha256').update(octets).digest()

async function openTenant(): Promise<TenantId> {
  return (await openShop(database, { program: SIMPLE_PROGRAM })).tenantId
}

function inTenant<T>(tenantId: TenantId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction([tenantId], work)
}

const RESULT = { name: 'lots.csv', purpose: 'export', holdsPersons: false, byActor: 'person:7' }
const upload = { name: 'old.csv', purpose: 'import', holdsPersons: true, byActor: 'person:7', now: NOW }

async function begun(tenantId: TenantId, bytes: number, bytesOfCell = 0): Promise<StoredFile> {
  const file = await inTenant(tenantId, (tx) =>
    beginUpload(tx, DEPS, tenantId, { ...upload, bytes, bytesOfCell }),
  )
  if (isRefusal(file)) throw new Error(file.message)
  return file
}

const send = (file: StoredFile, number: number, octets: Buffer, digest = sha256(octets)) =>
  inTenant(file.tenantId, (tx) =>
    uploadPart(tx, DEPS, file, { number, octets, sha256: digest, bytesBefore: 0 }),
  )

const reasonOf = (value: unknown) =>
  isRefusal(value as object) ? (value as { reason: string }).reason : null

async function wholeOf(opened: Database, file: StoredFile, opener = sealer): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of octetsOf(opened, opener, file)) parts.push(part)
  return Buffer.concat(parts)
}

it('takes the parts of an upload in any order and twice, and gives back the same octets', async () => {
  const tenantId = await openTenant()
  const octets = randomBytes(2 * PART_BYTES + 1_000)
  const part = (number: number) => octets.subarray((number - 1) * PART_BYTES, number * PART_BYTES)
  const file = await begun(tenantId, octets.length)
  expect(reasonOf(await send(file, 3, part(3)))).toBeNull()
  expect(reasonOf(await checkUpload(database, DEPS, file))).toBe('parts-missing')
  for (const number of [1, 3, 2]) expect(reasonOf(await send(file, number, part(number)))).toBeNull()
  const hash = await checkUpload(database, DEPS, file)
  expect(hash).toEqual(sha256(octets))
  const complete = () => inTenant(tenantId, (tx) => completeUpload(tx, file, sha256(octets), NOW))
  expect(await complete()).toMatchObject({ state: 'complete', sha256: sha256(octets) })
  expect(await complete()).toMatchObject({ state: 'complete' })
  expect((await wholeOf(database, file)).equals(octets)).toBe(true)
  expect(reasonOf(await send(file, 1, part(1)))).toBe('file-gone')
})

it('refuses a part that has another digest, size or number than it should', async () => {
  const file = await begun(await openTenant(), PART_BYTES + 10)
  const ten = randomBytes(10)
  expect(reasonOf(await send(file, 2, ten, sha256(randomBytes(10))))).toBe('wrong-digest')
  expect(reasonOf(await send(file, 2, randomBytes(11)))).toBe('wrong-part')
  expect(reasonOf(await send(file, 1, ten))).toBe('wrong-part')
  expect(reasonOf(await send(file, 3, ten))).toBe('wrong-part')
  expect(reasonOf(await send(file, 0, ten))).toBe('wrong-part')
  expect(await inTenant(file.tenantId, (tx) => store.partNumbers(tx, file.tenantId, file.id))).toEqual([])
})

it('knows no file of another merchant', async () => {
  const file = await begun(await openTenant(), 10)
  const other = await openTenant()
  const sent = { number: 1, octets: randomBytes(10), sha256: randomBytes(32), bytesBefore: 0 }
  const stolen = await inTenant(other, (tx) => uploadPart(tx, DEPS, { tenantId: other, id: file.id }, sent))
  expect(reasonOf(stolen)).toBe('file-gone')
  expect(await inTenant(other, (tx) => store.findFile(tx, file.tenantId, file.id))).toBeNull()
})

it('keeps the quotas of a merchant and of a cell, also where two begin at once', async () => {
  const tenantId = await openTenant()
  const asks = [12_000_000, 12_000_000, 12_000_000].map((bytes) =>
    inTenant(tenantId, (tx) => beginUpload(tx, DEPS, tenantId, { ...upload, bytes, bytesOfCell: 0 })),
  )
  const reasons = (await Promise.all(asks)).map(reasonOf)
  expect(reasons.filter((reason) => reason === null)).toHaveLength(2)
  expect(reasons).toContain('files-full')
  const other = await openTenant()
  const full = { ...upload, bytes: 1_000, bytesOfCell: 49_999_500 }
  const refused = await inTenant(other, (tx) => beginUpload(tx, DEPS, other, full))
  expect(reasonOf(refused)).toBe('cell-full')
})

it('shows nothing of a file in a dump of its tables', async () => {
  const tenantId = await openTenant()
  const person = 'Ana Souza, ana@example.com'
  const octets = Buffer.from(`${person}\n`.repeat(100))
  const file = await begun(tenantId, octets.length)
  await send(file, 1, octets)
  await inTenant(tenantId, (tx) => completeUpload(tx, file, sha256(octets), NOW))
  const args = ['--data-only', '--inserts', '--table=file', '--table=file_part', url]
  const { stdout } = await promisify(execFile)('pg_dump', args, { maxBuffer: 64 * 1024 * 1024 })
  const kept = (needle: Buffer) =>
    stdout.includes(needle.toString('latin1')) || stdout.includes(needle.toString('hex'))
  // Its name and hash are there, so this finds what there is.
  expect([kept(Buffer.from('old.csv')), kept(sha256(octets))]).toEqual([true, true])
  for (let at = 0; at + 6 <= person.length; at += 1) {
    const needle = Buffer.from(person.slice(at, at + 6))
    expect([needle.toString(), kept(needle)]).toEqual([needle.toString(), false])
  }
  expect(kept(gzipSync(octets).subarray(0, 20))).toBe(false)
})

it('shows nothing of a file in the database, and its parts open in their place only', async () => {
  const tenantId = await openTenant()
  const octets = Buffer.from('Ana Souza, ana@example.com\n'.repeat(100))
  const file = await begun(tenantId, octets.length)
  await send(file, 1, octets)
  const stored = await inTenant(tenantId, (tx) => store.readPart(tx, tenantId, file.id, 1))
  expect(stored?.includes('Ana')).toBe(false)
  expect(() => gunzipSync(stored ?? Buffer.alloc(0))).toThrow()
  expect((await wholeOf(database, file)).equals(octets)).toBe(true)
  await expect(wholeOf(database, file, createSealer([key()]))).rejects.toThrow('PUNCHCARD_SECRETS_KEY')
  await expect(wholeOf(database, { ...file, id: file.id + 1 })).rejects.toThrow()
  const two = await begun(tenantId, PART_BYTES + 10)
  await send(two, 2, randomBytes(10))
  await everything.query('update file_part set number = 1 where tenant_id = $1 and file_id = $2', [
    tenantId,
    two.id,
  ])
  await expect(wholeOf(database, two)).rejects.toThrow('does not open')
})

it('opens with a new key after it was sealed anew', async () => {
  const tenantId = await openTenant()
  const octets = randomBytes(100)
  const file = await begun(tenantId, octets.length)
  await send(file, 1, octets)
  const next = key()
  const both = createSealer([next, KEY])
  expect(await inTenant(tenantId, (tx) => resealFiles(tx, tenantId, both))).toEqual({
    done: 1,
    unreadable: [],
  })
  const again = await inTenant(tenantId, (tx) => store.findFile(tx, tenantId, file.id))
  if (!again) throw new Error('no file')
  expect((await wholeOf(database, again, createSealer([next]))).equals(octets)).toBe(true)
  expect(await inTenant(tenantId, (tx) => resealFiles(tx, tenantId, createSealer([key()])))).toEqual({
    done: 0,
    unreadable: [file.id],
  })
})

it('adds to the result of a job part by part, and hashes it at the end, also in another process', async () => {
  const tenantId = await openTenant()
  const result = { ...RESULT, tenantId, jobId: 5 }
  const pages = [randomBytes(PART_BYTES + 5), Buffer.from('b\n'.repeat(1_000)), Buffer.from('c\n')]
  let parts = 0
  for (const octets of pages) {
    const page = { parts, octets, lines: 1_000, bytesOfCell: 0, now: NOW }
    const known = parts + partsIn(octets)
    parts = await inTenant(tenantId, (tx) => appendToResult(tx, DEPS, result, page))
    expect(parts).toBe(known)
    // A page that another turn has done already is not done again.
    await expect(inTenant(tenantId, (tx) => appendToResult(tx, DEPS, result, page))).rejects.toThrow(
      'knows of',
    )
  }
  expect(parts).toBe(4)
  const whole = sha256(Buffer.concat(pages))
  const first = new ResultHashes()
  const one = await inTenant(tenantId, (tx) => first.read(tx, DEPS, result, { parts: 0, atMost: 2 }))
  expect(one).toMatchObject({ parts: 2, sha256: null })
  const second = new ResultHashes()
  const again = await inTenant(tenantId, (tx) => second.read(tx, DEPS, result, { parts: 2, atMost: 3 }))
  expect(again).toMatchObject({ parts: 3, sha256: null })
  const last = await inTenant(tenantId, (tx) => second.read(tx, DEPS, result, { parts: 3, atMost: 3 }))
  expect(last.sha256).toEqual(whole)
  await inTenant(tenantId, (tx) => completeResult(tx, last.file, whole, NOW))
  const [file] = await inTenant(tenantId, (tx) => store.filesOfJob(tx, tenantId, 5))
  expect(file).toMatchObject({ state: 'complete', lines: 3_000, bytes: Buffer.concat(pages).length })
  expect(file?.expiresAt).toBe(NOW + 7 * DAY_MS)
})

it('refuses a result that does not fit, and leaves what was there', async () => {
  const tenantId = await openTenant()
  const result = { ...RESULT, tenantId, jobId: 6 }
  const append = (parts: number, octets: Buffer, deps = DEPS) =>
    inTenant(tenantId, (tx) =>
      appendToResult(tx, deps, result, { parts, octets, lines: 1, bytesOfCell: 0, now: NOW }),
    )
  await append(0, randomBytes(1_000))
  const tight = { ...DEPS, quotas: { ...QUOTAS, ofTenant: 1_500 } }
  await expect(append(1, randomBytes(501), tight)).rejects.toThrow(FileRefused)
  expect(await append(1, randomBytes(500), tight)).toBe(2)
  // A job that is cancelled leaves no file, and one that begins again begins with an empty one.
  await inTenant(tenantId, (tx) => discardResults(tx, tenantId, 6))
  expect(await append(0, randomBytes(1_400), tight)).toBe(1)
})

it('deletes octets at once, and forgets a deleted file when it would have expired', async () => {
  const tenantId = await openTenant()
  const octets = randomBytes(10)
  const file = await begun(tenantId, octets.length)
  await send(file, 1, octets)
  await inTenant(tenantId, (tx) => completeUpload(tx, file, sha256(octets), NOW))
  const others = { jobIds: [file.id], uploadIds: [] }
  await inTenant(tenantId, (tx) => store.markFilesWithPersonsDeleted(tx, tenantId, 'customerErased', others))
  expect(await inTenant(tenantId, (tx) => deleteFile(tx, file, 'asked'))).toMatchObject({
    deletedBecause: 'customerErased',
  })
  await deletePartsOf(database, tenantId, new AbortController().signal)
  expect(await wholeOf(database, file)).toHaveLength(0)
  const forget = (now: number) => inTenant(tenantId, (tx) => store.deleteOldFiles(tx, [tenantId], now))
  expect(await forget(NOW + 29 * DAY_MS)).toBe(0)
  expect(await forget(NOW + 30 * DAY_MS)).toBe(1)
  const expiring = await begun(tenantId, 10)
  await inTenant(tenantId, (tx) => store.markExpiredDeleted(tx, [tenantId], NOW + 30 * DAY_MS))
  expect(await inTenant(tenantId, (tx) => store.findFile(tx, tenantId, expiring.id))).toMatchObject({
    state: 'deleted',
    deletedBecause: 'expired',
  })
})
