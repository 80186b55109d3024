import buildSerializer from 'fast-json-stringify'

type Schema = Record<string, unknown>

/**
 * Compiles answers to text. `anyOf: [X, null]` is how JSON Schema says “X or null” of a named X, but the
 * serializer would validate every answer against each branch (measured: a quarter of the time of an order);
 * so for it such a pair becomes X itself, marked nullable.
 */
export function createSerializerCompiler(sharedSchemas: Record<string, Schema>) {
  return ({ schema }: { schema: object }): Serialize => {
    let serialize = compiled.get(schema)
    if (!serialize) {
      const whole = withoutNullBranches(schema, sharedSchemas)
      serialize = buildSerializer(whole as Parameters<typeof buildSerializer>[0]) as Serialize
      compiled.set(schema, serialize)
    }
    return serialize
  }
}

type Serialize = (answer: unknown) => string
/** Schemas are constants: a process that starts several servers, as tests do, compiles each of them once. */
const compiled = new WeakMap<object, Serialize>()

function withoutNullBranches(schema: unknown, shared: Record<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withoutNullBranches(part, shared))
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, $ref } = schema as { anyOf?: Schema[]; $ref?: string }
  if ($ref !== undefined) return withoutNullBranches(named($ref, shared), shared)
  const other = anyOf?.find(({ type }) => type !== 'null')
  if (anyOf?.length === 2 && other && anyOf.some(({ type }) => type === 'null')) {
    return { ...(withoutNullBranches(other, shared) as Schema), nullable: true }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, withoutNullBranches(part, shared)]),
  )
}

/** The named schema, without its name: it is written out in each place. */
function named(reference: string, shared: Record<string, Schema>): Schema {
  const schema = shared[reference.replace(/#$/, '')]
  if (!schema) throw new Error(`no schema is named ${reference}`)
  const { $id: _, ...rest } = schema
  return rest
}
