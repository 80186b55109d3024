import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** Why a program is refused. */
export interface ProgramProblem {
  /** Such as `rules[1].multiplier`; empty for the program as a whole. */
  field: string
  reason: string
}

/** The first thing in a value, found at a path such as `/rules/1`, that its schema refuses. */
export function firstError(
  schema: TSchema,
  value: unknown,
  path: string,
  patternInWords: Record<string, string>,
): ProgramProblem | null {
  const error = Value.Errors(schema, value)[0]
  if (error === undefined) return null
  const pointer = path + error.instancePath
  switch (error.keyword) {
    case 'required':
      return { field: fieldName(`${pointer}/${error.params.requiredProperties[0]}`), reason: 'is missing' }
    case 'boolean':
      // A member that is not in the schema is checked against the schema that allows nothing.
      return { field: fieldName(pointer), reason: 'is unknown' }
    case 'pattern':
      return {
        field: fieldName(pointer),
        reason: patternInWords[String(error.params.pattern)] ?? error.message,
      }
    default:
      return { field: fieldName(pointer), reason: error.message }
  }
}

/** `/rules/1/multiplier` as `rules[1].multiplier`. */
function fieldName(pointer: string): string {
  return pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '')
}
