import type { Instant } from '../../clock.ts'
import type { Decimal } from '../../decimal.ts'
import type { Bytes } from './bytes.ts'

/**
 * Writes one element in PostgreSQL's own binary format: nothing is quoted, written out in digits, or read again. Returns
 * false for what the format can't hold. Nothing is ever cut to fit: the array is then sent as text, and PostgreSQL
 * refuses it as it refuses any text.
 */
type WriteElement = (bytes: Bytes, value: never) => boolean

interface Binary {
  readonly oid: number
  readonly write: WriteElement
}

const INT16_MAX = 2 ** 15 - 1
const INT32_MAX = 2 ** 31 - 1
const INT64_MAX = 2n ** 63n - 1n
/** 1 January 2000, from which PostgreSQL counts its microseconds. */
const POSTGRES_EPOCH = Date.UTC(2000)
/** The years that text writes with four digits. Beyond them, PostgreSQL reads some texts and refuses others. */
const FIRST_INSTANT = new Date('0001-01-01T00:00:00Z').getTime()
const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z').getTime()

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value <= max && value >= -max - 1
}

function writeSmallint(bytes: Bytes, value: number): boolean {
  if (!isWithin(value, INT16_MAX)) return false
  bytes.int16(value)
  return true
}

function writeInt(bytes: Bytes, value: number): boolean {
  if (!isWithin(value, INT32_MAX)) return false
  bytes.int32(value)
  return true
}

const INTEGER = /^-?\d+$/

function writeBigint(bytes: Bytes, value: number | string): boolean {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) return false
    bytes.int64(value)
    return true
  }
  if (!INTEGER.test(value)) return false
  const integer = BigInt(value)
  if (integer > INT64_MAX || integer < -INT64_MAX - 1n) return false
  bytes.bigInt64(integer)
  return true
}

function writeBoolean(bytes: Bytes, value: boolean): boolean {
  bytes.byte(value ? 1 : 0)
  return true
}

function writeTimestamp(bytes: Bytes, value: Instant | 'infinity' | '-infinity'): boolean {
  if (typeof value === 'string') {
    if (value !== 'infinity' && value !== '-infinity') return false
    bytes.bigInt64(value === 'infinity' ? INT64_MAX : -INT64_MAX - 1n)
    return true
  }
  if (!Number.isInteger(value) || value < FIRST_INSTANT || value > LAST_INSTANT) return false
  const microseconds = (value - POSTGRES_EPOCH) * 1_000
  if (Number.isSafeInteger(microseconds)) bytes.int64(microseconds)
  else bytes.bigInt64(BigInt(value - POSTGRES_EPOCH) * 1_000n)
  return true
}

const DIGIT = 10_000
const NEGATIVE = 0x4000
const PLACES = 4

/** A digit of PostgreSQL counts to 10,000, and the four decimal places of a Decimal are one of them. */
function writeNumeric(bytes: Bytes, value: Decimal): boolean {
  if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) return false
  const units = Math.abs(Number(value))
  const whole = Math.floor(units / DIGIT)
  const upper = Math.floor(whole / DIGIT)
  const digits = upper === 0 ? 2 : upper < DIGIT ? 3 : 4
  bytes.int16(digits)
  // The power of the first digit: the one before the point has 0.
  bytes.int16(digits - 2)
  bytes.int16(value < 0 ? NEGATIVE : 0)
  bytes.int16(PLACES)
  if (digits === 4) bytes.int16(Math.floor(upper / DIGIT))
  if (digits >= 3) bytes.int16(upper % DIGIT)
  bytes.int16(whole % DIGIT)
  bytes.int16(units % DIGIT)
  return true
}

function writeText(bytes: Bytes, value: string): boolean {
  bytes.text(value)
  return true
}

function writeJson(bytes: Bytes, value: object): boolean {
  bytes.text(JSON.stringify(value))
  return true
}

/** Types that are rare in what is written are sent as text. */
const BINARY: Readonly<Record<string, Binary>> = {
  bigint: { oid: 20, write: writeBigint },
  int: { oid: 23, write: writeInt },
  smallint: { oid: 21, write: writeSmallint },
  numeric: { oid: 1700, write: writeNumeric },
  text: { oid: 25, write: writeText },
  boolean: { oid: 16, write: writeBoolean },
  timestamptz: { oid: 1184, write: writeTimestamp },
  json: { oid: 114, write: writeJson },
}

/** One column of many rows, as a parameter `$1::type[]`. */
export class ArrayParameter<Row = never> {
  readonly #rows: readonly Row[]
  readonly #read: (row: Row, index: number) => unknown
  readonly #toText: (value: never) => string
  readonly #binary: Binary | undefined

  constructor(
    type: string,
    rows: readonly Row[],
    read: (row: Row, index: number) => unknown,
    toText: (value: never) => string,
  ) {
    this.#rows = rows
    this.#read = read
    this.#toText = toText
    this.#binary = BINARY[type]
  }

  /** Writes the array in the binary format, or returns false: the bytes written then mean nothing. */
  writeBinary(bytes: Bytes): boolean {
    return this.#binary !== undefined && this.#writeAll(bytes, this.#binary)
  }

  #writeAll(bytes: Bytes, { oid, write }: Binary): boolean {
    const { length } = this.#rows
    bytes.int32(length === 0 ? 0 : 1)
    const nullsAt = bytes.length
    bytes.int32(0)
    bytes.int32(oid)
    if (length === 0) return true
    bytes.int32(length)
    // PostgreSQL counts from here.
    bytes.int32(1)
    for (let index = 0; index < length; index += 1) {
      const value = this.#read(this.#rows[index] as Row, index)
      const start = bytes.length
      if (value === null || value === undefined) {
        bytes.int32(-1)
        bytes.putInt32(nullsAt, 1)
        continue
      }
      bytes.int32(0)
      if (!write(bytes, value as never)) return false
      bytes.putInt32(start, bytes.length - start - 4)
    }
    return true
  }

  get text(): string {
    let text = '{'
    for (let index = 0; index < this.#rows.length; index += 1) {
      const value = this.#read(this.#rows[index] as Row, index)
      if (index > 0) text += ','
      text += value === null || value === undefined ? 'NULL' : this.#toText(value as never)
    }
    return `${text}}`
  }
}
