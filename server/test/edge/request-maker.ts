/** Requests made from a schema of `openapi.json`: good ones, nearly good ones, and such as are never sent by mistake. */
import type { Random } from '../../src/platform/random.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly maxLength?: number
  readonly maxItems?: number
  readonly format?: string
  readonly description?: string
}

export type Resolve = (reference: string) => Schema

/** Values that are known to the merchant, by the name of the member: without them every request would miss. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const DAY_MS = 86_400_000
const DEPTH_MAX = 4
/** Characters: 600 of them are just too much for a body. 600 times 600 times 600 would be too much for a text. */
const REPEATED_MAX = 1_000

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  "'; drop table customer; --",
  '../../etc/passwd',
  '%00',
  '\u202e\u001b[2J',
  'x'.repeat(251),
  'é'.repeat(250),
  '9'.repeat(400),
  '2026-02-30T25:61:61Z',
  '0001-01-01T00:00:00',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
]

const HOSTILE_NUMBERS: readonly number[] = [
  -0,
  -1,
  0.00001,
  0.1 + 0.2,
  99_999_999_999.9999,
  1e11,
  -1e11,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  Number.MIN_VALUE,
]

export class RequestMaker {
  readonly #random: Random
  readonly #known: Known
  readonly #resolve: Resolve

  constructor(random: Random, known: Known, resolve: Resolve) {
    this.#random = random
    this.#known = known
    this.#resolve = resolve
  }

  /** What the schema allows, mostly about things that exist. */
  good(schema: Schema, name = '', depth = 0): unknown {
    const random = this.#random
    if (schema.$ref) return this.good(this.#resolve(schema.$ref), name, depth)
    if (schema.anyOf) return this.good(random.one(schema.anyOf), name, depth)
    const known = this.#known[name]
    if (known && random.chance(85)) return random.one(known)
    const type = typeof schema.type === 'string' ? schema.type : random.one(schema.type ?? ['object'])
    switch (type) {
      case 'null':
        return null
      case 'boolean':
        return random.chance(50)
      case 'integer':
        return random.between(0, 5)
      case 'number':
        return random.between(0, 100_000) / 100
      case 'string':
        return this.#text(schema)
      case 'array':
        return Array.from({ length: random.between(0, 3) }, () =>
          this.good(schema.items ?? {}, name, depth + 1),
        )
      default:
        return depth > DEPTH_MAX ? {} : this.#object(schema, depth)
    }
  }

  #object({ properties = {} }: Schema, depth: number): object {
    const members = Object.entries(properties).filter(() => this.#random.chance(80))
    return Object.fromEntries(members.map(([name, schema]) => [name, this.good(schema, name, depth + 1)]))
  }

  #text({ format, maxLength = 250, description = '' }: Schema): string {
    const random = this.#random
    if (format === 'date-time' || /date/i.test(description)) {
      return new Date(Date.UTC(2026, 0, 15) + random.between(-400, 3) * DAY_MS).toISOString()
    }
    return 'açúcar e café '.repeat(20).slice(0, random.between(0, Math.min(maxLength, 40)))
  }

  /** An example of the document about things that exist, with some members as the schema allows them too. */
  likeExample(schema: Schema, example: unknown): unknown {
    if (Array.isArray(example)) {
      const some = example.slice(0, this.#random.between(1, example.length))
      return some.map((item) => this.likeExample(schema.items ?? {}, item))
    }
    if (example === null || typeof example !== 'object') return example
    const { properties = {} } = schema.$ref ? this.#resolve(schema.$ref) : schema
    const members = Object.entries(example).map(([name, value]) => {
      const known = this.#known[name]
      if (known) return [name, this.#random.one(known)]
      const member = properties[name] ?? {}
      // Rarely: an order has some forty members, and most requests have to be accepted.
      if (this.#random.chance(3)) return [name, this.good(member, name, 1)]
      return [name, this.likeExample(member, value)]
    })
    return Object.fromEntries(members)
  }

  /** A good one with something wrong in it. */
  nearlyGood(schema: Schema, good: unknown = this.good(schema)): unknown {
    let value = good
    for (let count = this.#random.between(1, 3); count > 0; count -= 1) value = this.#spoiled(value, 0)
    return value
  }

  #spoiled(value: unknown, depth: number): unknown {
    const random = this.#random
    // What is wrong in kind is refused by the schema; what is right in kind and hostile goes further.
    if (typeof value === 'string' && random.chance(60)) return random.one(HOSTILE_TEXTS)
    if (typeof value === 'number' && random.chance(60)) return random.one(HOSTILE_NUMBERS)
    if (value === null || typeof value !== 'object' || (depth > 0 && random.chance(20)))
      return this.anything()
    if (Array.isArray(value)) {
      const at = random.between(0, value.length)
      const item = this.#spoiled(value[at] ?? null, depth + 1)
      const isSmall = (JSON.stringify(item) ?? '').length < REPEATED_MAX
      return random.chance(10) && isSmall ? Array(600).fill(item) : value.toSpliced(at, 1, item)
    }
    const names = Object.keys(value)
    if (names.length === 0) return { [random.one(HOSTILE_TEXTS)]: this.anything() }
    const name = random.one(names)
    const { [name]: member, ...rest } = value as Record<string, unknown>
    if (random.chance(15)) return rest
    return { ...rest, [name]: this.#spoiled(member, depth + 1) }
  }

  /** A value of any kind. */
  anything(depth = 0): unknown {
    const random = this.#random
    const kinds = { text: 4, number: 4, plain: 3, array: depth < 3 ? 2 : 0.1, object: depth < 3 ? 2 : 0.1 }
    switch (random.weighted(kinds)) {
      case 'text':
        return random.one(HOSTILE_TEXTS)
      case 'number':
        return random.one(HOSTILE_NUMBERS)
      case 'plain':
        return random.one([null, true, false, [], {}])
      case 'array':
        return Array.from({ length: random.between(0, 4) }, () => this.anything(depth + 1))
      case 'object':
        return Object.fromEntries(
          Array.from({ length: random.between(0, 4) }, () => [
            random.one(HOSTILE_TEXTS),
            this.anything(depth + 1),
          ]),
        )
    }
  }

  /** Bytes that are no JSON, or only just. */
  bytes(schema: Schema): Buffer {
    const random = this.#random
    const text = JSON.stringify(this.nearlyGood(schema)) ?? 'null'
    switch (random.weighted({ cut: 2, turned: 3, deep: 1, noise: 1, twice: 1 })) {
      case 'cut':
        return Buffer.from(text.slice(0, random.between(0, text.length)))
      case 'turned': {
        const body = Buffer.from(text)
        for (let count = 0; count < 3; count += 1) {
          body[random.between(0, Math.max(0, body.length - 1))] = random.between(0, 255)
        }
        return body
      }
      case 'deep':
        return Buffer.from(`${'['.repeat(random.between(10, 5_000))}${']'.repeat(random.between(10, 5_000))}`)
      case 'noise':
        return Buffer.from(Array.from({ length: random.between(0, 200) }, () => random.between(0, 255)))
      case 'twice':
        return Buffer.from(`${text.slice(0, -1)},"OriginalId":"a","OriginalId":{}}`)
    }
  }
}
