import { createHash } from 'node:crypto'

/** Of what a merge was asked for with: the same request is known by it. Ids can't hold the character between them. */
export function requestHashOf(from: string, into: string): Buffer {
  return createHash('sha256').update(`${from}\u0000${into}`).digest()
}
