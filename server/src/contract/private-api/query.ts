/** Reads query and path parameters, which arrive as text. */

type QueryValue = unknown

/** null: it was sent, but is not a whole number of 32 bits. */
export function integerFromQuery(value: QueryValue, fallback: number): number | null {
  if (value === undefined || value === '' || value === 'null') return fallback
  return typeof value === 'string' ? integerFromText(value) : null
}

export function integerFromText(text: string): number | null {
  if (!/^-?\d{1,10}$/.test(text)) return null
  const number = Number(text)
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : null
}

/** An id of ours. null: no row can have this id. Ids go beyond 32 bits: a batch takes a thousand of them at once. */
export function idFromText(text: string): number | null {
  if (!/^\d{1,16}$/.test(text)) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

/** undefined: not sent; null: sent, but neither true nor false. */
export function booleanFromQuery(value: QueryValue): boolean | null | undefined {
  if (value === undefined || value === '' || value === 'null') return undefined
  if (typeof value !== 'string') return null
  const text = value.toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : null
}
