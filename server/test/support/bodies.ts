/** Bodies that cost as much as a schema and a limit of bytes allow: the largest legal one, and the worst that are not. */

export interface BodySchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, BodySchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | BodySchema
  readonly items?: BodySchema
  readonly anyOf?: readonly BodySchema[]
  readonly oneOf?: readonly BodySchema[]
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maximum?: number
  readonly minimum?: number
  readonly format?: string
  readonly pattern?: string
}

export type ResolveSchema = (reference: string) => BodySchema

/** How many entries an array has that names no bound of its own. */
const UNBOUNDED = 1_000
const DEPTH = 14

/** What a schema allows with everything in it: texts at their longest, lists at their fullest, within so many bytes. */
export function largestBody(schema: BodySchema, bytes: number, resolve: ResolveSchema): unknown {
  return new Filler(bytes, resolve).value(schema)
}

class Filler {
  #left: number
  readonly #resolve: ResolveSchema

  constructor(bytes: number, resolve: ResolveSchema) {
    // Names and punctuation are counted roughly.
    this.#left = bytes * 0.95
    this.#resolve = resolve
  }

  value(schema: BodySchema, depth = 0): unknown {
    // A category has a parent, which is a category.
    if (depth > DEPTH) return null
    if (schema.$ref) return this.value(this.#resolve(schema.$ref), depth)
    const branch = (schema.anyOf ?? schema.oneOf)?.at(-1)
    if (branch && schema.properties === undefined) return this.value(schema.anyOf?.[0] ?? branch, depth + 1)
    if (schema.const !== undefined) return this.#taken(schema.const)
    if (schema.enum) return this.#taken(schema.enum[0])
    switch ([schema.type ?? 'object'].flat()[0]) {
      case 'boolean':
        return this.#taken(true)
      case 'integer':
      case 'number':
        return this.#taken(Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1, 1)))
      case 'null':
        return this.#taken(null)
      case 'string':
        return this.#taken(this.#text(schema))
      case 'array':
        return this.#list(schema, depth + 1)
      default:
        return this.#object(schema, depth + 1)
    }
  }

  #taken<Value>(value: Value): Value {
    this.#left -= Buffer.byteLength(JSON.stringify(value) ?? '') + 1
    return value
  }

  #text({ format, pattern, maxLength = 250 }: BodySchema): string {
    if (format === 'date-time' || format === 'moment') return '2026-12-01T03:00:00Z'
    if (format === 'date') return '2026-12-01'
    if (format === 'decimal-text' || pattern?.includes('\\d') || pattern?.includes('0-9')) return '1'
    return 'x'.repeat(Math.max(1, Math.min(maxLength, this.#left)))
  }

  #list({ items = {}, maxItems = UNBOUNDED }: BodySchema, depth: number): unknown[] {
    const list: unknown[] = []
    while (list.length < maxItems) {
      const before = this.#left
      const item = this.value(items, depth)
      if (this.#left < 0) {
        this.#left = before
        break
      }
      list.push(item)
    }
    return list
  }

  #object({ properties = {}, additionalProperties }: BodySchema, depth: number): object {
    const made: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties)) {
      this.#left -= name.length + 4
      made[name] = this.value(schema, depth)
    }
    const others = typeof additionalProperties === 'object' ? additionalProperties : null
    for (let index = 0; others && index < UNBOUNDED && this.#left > 0; index += 1) {
      this.#left -= 8
      made[`k${index}`] = this.value(others, depth)
    }
    return made
  }
}

/** Repeats what `make` writes until the bytes are full. */
export function filled(bytes: number, make: (index: number) => string, [open, close] = ['{', '}']): string {
  const parts: string[] = []
  let left = bytes - open.length - close.length
  for (let index = 0; ; index += 1) {
    const part = make(index)
    left -= part.length + 1
    if (left < 0) return `${open}${parts.join()}${close}`
    parts.push(part)
  }
}

type Named = readonly [name: string, body: string]

/** What costs most to read, whichever operation it is sent to. */
export function worstBodies(bytes: number): readonly Named[] {
  const deep = `${'['.repeat(17)}${']'.repeat(17)}`
  return [
    ['unknown members', filled(bytes, (index) => `"${index.toString(36)}":0`)],
    ['members of 17 bytes', filled(bytes, (index) => `"${index.toString(36).padStart(12, 'm')}":0`)],
    ['numbers as names', filled(bytes, (index) => `"${(index * 7919) % 4_294_967_291}":0`)],
    ['escapes', filled(bytes, (index) => `"${index.toString(36)}":"\\u00e0"`)],
    ['nesting', filled(bytes, () => deep, ['{"a":[', ']}'])],
    ['empty objects', filled(bytes, () => '{}', ['[', ']'])],
    ['a long text', `{"a":"${'é'.repeat((bytes - 10) / 2)}"}`],
  ]
}

/** Each list of a schema, filled with what does not belong there: each entry is wrong in several ways. */
export function fullLists(schema: BodySchema, bytes: number, resolve: ResolveSchema): readonly Named[] {
  return listsIn(schema, resolve).flatMap(([name, around, item]) =>
    ['0', '{}', JSON.stringify(item)].map(
      (part): Named => [
        `${name} of ${part}`,
        filled(bytes, (index) => part.replace('#', String(index)), around),
      ],
    ),
  )
}

/** Every list of a body and the text around it; an entry of it with a member that there is not. */
function listsIn(
  schema: BodySchema,
  resolve: ResolveSchema,
  [open, close]: [string, string] = ['', ''],
  name = 'the list',
  depth = 0,
): [name: string, around: [string, string], item: object][] {
  if (schema.$ref) return listsIn(resolve(schema.$ref), resolve, [open, close], name, depth)
  if (depth > DEPTH / 2) return []
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const found = branches.flatMap((branch) => listsIn(branch, resolve, [open, close], name, depth + 1))
  if (schema.items) {
    const { kind } = (schema.items.properties ?? {}) as { kind?: BodySchema }
    const item = { ...(kind?.const === undefined ? {} : { kind: kind.const }), x: '#' }
    found.push([name, [`${open}[`, `]${close}`], item])
    found.push(...listsIn(schema.items, resolve, [`${open}[`, `]${close}`], `${name}[]`, depth + 1))
  }
  for (const [member, inner] of Object.entries(schema.properties ?? {})) {
    const around: [string, string] = [`${open}{${JSON.stringify(member)}:`, `}${close}`]
    found.push(...listsIn(inner, resolve, around, member, depth + 1))
  }
  return found
}
