import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer as it is sent, in each encoding; a strong ETag names exactly these bytes. */
export interface KeptAnswer {
  readonly bodies: Readonly<Record<Encoding, { readonly bytes: Buffer; readonly etag: string }>>
}

interface Entry {
  readonly answer: KeptAnswer
  readonly bytes: number
  /** By which the maker knows that what it was made of has changed. */
  readonly version: number
  lookedAt: number
}

export interface AnswerMemoryOptions {
  readonly bytesMax: number
  /** How long an answer is sent without a look at what it is made of. */
  readonly freshMs: number
  readonly clock: () => number
  readonly onHit?: () => void
}

/** Answers that are the same for everyone, ready to be sent; those that were used longest ago are forgotten. */
export class AnswerMemory {
  readonly #options: AnswerMemoryOptions
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Map<string, Promise<KeptAnswer>>()
  #bytes = 0

  constructor(options: AnswerMemoryOptions) {
    this.#options = options
  }

  get bytes(): number {
    return this.#bytes
  }

  /** `make` is asked where there is no answer of this version, or none that was looked at lately. */
  get(name: string, version: number, make: () => Promise<Buffer>): KeptAnswer | Promise<KeptAnswer> {
    const { clock, freshMs, onHit } = this.#options
    const entry = this.#entries.get(name)
    if (entry && entry.version === version && clock() < entry.lookedAt + freshMs) {
      // Deleted and set again, it is the youngest.
      this.#entries.delete(name)
      this.#entries.set(name, entry)
      onHit?.()
      return entry.answer
    }
    // Made for one of them, for all that wait for it.
    const key = `${name} ${version}`
    let made = this.#making.get(key)
    if (!made) {
      made = this.#make(name, version, make).finally(() => this.#making.delete(key))
      this.#making.set(key, made)
    }
    return made
  }

  async #make(name: string, version: number, make: () => Promise<Buffer>): Promise<KeptAnswer> {
    const lookedAt = this.#options.clock()
    const identity = await make()
    const before = this.#entries.get(name)
    const isSame = before?.answer.bodies.identity.bytes.equals(identity) ?? false
    const answer = before && isSame ? before.answer : await encoded(identity)
    this.#keep(name, { answer, bytes: sizeOf(answer), version, lookedAt })
    return answer
  }

  #keep(name: string, entry: Entry): void {
    this.#forget(name)
    if (entry.bytes > this.#options.bytesMax) return
    this.#entries.set(name, entry)
    this.#bytes += entry.bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#options.bytesMax) return
      this.#forget(oldest)
    }
  }

  #forget(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0
    this.#entries.delete(name)
  }
}

/** Names exactly these bytes. */
export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

async function encoded(identity: Buffer): Promise<KeptAnswer> {
  const hash = hashOf(identity)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressGzip(identity, { level: 9 }),
  ])
  return {
    bodies: {
      identity: { bytes: identity, etag: `"${hash}"` },
      br: { bytes: br, etag: `"${hash}-br"` },
      gzip: { bytes: gz, etag: `"${hash}-gz"` },
    },
  }
}

function sizeOf({ bodies }: KeptAnswer): number {
  return Object.values(bodies).reduce((sum, { bytes }) => sum + bytes.length, 0)
}

/** The smallest that the sender of this `Accept-Encoding` can read. */
export function encodingFor(header: string | string[] | undefined): Encoding {
  const accepted = new Set<string>()
  for (const part of String(header ?? '').split(',', 20)) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    if (!parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) accepted.add(name.trim())
  }
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'identity'
}

/** Whether an `If-None-Match` names this answer. */
export function isKnownTo(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',', 20).some((part) => part.trim().replace(/^W\//, '') === etag || part.trim() === '*')
}
