import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { TenantId } from '../contract/ids.ts'
import { openOctets, type Sealer, SealingError, sealOctets } from '../platform/sealing.ts'
import { PART_BYTES } from './file.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

const KEY_BYTES = 32
/** Exports are text that packs well at any level, and a higher one takes twice the time for a tenth less. */
const LEVEL = 4

/** What a file's key is sealed for: put beside another file it opens nothing. */
interface FileName {
  readonly tenantId: TenantId
  readonly id: number
}

function contextOf({ tenantId, id }: FileName): string {
  return `file ${tenantId} ${id}`
}

/** A new key for one file, and how it is stored. */
export function newFileKey(
  sealer: Sealer,
  file: FileName,
): { readonly key: Buffer; readonly sealed: Buffer } {
  const key = randomBytes(KEY_BYTES)
  return { key, sealed: sealer.seal(key.toString('base64'), contextOf(file)) }
}

export function openFileKey(sealer: Sealer, file: FileName & { readonly sealedKey: Uint8Array }): Buffer {
  return Buffer.from(sealer.open(file.sealedKey, contextOf(file)), 'base64')
}

/** Sealed anew with the sealer's first key. */
export function resealFileKey(sealer: Sealer, file: FileName & { readonly sealedKey: Uint8Array }): Buffer {
  return sealer.seal(openFileKey(sealer, file).toString('base64'), contextOf(file))
}

export interface SealedPart {
  readonly octets: Buffer
  /** Of what was sealed, not of the seal. */
  readonly sha256: Buffer
}

/** Packs and seals: a dump of the database alone tells nothing. Its number is authenticated, so parts can't change places. */
export async function sealPart(key: Buffer, number: number, octets: Uint8Array): Promise<SealedPart> {
  if (octets.length > PART_BYTES) throw new Error(`a part of ${octets.length} octets is too large`)
  return {
    octets: sealOctets(key, await pack(octets, { level: LEVEL }), numbered(number)),
    sha256: createHash('sha256').update(octets).digest(),
  }
}

export async function openPart(key: Buffer, number: number, sealed: Uint8Array): Promise<Buffer> {
  const packed = openOctets(key, sealed, numbered(number))
  if (!packed) throw new SealingError(`part ${number} of a file does not open`)
  return unpack(packed, { maxOutputLength: PART_BYTES })
}

function numbered(number: number): string {
  return `part ${number}`
}
