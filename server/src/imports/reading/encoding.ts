import { TextDecoder } from 'node:util'
import { type Encoding, UnreadableFile } from './format.ts'

/** As the octets at the beginning of a file say it; null: they do not. */
export function markedEncoding(octets: Buffer): Encoding | null {
  if (octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf) return 'utf-8'
  if (octets[0] === 0xff && octets[1] === 0xfe) return 'utf-16le'
  if (octets[0] === 0xfe && octets[1] === 0xff) return 'utf-16be'
  return null
}

/** Of a sample that may be cut within a character at both ends. */
export function isStrictUtf8(sample: Buffer): boolean {
  let from = 0
  while (from < 3 && from < sample.length && isContinuation(sample[from])) from += 1
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    // Streaming: a character that is cut off at the end is none that is wrong.
    decoder.decode(sample.subarray(from), { stream: true })
    return true
  } catch {
    return false
  }
}

function isContinuation(octet: number | undefined): boolean {
  return octet !== undefined && (octet & 0xc0) === 0x80
}

/** Octets to text, strictly: an octet that the encoding does not have ends the reading, with its place. */
export class StrictDecoder {
  readonly #encoding: Encoding
  readonly #decoder: TextDecoder
  /** How many octets were decoded. */
  #byte: number
  /** The last ones, which may be the beginning of a character that ends in the next octets. */
  #tail = Buffer.alloc(0)

  constructor(encoding: Encoding, byte: number) {
    this.#encoding = encoding
    this.#byte = byte
    // The mark at the beginning is counted as octets of the file, so it must not vanish here.
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  }

  decode(octets: Buffer, isLast: boolean): string {
    try {
      const text = this.#decoder.decode(octets, { stream: !isLast })
      this.#byte += octets.length
      this.#tail = Buffer.from(octets.subarray(-3))
      return text
    } catch {
      const before = this.#tail
      const place = this.#encoding === 'utf-8' ? firstWrong(Buffer.concat([before, octets])) : before.length
      const byte = this.#byte - before.length + place
      throw new UnreadableFile('not-encoded-so', { encoding: this.#encoding, byte: String(byte) })
    }
  }
}

/** Where the first character begins that is none of UTF-8. The octets may begin within one. */
function firstWrong(octets: Buffer): number {
  let start = 0
  while (start < 3 && isContinuation(octets[start])) start += 1
  // By halves: the longest beginning that decodes, which may end within a character.
  let good = start
  let bad = octets.length + 1
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1
    if (decodes(octets.subarray(start, middle))) good = middle
    else bad = middle
  }
  let lead = good
  while (lead > good - 3 && isContinuation(octets[lead - 1])) lead -= 1
  const isWithin = lead > 0 && lengthOfCharacter(octets[lead - 1]) > good - lead + 1
  return isWithin ? lead - 1 : good
}

function lengthOfCharacter(lead = 0): number {
  if (lead < 0xc0) return 1
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : 4
}

function decodes(octets: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(octets, { stream: true })
    return true
  } catch {
    return false
  }
}

/** How many octets a text that was decoded had. */
export function bytesOfText(text: string, encoding: Encoding): number {
  switch (encoding) {
    case 'utf-8':
      return Buffer.byteLength(text)
    case 'windows-1252':
      return text.length
    default:
      return text.length * 2
  }
}

/** UTF-8 that was taken for Windows-1252 and written as UTF-8 again, such as “SÃ£o”. */
const ENCODED_TWICE =
  /[ÂÃ][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]/

export function looksEncodedTwice(text: string): boolean {
  return ENCODED_TWICE.test(text)
}
