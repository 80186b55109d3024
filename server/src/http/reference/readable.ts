import { DECIMAL, DECIMAL_TEXT, MOMENT, NEEDED, STORABLE } from '../../contract/schema.ts'

export type Json = Record<string, unknown>

/** What a reader knows for the words that only our validators know. */
const IN_COMMON_WORDS: Readonly<Record<string, Json>> = {
  [STORABLE]: {},
  [MOMENT]: { format: 'date-time' },
  [DECIMAL_TEXT]: { pattern: '^-?\\d{1,11}(\\.\\d{1,4})?$' },
}

/**
 * A document as its readers know the words: without the formats and keywords of our own validators, and with `required`
 * where an operation refuses what is sent without the member.
 */
export function readable<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(readable) as Value
  if (typeof value !== 'object' || value === null) return value
  const { [DECIMAL]: _decimal, format, ...rest } = value as Json
  const common = typeof format === 'string' ? (IN_COMMON_WORDS[format] ?? { format }) : {}
  // A member may be called `format` too, and is then no word of a schema.
  const told = typeof format === 'string' || format === undefined ? common : { format: readable(format) }
  const plain = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, readable(inner)]))
  return withNeeded({ ...plain, ...told }) as Value
}

/** Moves the mark of members into the list of their object. */
function withNeeded(schema: Json): Json {
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null) return schema
  const members = Object.entries(properties as Record<string, Json>)
  const needed = members.filter(([, member]) => member[NEEDED] === true).map(([name]) => name)
  if (needed.length === 0) return schema
  return {
    ...schema,
    required: [...((schema.required as string[] | undefined) ?? []), ...needed],
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, member[NEEDED] === true ? present(member) : member]),
    ),
  }
}

/** A member that is needed may not be null either. */
function present({ [NEEDED]: _needed, type, ...member }: Json): Json {
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  return { type: types.length === 1 ? types[0] : types, ...member }
}
