import { type Static, type TSchema, Type } from 'typebox'

/** The bounds of every input, in one place. */
export const LENGTH = { text: 250, description: 4_000, url: 2_048, metadataValue: 4_000 } as const

/** Text that PostgreSQL can keep: the format refuses the NUL character and halves of surrogate pairs. */
export const STORABLE = 'storable'

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A number that `decimalFromNumber` takes: finite, at most four decimals, below 1e11. */
export const DECIMAL = 'decimal'

/**
 * `type: [T, 'null']` if the schema has a type of its own: then there is one error instead of one per branch, and the
 * serializer need not try branches.
 */
export function Nullable<T extends TSchema>(schema: T) {
  const { type } = schema as { type?: string }
  return Type.Unsafe<Static<T> | null>(
    type === undefined ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [type, 'null'] },
  )
}

/**
 * A member that a sender may leave out or send as null. What is truly required is checked by the
 * operation, because a missing member is a business error there (HTTP 200), not a malformed request.
 */
export const Sent = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

export const Text = (description: string, maxLength: number = LENGTH.text) =>
  Type.String({ maxLength, format: STORABLE, description })

export const Amount = (description: string) => Type.Number({ [DECIMAL]: true, description })

export const DateTime = (description: string) => Type.String({ format: 'date-time', description })

export function isBlank(text: string | null | undefined): text is null | undefined | '' {
  return text === null || text === undefined || text.trim() === ''
}

export type { Static }
