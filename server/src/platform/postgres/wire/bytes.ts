const TWO_32 = 2 ** 32
/** The most that a character of UTF-16 takes: a pair of surrogates is two of them, and four bytes. */
const BYTES_PER_CHARACTER = 3
/** Most short texts are ASCII, and to call the encoder takes longer than to copy them. */
const SHORT = 32
const ASCII_END = 128

/**
 * Bytes that grow as they are written. Numbers are written byte by byte: `writeInt32BE` and the others check their
 * arguments each time, and a batch of 24 orders is some 1,500 numbers.
 */
export class Bytes {
  #space: Buffer
  #at = 0

  constructor(space: Buffer) {
    this.#space = space
  }

  get length(): number {
    return this.#at
  }

  /** What has been written; it is overwritten once `space` is used again. */
  get written(): Buffer {
    return this.#space.subarray(0, this.#at)
  }

  get space(): Buffer {
    return this.#space
  }

  /** Forgets all behind this length. */
  cutTo(length: number): void {
    this.#at = length
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#space.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#space.length * 2, this.#at + bytes))
    this.#space.copy(larger, 0, 0, this.#at)
    this.#space = larger
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#space[this.#at] = value
    this.#at += 1
  }

  int16(value: number): void {
    this.#reserve(2)
    this.#space[this.#at] = value >>> 8
    this.#space[this.#at + 1] = value
    this.#at += 2
  }

  int32(value: number): void {
    this.#reserve(4)
    this.putInt32(this.#at, value)
    this.#at += 4
  }

  /** Over what is written there already. */
  putInt32(at: number, value: number): void {
    const space = this.#space
    space[at] = value >>> 24
    space[at + 1] = value >>> 16
    space[at + 2] = value >>> 8
    space[at + 3] = value
  }

  /** Over what is written there already. */
  putInt16(at: number, value: number): void {
    this.#space[at] = value >>> 8
    this.#space[at + 1] = value
  }

  /** Of a safe integer. */
  int64(value: number): void {
    const high = Math.floor(value / TWO_32)
    this.int32(high)
    this.int32(value - high * TWO_32)
  }

  bigInt64(value: bigint): void {
    this.#reserve(8)
    this.#at = this.#space.writeBigInt64BE(value, this.#at)
  }

  text(value: string): void {
    const { length } = value
    this.#reserve(length * BYTES_PER_CHARACTER)
    if (!(length <= SHORT && this.#ascii(value))) this.#at += this.#space.write(value, this.#at)
  }

  #ascii(value: string): boolean {
    const space = this.#space
    const at = this.#at
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index)
      if (code >= ASCII_END) return false
      space[at + index] = code
    }
    this.#at += value.length
    return true
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#space.set(value, this.#at)
    this.#at += value.length
  }
}
