/**
 * How the values of a member are read.
 * - `identifier`: a text whose digits must all be there; `document`: one that has a usual length.
 * - `amount`: an exact decimal; `count`: a whole number of at least 0; `year`.
 * - `moment`: a day or an exact moment; `future`: one that may have a year of two digits; `day`.
 */
export type MemberType =
  | 'text'
  | 'identifier'
  | 'document'
  | 'amount'
  | 'count'
  | 'year'
  | 'moment'
  | 'future'
  | 'day'
  | 'birthday'
  | 'truth'

const NUMBERS: readonly MemberType[] = ['amount', 'count', 'year']
const DATES: readonly MemberType[] = ['moment', 'future', 'day', 'birthday']

/** Whether its column is read in a style of numbers or of dates; null: of neither. */
export function styleKind(type: MemberType): 'number' | 'date' | null {
  if (NUMBERS.includes(type)) return 'number'
  return DATES.includes(type) ? 'date' : null
}
