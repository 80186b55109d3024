import { type Refusal, refusal } from '../../contract/refusal.ts'
import { FILE_BYTES_MAX } from '../file.ts'

export type FileReason = 'file-too-large' | 'files-full' | 'cell-full' | 'too-many-files'

/** Octets that files may have, together. */
export interface FileQuotas {
  readonly ofTenant: number
  readonly ofCell: number
}

/** Where an operator says nothing else. */
export const USUAL_QUOTAS: FileQuotas = { ofTenant: 5_000_000_000, ofCell: 50_000_000_000 }

/** Of one merchant, deleted ones that are still listed included: each is a row that every new one counts. */
const FILES_MAX = 10_000

/** null: one more may be begun. */
export function refuseManyFiles(count: number): Refusal<FileReason> | null {
  if (count < FILES_MAX) return null
  return refusal('too-many-files', `There are ${FILES_MAX} files already. Wait until some have expired.`)
}

/** What files have, without the one that is asked about. */
export interface FileUsage {
  readonly ofTenant: number
  readonly ofCell: number
}

/** Whether a file may have so many octets beside what is there; null: it may. */
export function refuseFile(bytes: number, used: FileUsage, quotas: FileQuotas): Refusal<FileReason> | null {
  if (bytes > FILE_BYTES_MAX) {
    return refusal('file-too-large', `A file has at most ${inGigabytes(FILE_BYTES_MAX)}.`, 'bytes')
  }
  if (used.ofTenant + bytes > quotas.ofTenant) {
    return refusal(
      'files-full',
      `Your files have ${inGigabytes(used.ofTenant)} of ${inGigabytes(quotas.ofTenant)}. Delete files that you no longer need, or wait until they expire.`,
      'bytes',
    )
  }
  if (used.ofCell + bytes > quotas.ofCell) {
    return refusal(
      'cell-full',
      'This server has no room for more files. Ask its operator, or try again when files have expired.',
      'bytes',
    )
  }
  return null
}

const GIGABYTE = 1_000_000_000

/** With two digits after the point: whole gigabytes would say “5 of 5” long before it is full. */
function inGigabytes(bytes: number): string {
  return `${Number((bytes / GIGABYTE).toFixed(2))} GB`
}
