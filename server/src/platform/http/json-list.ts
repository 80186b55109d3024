import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DEPTH_MAX, MalformedBodyError, parseJsonBody } from './json-body.ts'

/** So many bytes are parsed before others have their turn. */
const BYTES_PER_TURN = 64 * 1024

export interface ListLimits {
  /** A list with more entries is not parsed: it is returned with one entry more than this. */
  readonly entriesMax: number
  readonly entryBytesMax: number
}

/**
 * Parses a JSON array entry by entry, so that a body of megabytes never holds up the requests of others. What is no
 * array is parsed only where it is small.
 */
export async function parseJsonList(
  body: Buffer,
  { entriesMax, entryBytesMax }: ListLimits,
): Promise<unknown> {
  if (body.length <= BYTES_PER_TURN) return parseJsonBody(body, DEPTH_MAX + 1)
  if (!isUtf8(body)) throw new MalformedBodyError('The body is not valid UTF-8.')
  const list: unknown[] = []
  let bytes = 0
  for (const entry of entriesOf(body)) {
    if (list.length === entriesMax) return Array(entriesMax + 1).fill(null)
    if (entry.length > entryBytesMax) {
      throw new MalformedBodyError(`Item ${list.length} of the list is larger than ${entryBytesMax} bytes.`)
    }
    // An entry that is empty is a comma too many.
    list.push(parseJsonBody(entry.length === 0 ? Buffer.from(',') : entry))
    bytes += entry.length
    if (bytes > BYTES_PER_TURN) {
      bytes = 0
      await nextTurn()
    }
  }
  return list
}

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** The bytes of each entry, without the space around it. What is within an entry is for its parser to judge. */
function* entriesOf(body: Buffer): Generator<Buffer> {
  const hasMark = body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const first = skipSpace(body, hasMark ? BYTE_ORDER_MARK.length : 0)
  if (body[first] !== OPEN_BRACKET) throw new MalformedBodyError('The body must be a JSON array.')
  let start = first + 1
  let depth = 0
  let isInString = false
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at]
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1
    else if (depth > 0) {
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
    } else if (byte === COMMA) {
      yield trimmed(body, start, at)
      start = at + 1
    } else if (byte === CLOSE_BRACKET) {
      const last = trimmed(body, start, at)
      if (last.length > 0 || start !== first + 1) yield last
      if (skipSpace(body, at + 1) < body.length) break
      return
    }
  }
  throw new MalformedBodyError('The body is not valid JSON: its array does not end where the body does.')
}

function skipSpace(body: Buffer, from: number): number {
  let at = from
  while (at < body.length && (body[at] ?? 0) <= SPACE) at += 1
  return at
}

function trimmed(body: Buffer, from: number, until: number): Buffer {
  const start = Math.min(skipSpace(body, from), until)
  let end = until
  while (end > start && (body[end - 1] ?? 0) <= SPACE) end -= 1
  return body.subarray(start, end)
}
