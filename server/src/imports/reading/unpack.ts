import { createGunzip, type Gunzip } from 'node:zlib'
import { RATIO_MAX, UNPACKED_BYTES_MAX, UnreadableFile } from './format.ts'

/** Packed octets that are unpacked at once: they can't become more than 17 MiB before they are looked at. */
const PIECE = 16_384
/** So little may unpack to anything: small files of equal lines pack better than a bomb needs to. */
const ALWAYS_FINE = 4_194_304

/** Unpacks gzip as it comes, and stops where it would become more than a file may be. */
export class Unpacker {
  readonly #gunzip: Gunzip = createGunzip()
  #packed = 0
  #unpacked = 0
  #pieces: Buffer[] = []
  #state: 'open' | 'ended' | 'damaged' = 'open'
  /** Of the piece that is unpacked now. */
  #settle: () => void = () => undefined

  constructor() {
    this.#gunzip.on('data', (piece: Buffer) => {
      this.#unpacked += piece.length
      this.#pieces.push(piece)
    })
    this.#gunzip.on('end', () => this.#become('ended'))
    this.#gunzip.on('error', () => this.#become('damaged'))
  }

  /** What these octets unpack to. */
  async push(octets: Buffer): Promise<Buffer> {
    const unpacked: Buffer[] = []
    for (let from = 0; from < octets.length; from += PIECE) {
      const piece = octets.subarray(from, from + PIECE)
      this.#packed += piece.length
      await new Promise<void>((done) => {
        this.#settle = done
        this.#gunzip.write(piece, () => done())
      })
      unpacked.push(...this.#taken())
    }
    return Buffer.concat(unpacked)
  }

  /** What is left behind the last octet. A file that was cut off is damaged. */
  async end(): Promise<Buffer> {
    if (this.#state === 'open') {
      await new Promise<void>((done) => {
        this.#settle = done
        this.#gunzip.end()
      })
    }
    return Buffer.concat(this.#taken())
  }

  close(): void {
    this.#gunzip.destroy()
  }

  #become(state: 'ended' | 'damaged'): void {
    this.#state = state
    this.#settle()
  }

  #taken(): Buffer[] {
    if (this.#state === 'damaged') throw new UnreadableFile('damaged-gzip')
    const isBomb = this.#unpacked > ALWAYS_FINE && this.#unpacked > this.#packed * RATIO_MAX
    if (isBomb || this.#unpacked > UNPACKED_BYTES_MAX) {
      this.close()
      throw new UnreadableFile('unpacks-too-large')
    }
    const pieces = this.#pieces
    this.#pieces = []
    return pieces
  }
}
