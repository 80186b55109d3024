import { decimalToText } from '../decimal.ts'

/** A statement with its parameters. The text of one place in the code is always the same. */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** Never set: it carries the type of the rows. */
  readonly row?: Row
}

/** A part that several statements share. It is the same at every call: text, not a value. */
export class Fragment {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A part with parameters of its own. Its text is the same at every call too, but for the numbers of the parameters. */
export class Part {
  readonly textFrom: (firstParameter: number) => string
  readonly values: readonly unknown[]
  constructor(textFrom: (firstParameter: number) => string, values: readonly unknown[]) {
    this.textFrom = textFrom
    this.values = values
  }
}

interface Named {
  readonly name: string
  readonly text: string
}

let count = 0

/** For a statement that is put together once in the life of the process. */
export function named(text: string): Named {
  count += 1
  return { name: `p${count}`, text }
}

interface Kept extends Named {
  /** The places of its fragments among the values, each with its text. */
  readonly fragments: readonly (readonly [number, string])[]
}

/** By the literal in the code, which is one object for the life of the process. */
const known = new WeakMap<TemplateStringsArray, Kept>()

/**
 * Writes a statement as a template whose values become parameters. It is put together once and then only
 * looked up, and it is prepared under its own name: a batch of orders sends a dozen of them, and building
 * each anew cost as much as deciding the orders.
 */
export function sql<Row>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  let statement = known.get(strings)
  if (!statement) {
    statement = { ...named(joined(strings, values)), fragments: fragmentsOf(values) }
    known.set(strings, statement)
  }
  for (const [index, text] of statement.fragments) {
    if ((values[index] as Fragment).text !== text) {
      throw new Error(`a fragment can't be chosen at run time, write two statements: ${statement.text}`)
    }
  }
  return { name: statement.name, text: statement.text, values: parametersOf(values) }
}

function fragmentsOf(values: readonly unknown[]): [number, string][] {
  return values.flatMap((value, index) => (value instanceof Fragment ? [[index, value.text]] : []))
}

function joined(strings: TemplateStringsArray, values: readonly unknown[]): string {
  return strings.reduce((before, part, index) => {
    const value = values[index - 1]
    if (value instanceof Fragment) return before + value.text + part
    const next = parametersOf(values.slice(0, index - 1)).length + 1
    return `${before}${value instanceof Part ? value.textFrom(next) : `$${next}`}${part}`
  })
}

function parametersOf(values: readonly unknown[]): unknown[] {
  const parameters: unknown[] = []
  for (const value of values) {
    if (value instanceof Part) parameters.push(...value.values)
    else if (!(value instanceof Fragment)) parameters.push(toParameter(value))
  }
  return parameters
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

/** An element of an array. */
export function toQuoted(value: string): string {
  if (!NEEDS_ESCAPE.test(value)) return `"${value}"`
  // Without control characters JSON escapes as an array of PostgreSQL does, in less than half the time: most texts
  // with quotes are JSON themselves.
  return HAS_CONTROL.test(value) ? `"${value.replace(ESCAPED, '\\$&')}"` : JSON.stringify(value)
}
