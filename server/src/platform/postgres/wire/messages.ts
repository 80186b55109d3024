/** Messages of PostgreSQL's extended protocol, as the chapter “Message Formats” of its manual has them. */
import { toParameter } from '../sql.ts'
import { ArrayParameter } from './array-parameter.ts'
import type { Bytes } from './bytes.ts'

const PARSE = 'P'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)
const DESCRIBE = 'D'.charCodeAt(0)
const EXECUTE = 'E'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
const CLOSE = 'C'.charCodeAt(0)
const STATEMENT = 'S'.charCodeAt(0)
const PORTAL = 'P'.charCodeAt(0)

const TEXT = 0
const BINARY = 1

export function writeParse(bytes: Bytes, name: string, text: string): void {
  bytes.byte(PARSE)
  const start = bytes.length
  bytes.int32(0)
  writeName(bytes, name)
  writeName(bytes, text)
  // PostgreSQL finds out the types of the parameters itself.
  bytes.int16(0)
  bytes.putInt32(start, bytes.length - start)
}

/** All results as text: most are short, and text is what the drivers' parsers read. */
export function writeBind(bytes: Bytes, name: string, values: readonly unknown[]): void {
  bytes.byte(BIND)
  const start = bytes.length
  bytes.int32(0)
  writeName(bytes, '')
  writeName(bytes, name)
  bytes.int16(values.length)
  const formatsAt = bytes.length
  for (let index = 0; index < values.length; index += 1) bytes.int16(TEXT)
  bytes.int16(values.length)
  for (let index = 0; index < values.length; index += 1) {
    if (writeValue(bytes, values[index]) === BINARY) bytes.putInt16(formatsAt + index * 2, BINARY)
  }
  bytes.int16(0)
  bytes.putInt32(start, bytes.length - start)
}

/** Asks which columns the statement that was bound last has. */
export function writeDescribe(bytes: Bytes): void {
  bytes.byte(DESCRIBE)
  bytes.int32(4 + 2)
  bytes.byte(PORTAL)
  bytes.byte(0)
}

/** Of the statement that was bound last, to its end. */
export function writeExecute(bytes: Bytes): void {
  bytes.byte(EXECUTE)
  bytes.int32(4 + 1 + 4)
  bytes.byte(0)
  bytes.int32(0)
}

/** Forgets a prepared statement. That there is none of this name is no error. */
export function writeClose(bytes: Bytes, name: string): void {
  bytes.byte(CLOSE)
  const start = bytes.length
  bytes.int32(0)
  bytes.byte(STATEMENT)
  writeName(bytes, name)
  bytes.putInt32(start, bytes.length - start)
}

export function writeSync(bytes: Bytes): void {
  bytes.byte(SYNC)
  bytes.int32(4)
}

/** A text that ends with a zero. */
function writeName(bytes: Bytes, name: string): void {
  bytes.text(name)
  bytes.byte(0)
}

/** Returns its format. */
function writeValue(bytes: Bytes, value: unknown): typeof TEXT | typeof BINARY {
  if (value === null || value === undefined) {
    bytes.int32(-1)
    return TEXT
  }
  const start = bytes.length
  bytes.int32(0)
  const format = writeContent(bytes, value, start + 4)
  bytes.putInt32(start, bytes.length - start - 4)
  return format
}

function writeContent(bytes: Bytes, value: unknown, start: number): typeof TEXT | typeof BINARY {
  if (value instanceof ArrayParameter) {
    if (value.writeBinary(bytes)) return BINARY
    bytes.cutTo(start)
    bytes.text(value.text)
    return TEXT
  }
  if (value instanceof Uint8Array) {
    bytes.bytes(value)
    return BINARY
  }
  bytes.text(textOf(value))
  return TEXT
}

function textOf(value: unknown): string {
  const parameter = toParameter(value)
  if (typeof parameter === 'string') return parameter
  if (parameter instanceof Date) return parameter.toISOString()
  return typeof parameter === 'object' ? JSON.stringify(parameter) : String(parameter)
}
