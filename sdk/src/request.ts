import type { Input, Operation } from './operation.ts'

type Body = Readonly<Record<string, unknown>>

/** What is sent, the same at every attempt. */
export interface OutgoingRequest {
  readonly address: string
  readonly method: string
  /** null: it has no body. */
  readonly body: string | null
}

export function requestOf(baseUrl: string, operation: Operation, input: Input): OutgoingRequest {
  return {
    address: `${baseUrl}${pathOf(operation.path, input.path ?? [])}${queryOf(input.query ?? {})}`,
    method: operation.verb,
    body: input.body === undefined ? null : JSON.stringify(input.body, asSent),
  }
}

/** The input with the key that makes its repetitions harmless, if the operation has one and the caller sent none. */
export function withKey({ madeKey }: Operation, input: Input): Input {
  if (madeKey === undefined) return input
  const body = input.body as Body
  const key = body[madeKey]
  const isThere = typeof key === 'string' ? key.trim() !== '' : key !== undefined && key !== null
  return isThere ? input : { ...input, body: { ...body, [madeKey]: crypto.randomUUID() } }
}

function pathOf(template: string, parts: readonly (string | number)[]): string {
  let next = 0
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = String(parts[next++] ?? '')
    // An address with these would lead to another operation.
    if (part === '' || part === '.' || part === '..') {
      throw new TypeError(`${name} is “${part}”, which cannot stand in an address.`)
    }
    return encodeURIComponent(part)
  })
}

function queryOf(query: Body): string {
  const pairs = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) {
      if (value === undefined || value === null) continue
      pairs.append(name, value instanceof Date ? value.toISOString() : String(value))
    }
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

/** JSON would say null for what is no number or no date, and null means “leave it as it is”. */
function asSent(this: Body, name: string, value: unknown): unknown {
  // A date has become its text before this is called; an invalid one has become null.
  if (value === null && this[name] instanceof Date) {
    throw new TypeError(`${name} is an invalid Date: send a valid one, or leave it out.`)
  }
  if (typeof value !== 'number') return value
  if (!Number.isFinite(value)) throw new TypeError(`${name} is ${value}: send a number, or leave it out.`)
  return withoutNoise(value)
}

const UNITS = 10_000

/** What floats make of a sum: 99.99 - 84.9 is 15.089999999999989. Amounts have four decimals at most. */
function withoutNoise(value: number): number {
  const nearest = Math.round(value * UNITS) / UNITS
  const noise = Math.max(1e-9, Math.abs(value) * 1e-12)
  return Math.abs(value - nearest) <= noise ? nearest : value
}
