/** The files that jobs write, page by page. */
import { createHash, type Hash } from 'node:crypto'
import type { TenantId } from '../contract/ids.ts'
import type { Refusal } from '../contract/refusal.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Sealer } from '../platform/sealing.ts'
import { PART_BYTES, type StoredFile } from './file.ts'
import type { FileDeps } from './files.ts'
import { type FileReason, refuseFile } from './rules/file-quota.ts'
import { newFileKey, openFileKey, openPart, sealPart } from './sealed-part.ts'
import * as store from './store/files.ts'

const DAY_MS = 86_400_000
const RESULT_DAYS = 7

/** Which of its files a job writes to. */
export interface ResultFile {
  readonly tenantId: TenantId
  readonly jobId: number
  readonly name: string
  readonly purpose: string
  readonly holdsPersons: boolean
  readonly byActor: string
}

/** A page's lines do not fit. The job fails with the sentence, and repeating it would not help. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
  readonly refused: Refusal<FileReason>

  constructor(refused: Refusal<FileReason>) {
    super(refused.message)
    this.refused = refused
  }
}

/**
 * Adds to a job's file in the transaction that saves the job's checkpoint, so that a job that is cut off goes on exactly
 * where its file ends. `parts`: how many the checkpoint knows of. Returns how many there are now.
 */
export async function appendToResult(
  tx: Tx,
  { sealer, quotas }: FileDeps,
  result: ResultFile,
  { parts, octets, lines, bytesOfCell, now }: Appended,
): Promise<number> {
  const file = await openResult(tx, sealer, result, now)
  const { tenantId, id, bytes } = file
  const used = {
    ofTenant: await store.bytesOfOthers(tx, tenantId, id),
    ofCell: Math.max(0, bytesOfCell - bytes),
  }
  const refused = refuseFile(bytes + octets.length, used, quotas)
  if (refused) throw new FileRefused(refused)
  const found = await store.countParts(tx, tenantId, id)
  if (found !== parts) throw new Error(`file ${id} has ${found} parts, and its job knows of ${parts}`)
  const key = openFileKey(sealer, file)
  let number = parts
  for (const part of inParts(octets)) {
    number += 1
    await store.savePart(tx, file, number, await sealPart(key, number, part))
  }
  await store.growFile(tx, file, { bytes: bytes + octets.length, lines: (file.lines ?? 0) + lines })
  return number
}

interface Appended {
  readonly parts: number
  readonly octets: Buffer
  readonly lines: number
  readonly bytesOfCell: number
  readonly now: Instant
}

/** How many parts these octets take: what the checkpoint knows of before they are written. */
export function partsIn(octets: Uint8Array): number {
  return Math.ceil(octets.length / PART_BYTES)
}

function* inParts(octets: Buffer): Generator<Buffer> {
  for (let from = 0; from < octets.length; from += PART_BYTES) yield octets.subarray(from, from + PART_BYTES)
}

async function openResult(tx: Tx, sealer: Sealer, result: ResultFile, now: Instant): Promise<StoredFile> {
  const { tenantId, jobId, name } = result
  const known = await store.lockFileOfJob(tx, tenantId, jobId, name)
  if (known) return known
  const id = await store.nextFileId(tx)
  const { sealed: sealedKey } = newFileKey(sealer, { tenantId, id })
  const expiresAt = now + RESULT_DAYS * DAY_MS
  await store.insertFile(tx, tenantId, { ...result, id, bytes: 0, lines: 0, sealedKey, now, expiresAt })
  const made = await store.lockFileOfJob(tx, tenantId, jobId, name)
  if (!made) throw new Error('a file that was inserted is there')
  return made
}

/** The hash of a file that is still read, as far as this process has read it. Node can't save one half-way. */
interface Reading {
  readonly hash: Hash
  readonly parts: number
}

/**
 * Hashes results, so many parts at a time. A process that takes over from another begins at the first part again: it costs
 * one more look at the file, at the end of a job that was cut off there.
 */
export class ResultHashes {
  readonly #readings = new Map<string, Reading>()

  /** How many parts are read now, and the hash when those were the last. */
  async read(
    tx: Tx,
    { sealer }: Pick<FileDeps, 'sealer'>,
    result: Pick<ResultFile, 'tenantId' | 'jobId' | 'name'>,
    { parts, atMost }: { readonly parts: number; readonly atMost: number },
  ): Promise<{ readonly file: StoredFile; readonly parts: number; readonly sha256: Buffer | null }> {
    const file = (await store.filesOfJob(tx, result.tenantId, result.jobId)).find(
      ({ name, state }) => name === result.name && state === 'writing',
    )
    if (!file) throw new Error(`job ${result.jobId} has no file ${result.name} to complete`)
    // Cells number their files apart, and one process works in several.
    const place = `${file.tenantId} ${file.id}`
    const known = this.#readings.get(place)
    const from = known?.parts === parts ? known : { hash: createHash('sha256'), parts: 0 }
    const key = openFileKey(sealer, file)
    let number = from.parts
    while (number < from.parts + atMost) {
      const sealed = await store.readPart(tx, file.tenantId, file.id, number + 1)
      if (!sealed) {
        this.#readings.delete(place)
        return { file, parts: number, sha256: from.hash.copy().digest() }
      }
      number += 1
      from.hash.update(await openPart(key, number, sealed))
    }
    this.#readings.set(place, { hash: from.hash, parts: number })
    return { file, parts: number, sha256: null }
  }
}

export async function completeResult(
  tx: Tx,
  file: Pick<StoredFile, 'tenantId' | 'id'>,
  sha256: Buffer,
  now: Instant,
): Promise<void> {
  await store.completeFile(tx, file, { sha256, expiresAt: now + RESULT_DAYS * DAY_MS })
}

/** What an unfinished run has left. The worker deletes the parts afterwards. */
export async function discardResults(tx: Tx, tenantId: TenantId, jobId: number): Promise<void> {
  await store.markFilesOfJobDeleted(tx, tenantId, jobId, 'jobEnded')
}
