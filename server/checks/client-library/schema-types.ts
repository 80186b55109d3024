/** What of JSON Schema the routes use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
}

/** What is sent may be left out or undefined, and a date may be a `Date`; what is answered is as the schema says. */
export type Direction = 'sent' | 'answered'

export function refName({ $ref = '' }: Schema): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

/** A schema without null, for what is never null where the library shows it. */
export function withoutNull(schema: Schema): Schema {
  if (schema.anyOf) {
    const [first, ...others] = schema.anyOf.filter(({ type }) => type !== 'null')
    return first && others.length === 0 ? first : { ...schema, anyOf: [first as Schema, ...others] }
  }
  if (!Array.isArray(schema.type)) return schema
  const [type, ...others] = schema.type.filter((one) => one !== 'null')
  return { ...schema, type: others.length === 0 ? (type as string) : [type as string, ...others] }
}

/** The TypeScript of a schema; the lines of an object are indented by `depth`. */
export function typeOf(schema: Schema, direction: Direction, depth = 0): string {
  if (schema.$ref) return refName(schema)
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, direction, depth)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ')
  // A schema without a type takes anything.
  if (schema.type === undefined) return 'unknown'
  return [schema.type]
    .flat()
    .map((type) => simpleType(type, schema, direction, depth))
    .join(' | ')
}

function simpleType(type: string, schema: Schema, direction: Direction, depth: number): string {
  switch (type) {
    case 'string':
      return direction === 'sent' && schema.format === 'date-time' ? 'string | Date' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return type
    case 'array': {
      const items = schema.items ?? {}
      const item = typeOf(items, direction, depth)
      return isUnion(items, direction) ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectType(schema, direction, depth)
    default:
      throw new Error(`The generator of the client library does not know the type ${type}.`)
  }
}

function isUnion({ $ref, anyOf, enum: values, type, format }: Schema, direction: Direction): boolean {
  if ($ref) return false
  if (anyOf) return anyOf.length > 1
  if (values) return values.length > 1
  return [type].flat().length > 1 || (direction === 'sent' && format === 'date-time')
}

function objectType(schema: Schema, direction: Direction, depth: number): string {
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) {
    const [pattern] = Object.values(schema.patternProperties ?? {})
    const { additionalProperties: others } = schema
    const value = pattern ?? (typeof others === 'object' ? others : null)
    return `Record<string, ${value ? typeOf(value, direction, depth) : 'unknown'}>`
  }
  return ['{', ...membersOf(schema, direction, depth + 1), `${'  '.repeat(depth)}}`].join('\n')
}

/** The lines between the braces of an object or an interface. */
export function membersOf(schema: Schema, direction: Direction, depth = 1): string[] {
  const indent = '  '.repeat(depth)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const isRequired = schema.required?.includes(name)
    const type = typeOf(member, direction, depth)
    const optional = direction === 'sent' ? `${type} | undefined` : type
    return [
      ...commentOf(member.description, indent),
      isRequired ? `${indent}${key(name)}: ${type}` : `${indent}${key(name)}?: ${optional}`,
    ]
  })
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`
}

function commentOf(text: string | undefined, indent: string): string[] {
  return text === undefined ? [] : [`${indent}/** ${text.replaceAll('*/', '*\\/')} */`]
}
