import { decimalToText } from '../decimal.ts'

/** A statement with its parameters. The text of one place in the code is always the same. */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** Never set: it carries the type of the rows. */
  readonly row?: Row
}

/** By the literal in the code, which is one object for the life of the process. */
const known = new WeakMap<TemplateStringsArray, { name: string; text: string }>()
let count = 0

/**
 * Writes a statement as a template whose values become parameters. It is put together once and then only
 * looked up, and it is prepared under its own name: a batch of orders sends a dozen of them, and building
 * each anew cost as much as deciding the orders.
 */
export function sql<Row>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  let statement = known.get(strings)
  if (!statement) {
    count += 1
    const text = strings.reduce((joined, part, index) => `${joined}$${index}${part}`)
    statement = { name: `p${count}`, text }
    known.set(strings, statement)
  }
  return { ...statement, values: values.map(toParameter) }
}

/** As PostgreSQL reads it. A bigint is always a Decimal: ids are numbers. */
export function toParameter(value: unknown): unknown {
  if (Array.isArray(value)) return toArrayText(value)
  return typeof value === 'bigint' ? decimalToText(value) : value
}

function toArrayText(items: readonly unknown[]): string {
  let text = '{'
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ','
    text += toElement(items[index])
  }
  return `${text}}`
}

function toElement(value: unknown): string {
  switch (typeof value) {
    case 'number':
      return String(value)
    case 'bigint':
      return decimalToText(value)
    case 'boolean':
      return value ? 't' : 'f'
    case 'string':
      return toQuoted(value)
    default:
      if (value === null || value === undefined) return 'NULL'
      throw new Error(`an array parameter cannot hold a ${typeof value}`)
  }
}

const NEEDS_ESCAPE = /["\\]/
const ESCAPED = /["\\]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON writes otherwise
const HAS_CONTROL = /[\u0000-\u001f]/

function toQuoted(value: string): string {
  if (!NEEDS_ESCAPE.test(value)) return `"${value}"`
  // Without control characters JSON escapes as an array of PostgreSQL does, in less than half the time: most texts
  // with quotes are JSON themselves.
  return HAS_CONTROL.test(value) ? `"${value.replace(ESCAPED, '\\$&')}"` : JSON.stringify(value)
}
