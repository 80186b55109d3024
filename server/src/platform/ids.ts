import { randomBytes } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes as base62 text of a fixed length: enough digits for any value of that many bytes. */
export function toBase62(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  const length = Math.ceil((bytes.length * 8) / Math.log2(62))
  let text = ''
  while (text.length < length) {
    text = `${BASE62.charAt(Number(value % 62n))}${text}`
    value /= 62n
  }
  return text
}

export function randomBase62(byteCount: number): string {
  return toBase62(randomBytes(byteCount))
}

/**
 * Request ids: unique across processes by a random start, ordered within one. A counter, because
 * 128 random bits for each request would cost more than everything else the edge does.
 */
export function createRequestIds(): () => string {
  const prefix = randomBase62(9)
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
