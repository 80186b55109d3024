import { type Static, type TSchema, Type } from 'typebox'

/** The bounds of every input, in one place. */
export const LENGTH = { text: 250, description: 4_000, url: 2_048, metadataValue: 4_000 } as const

/** Text that PostgreSQL can keep: the format refuses the NUL character and halves of surrogate pairs. */
export const STORABLE = 'storable'

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A number that `decimalFromNumber` takes: finite, at most four decimals but for float noise, below 1e11. */
export const DECIMAL = 'decimal'

/** Marks a member that its operation refuses to do without; only the reference looks at it. */
export const NEEDED = 'needed'

/** `type: [T, 'null']` if the schema has a type of its own: then there is one error instead of one per branch. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] }
  if (type === undefined) return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })
  const allowed = values ? { enum: [...values, null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...schema, ...allowed, type: [type, 'null'] })
}

/**
 * A member that a sender may leave out or send as null. What is truly required is checked by the
 * operation, because a missing member is a business error there (HTTP 200), not a malformed request.
 */
export const Sent = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/**
 * The same for a member without which the operation refuses the request: it may be missing as far as the schema goes,
 * so that the refusal is the operation's own, and the reference says that it is required.
 */
export const Needed = <T extends TSchema>(schema: T) => Sent({ ...schema, [NEEDED]: true } as T)

export const Text = (description: string, maxLength: number = LENGTH.text) =>
  Type.String({ maxLength, format: STORABLE, description })

export const Amount = (description: string) => Type.Number({ [DECIMAL]: true, description })

/** Points and money: a decimal as text, so that no float ever touches it. */
export const DECIMAL_TEXT = 'decimal-text'
/** A moment with its offset; answered in UTC with `Z`. */
export const MOMENT = 'moment'

export const Decimal = (description: string) =>
  Type.String({ format: DECIMAL_TEXT, maxLength: 20, description, examples: ['120.5'] })

export const Moment = (description: string) =>
  Type.String({ format: MOMENT, maxLength: 40, description, examples: ['2026-12-01T03:00:00.000Z'] })

export const Words = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description })

export const DateTime = (description: string) => Type.String({ format: 'date-time', description })

export function isBlank(text: string | null | undefined): text is null | undefined | '' {
  return text === null || text === undefined || text.trim() === ''
}

export type { Static }
