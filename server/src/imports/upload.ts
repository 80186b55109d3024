/** The files of an import: as they were uploaded, and as its jobs have written them. */
import { PART_BYTES, type StoredFile } from '../jobs/file.ts'
import { openFileKey, openPart } from '../jobs/sealed-part.ts'
import { readPart } from '../jobs/store/files.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { Octets } from './reading/format.ts'

/** A file was deleted while it was read. Half a file would look like a whole one that ends there. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

/** Reads parts in this transaction, one at a time. All parts of an upload but the last are of one size. */
export function uploadedOctets(tx: Tx, sealer: Sealer, file: StoredFile): Octets {
  const { bytes } = file
  const key = openFileKey(sealer, file)
  return {
    size: bytes,
    async read(from) {
      if (from >= bytes) return Buffer.alloc(0)
      const number = Math.floor(from / PART_BYTES) + 1
      return (await partOf(tx, { file, key }, number)).subarray(from % PART_BYTES)
    },
  }
}

/** The beginning of a file that a job wrote: its parts are as large as the pages of the job were. */
export async function writtenOctets(
  tx: Tx,
  sealer: Sealer,
  file: StoredFile,
  atMost = PART_BYTES,
): Promise<Octets> {
  const key = openFileKey(sealer, file)
  const parts: Buffer[] = []
  let size = 0
  while (size < Math.min(file.bytes, atMost)) {
    const part = await partOf(tx, { file, key }, parts.length + 1)
    parts.push(part)
    size += part.length
  }
  const octets = Buffer.concat(parts)
  return { size, read: async (from) => octets.subarray(from) }
}

async function partOf(
  tx: Tx,
  { file, key }: { readonly file: StoredFile; readonly key: Buffer },
  number: number,
): Promise<Buffer> {
  const sealed = await readPart(tx, file.tenantId, file.id, number)
  if (!sealed) throw new FileGone(`part ${number} of file ${file.id} was deleted while it was read`)
  return openPart(key, number, sealed)
}
