/** Files are written in sealed parts, within quotas, and read part by part. */
import { createHash } from 'node:crypto'
import type { TenantId } from '../contract/ids.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { type Sealer, SealingError } from '../platform/sealing.ts'
import { bytesOfPart, type DeletedBecause, partsOf, type StoredFile } from './file.ts'
import { type FileQuotas, type FileReason, refuseFile, refuseManyFiles } from './rules/file-quota.ts'
import { newFileKey, openFileKey, openPart, resealFileKey, sealPart } from './sealed-part.ts'
import * as store from './store/files.ts'

const DAY_MS = 86_400_000
/** An upload that is never completed, or whose job never comes. */
const UPLOAD_DAYS = 30

export interface FileDeps {
  readonly sealer: Sealer
  readonly quotas: FileQuotas
}

export interface Upload {
  readonly name: string
  readonly purpose: string
  readonly bytes: number
  readonly holdsPersons: boolean
  readonly byActor: string
  /** What all files of the cell have. */
  readonly bytesOfCell: number
  readonly now: Instant
}

export type UploadReason = FileReason | 'file-gone' | 'wrong-part' | 'wrong-digest' | 'parts-missing'

/** Announces an upload. Its room is kept from now on. */
export async function beginUpload(
  tx: Tx,
  { sealer, quotas }: FileDeps,
  tenantId: TenantId,
  { bytesOfCell, now, ...upload }: Upload,
): Promise<StoredFile | Refusal<UploadReason>> {
  const used = { ofTenant: await store.bytesOfOthers(tx, tenantId, null), ofCell: bytesOfCell }
  const refused =
    refuseFile(upload.bytes, used, quotas) ?? refuseManyFiles(await store.countFiles(tx, tenantId))
  if (refused) return refused
  const id = await store.nextFileId(tx)
  const { sealed: sealedKey } = newFileKey(sealer, { tenantId, id })
  const expiresAt = now + UPLOAD_DAYS * DAY_MS
  await store.insertFile(tx, tenantId, { id, jobId: null, lines: null, sealedKey, expiresAt, now, ...upload })
  const made = await store.findFile(tx, tenantId, id)
  if (!made) throw new Error('a file that was inserted is there')
  return made
}

export interface SentPart {
  readonly number: number
  readonly octets: Buffer
  /** As `Content-Digest` says it. */
  readonly sha256: Buffer
  /** What the files of the cell have that began before this one. */
  readonly bytesBefore: number
}

/** In any order, and as often as one likes: the same part again is the same. */
export async function uploadPart(
  tx: Tx,
  { sealer, quotas }: FileDeps,
  { tenantId, id }: Pick<StoredFile, 'tenantId' | 'id'>,
  { number, octets, sha256, bytesBefore }: SentPart,
): Promise<StoredFile | Refusal<UploadReason>> {
  const file = await store.lockFile(tx, tenantId, id)
  if (file?.state !== 'writing' || file.jobId !== null) return gone()
  // Two that began at the same moment did not see one another: the later one ends here.
  const refused = refuseFile(file.bytes, { ofTenant: 0, ofCell: bytesBefore }, quotas)
  if (refused?.reason === 'cell-full') return refused
  const expected = bytesOfPart(file.bytes, number)
  if (expected === null) {
    return refusal('wrong-part', `This file has the parts 1 to ${partsOf(file.bytes)}.`, 'number')
  }
  if (octets.length !== expected) {
    const why = `Part ${number} has ${expected} octets, and ${octets.length} were sent.`
    return refusal('wrong-part', why, 'number')
  }
  if (!createHash('sha256').update(octets).digest().equals(sha256)) {
    return refusal('wrong-digest', 'Content-Digest is not that of the octets. Send the part again.')
  }
  await store.savePart(tx, file, number, await sealPart(openFileKey(sealer, file), number, octets))
  return file
}

function gone(): Refusal<UploadReason> {
  return refusal('file-gone', 'There is no such upload under way. Begin it again: POST files.')
}

/**
 * What completing an upload needs to know: whether all parts are there, and their hash. It reads them one by one, each in
 * a transaction of its own, because a file may have two gigabytes.
 */
export async function checkUpload(
  database: Pick<Database, 'read'>,
  { sealer }: FileDeps,
  file: StoredFile,
): Promise<Buffer | Refusal<UploadReason>> {
  const { tenantId, id, bytes } = file
  const there = new Set(await database.read([tenantId], (tx) => store.partNumbers(tx, tenantId, id)))
  const missing = Array.from({ length: partsOf(bytes) }, (_, index) => index + 1).filter(
    (number) => !there.has(number),
  )
  const [first] = missing
  if (first !== undefined) {
    const others = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
    return refusal('parts-missing', `Part ${first}${others} of ${partsOf(bytes)} is missing.`)
  }
  const hash = createHash('sha256')
  for await (const part of octetsOf(database, sealer, file)) hash.update(part)
  return hash.digest()
}

export async function completeUpload(
  tx: Tx,
  { tenantId, id }: Pick<StoredFile, 'tenantId' | 'id'>,
  sha256: Buffer,
  now: Instant,
): Promise<StoredFile | Refusal<UploadReason>> {
  const file = await store.lockFile(tx, tenantId, id)
  if (file?.state === 'complete' && file.sha256?.equals(sha256)) return file
  if (file?.state !== 'writing' || file.jobId !== null) return gone()
  const expiresAt = now + UPLOAD_DAYS * DAY_MS
  await store.completeFile(tx, file, { sha256, expiresAt })
  return { ...file, state: 'complete', sha256, expiresAt }
}

/** All octets of a file, part by part, each read in a transaction of its own. */
export async function* octetsOf(
  database: Pick<Database, 'read'>,
  sealer: Sealer,
  file: StoredFile,
): AsyncGenerator<Buffer> {
  const { tenantId, id } = file
  const key = openFileKey(sealer, file)
  for (let number = 1; ; number += 1) {
    const sealed = await database.read([tenantId], (tx) => store.readPart(tx, tenantId, id, number))
    if (!sealed) return
    yield await openPart(key, number, sealed)
  }
}

/**
 * The same for a client. A file that is deleted meanwhile must not end as if it were whole: the client would wait for
 * the octets that are missing.
 */
export async function* wholeFile(
  database: Pick<Database, 'read'>,
  sealer: Sealer,
  file: StoredFile,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of octetsOf(database, sealer, file)) {
    bytes += part.length
    yield part
  }
  if (bytes !== file.bytes) throw new Error(`file ${file.id} was deleted while it was read`)
}

export async function deleteFile(
  tx: Tx,
  { tenantId, id }: Pick<StoredFile, 'tenantId' | 'id'>,
  because: DeletedBecause,
): Promise<StoredFile | null> {
  const file = await store.lockFile(tx, tenantId, id)
  if (!file || file.state === 'deleted') return file
  await store.markFileDeleted(tx, tenantId, id, because)
  return { ...file, state: 'deleted', deletedBecause: because }
}

/** Seals the keys of a merchant's files anew. Returns which of them no key opens. */
export async function resealFiles(
  tx: Tx,
  tenantId: TenantId,
  sealer: Sealer,
): Promise<{ readonly done: number; readonly unreadable: readonly number[] }> {
  const unreadable: number[] = []
  let done = 0
  for (const file of await store.keysToReseal(tx, tenantId)) {
    try {
      await store.saveSealedKey(tx, file, resealFileKey(sealer, file))
      done += 1
    } catch (error) {
      if (!(error instanceof SealingError)) throw error
      unreadable.push(file.id)
    }
  }
  return { done, unreadable }
}

/** Of deleted files: so few at a time that no transaction is long. */
const PARTS_AT_ONCE = 100

/** Deletes the octets of files that are deleted, until none is left. */
export async function deletePartsOf(
  database: Database,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal.aborted) return
    const deleted = await database.transaction([tenantId], (tx) =>
      store.deleteParts(tx, tenantId, PARTS_AT_ONCE),
    )
    if (deleted < PARTS_AT_ONCE) return
  }
}
