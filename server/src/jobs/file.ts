import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'

/** As they are stored, by their number. */
export const FILE_STATES = ['writing', 'complete', 'deleted'] as const
export type FileState = (typeof FILE_STATES)[number]

export const DELETED_BECAUSE = ['asked', 'expired', 'customerErased', 'jobEnded', 'tenantDeleted'] as const
export type DeletedBecause = (typeof DELETED_BECAUSE)[number]

/** A part of an upload has so many octets, and the last one what is left. A part of a result has at most as many. */
export const PART_BYTES = 4 * 1024 * 1024
/** Of one file. Larger exports belong to the command line, which writes to disk. */
export const FILE_BYTES_MAX = 2_000_000_000

/** Named octets of one merchant, in sealed parts: an upload, or the result of a job. */
export interface StoredFile {
  readonly tenantId: TenantId
  readonly id: number
  /** null: it was uploaded. */
  readonly jobId: number | null
  readonly name: string
  readonly purpose: string
  /** Of an upload, what was announced; of a result, what is written so far. */
  readonly bytes: number
  readonly lines: number | null
  /** Of all octets; null: not complete. */
  readonly sha256: Buffer | null
  readonly sealedKey: Buffer
  readonly holdsPersons: boolean
  readonly state: FileState
  readonly byActor: string
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly deletedBecause: DeletedBecause | null
}

/** How many parts an upload of so many octets has. */
export function partsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / PART_BYTES))
}

/** How many octets one of its parts has; null: it has no such part. */
export function bytesOfPart(bytes: number, number: number): number | null {
  const parts = partsOf(bytes)
  if (number < 1 || number > parts) return null
  return number < parts ? PART_BYTES : bytes - (parts - 1) * PART_BYTES
}
