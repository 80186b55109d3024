/** The file of an import, as it was uploaded. */
import { PART_BYTES, type StoredFile } from '../jobs/file.ts'
import { openFileKey, openPart } from '../jobs/sealed-part.ts'
import { readPart } from '../jobs/store/files.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { Octets } from './reading/format.ts'

/** Reads parts in this transaction, one at a time. */
export function uploadedOctets(tx: Tx, sealer: Sealer, file: StoredFile): Octets {
  const { tenantId, id, bytes } = file
  const key = openFileKey(sealer, file)
  return {
    size: bytes,
    async read(from) {
      if (from >= bytes) return Buffer.alloc(0)
      const number = Math.floor(from / PART_BYTES) + 1
      const sealed = await readPart(tx, tenantId, id, number)
      // Half a file would look like a whole one that ends there.
      if (!sealed) throw new Error(`part ${number} of file ${id} was deleted while it was read`)
      return (await openPart(key, number, sealed)).subarray(from % PART_BYTES)
    },
  }
}
