/** Dates as people write them. What 03/04/2026 is depends on the column: no value alone decides, and none is guessed. */
import { type LocalDate, localDateFromText, parseInstant } from '../../platform/zone.ts'
import type { DateStyle } from './format.ts'

const DATE_TEXT_MAX = 60

/** A day as it was written. */
export interface WrittenDay {
  /** null: none was written. */
  readonly year: number | null
  /** Two digits of a year were written, and 20 put before them. */
  readonly isShort: boolean
  readonly month: number
  readonly day: number
}

type WrittenDate =
  | { readonly kind: 'day'; readonly day: WrittenDay; readonly time: string | null }
  | { readonly kind: 'instant'; readonly instant: number }

const TIME =
  '(?:[T ,]+(\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?)\\s*([ap]\\.?m\\.?)?\\s*(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?)?)?'
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}$`, 'iu')
const COMPACT = /^(19|20|21)(\d{2})(\d{2})(\d{2})$/
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME}$`, 'iu')
const NO_YEAR = /^(\d{1,2})[-/.](\d{1,2})$/
const DAY_AND_NAME = new RegExp(
  `^(\\d{1,2})(?:[-/. ]| de )+([a-zç]{3,10})\\.?(?:[-/., ]| de )+(\\d{4})${TIME}$`,
  'iu',
)
const NAME_AND_DAY = new RegExp(`^([a-zç]{3,10})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${TIME}$`, 'iu')
const MONTHS = [
  ['jan', 'ene'],
  ['feb', 'fev'],
  ['mar'],
  ['apr', 'abr'],
  ['may', 'mai'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep', 'set'],
  ['oct', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
]
const MONTH_NAMES =
  /^(jan(uary|eiro)?|ene(ro)?|feb(ruary|rero)?|fev(ereiro)?|mar(ch|ço|co|zo)?|apr(il)?|abr(il)?|may(o)?|mai(o)?|june?|junh?i?o|july?|julh?i?o|aug(ust)?|ago(sto)?|sept?(ember|iembre)?|set(embro|iembre)?|oct(ober|ubre)?|out(ubro)?|nov(ember|embro|iembre)?|dec(ember)?|dez(embro)?|dic(iembre)?)$/i

const SERIAL = /^\d{5}$/
const [SERIAL_MIN, SERIAL_MAX] = [20_000, 80_000]
/** The serial number of 1970-01-01. */
const SERIAL_OF_EPOCH = 25_569
const DAY_MS = 86_400_000
const UNIX = /^\d{10}(?:\d{3})?$/

export type DateEvidence = DateStyle | 'iso' | 'either' | 'ambiguous' | 'none'

/** `either`: both orders read the same day. `none`: it is no date. A whole number speaks for counting, and is asked about. */
export function evidenceOfDate(text: string): DateEvidence {
  const written = text.trim()
  if (written.length > DATE_TEXT_MAX) return 'none'
  if (isSerial(written)) return 'excel'
  if (UNIX.test(written)) return 'unix'
  const [a, b] = twoNumbersOf(written)
  if (a === undefined || b === undefined) return readWritten(written, 'dmy') ? 'iso' : 'none'
  if (a > 12 && a <= 31 && b <= 12) return 'dmy'
  if (b > 12 && b <= 31 && a <= 12) return 'mdy'
  if (a < 1 || b < 1 || a > 12 || b > 12) return 'none'
  return a === b ? 'either' : 'ambiguous'
}

function twoNumbersOf(text: string): [number?, number?] {
  const match = YEAR_LAST.exec(text)
  if (match) return [Number(match[1]), Number(match[3])]
  const short = NO_YEAR.exec(text)
  return short ? [Number(short[1]), Number(short[2])] : []
}

function isSerial(text: string): boolean {
  return SERIAL.test(text) && Number(text) >= SERIAL_MIN && Number(text) <= SERIAL_MAX
}

export type DateProblem = 'not-a-date' | 'short-year' | 'no-year'

/** A day in the merchant's zone, or exact. */
export type ReadMoment =
  | { readonly kind: 'day'; readonly day: LocalDate }
  | { readonly kind: 'instant'; readonly instant: number }

interface ReadAs {
  /** null: none was chosen, because no value needs one. */
  readonly style: DateStyle | null
  /** Of times without an offset. */
  readonly zone: string
  /** Two digits of a year are of this century, as for an expiry; else they are refused. */
  readonly takesShortYears: boolean
}

/** A day in the merchant's zone, or an exact moment. A local time that a clock change skips moves forward. */
export function readMoment(text: string, { style, zone, takesShortYears }: ReadAs): ReadMoment | DateProblem {
  const written = readWritten(text.trim(), style)
  if (!written) return 'not-a-date'
  if (written.kind === 'instant') return written
  const { day, time } = written
  if (day.year === null) return 'no-year'
  if (day.isShort && !takesShortYears) return 'short-year'
  const iso = isoOf({ ...day, year: day.year })
  if (time !== null) {
    const instant = parseInstant(`${iso}T${time}`, zone)
    return instant === null ? 'not-a-date' : { kind: 'instant', instant }
  }
  const date: LocalDate | null = localDateFromText(iso)
  return date === null ? 'not-a-date' : { kind: 'day', day: date }
}

/** Of whom only the day and the month are known, the year is 1004 or 1900 in files of some systems. */
const UNKNOWN_YEARS = [1004, 1900]

/** The day of a birthday, whatever time stands beside it. */
export function readBirthday(
  text: string,
  style: DateStyle | null,
): { readonly year: number | null; readonly month: number; readonly day: number } | DateProblem {
  const written = readWritten(text.trim(), style)
  if (written?.kind !== 'day') return 'not-a-date'
  const { year, isShort, month, day } = written.day
  if (isShort) return 'short-year'
  if (localDateFromText(isoOf({ year: year ?? 2000, month, day })) === null) return 'not-a-date'
  return { year: year !== null && UNKNOWN_YEARS.includes(year) ? null : year, month, day }
}

function isoOf({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function readWritten(text: string, style: DateStyle | null): WrittenDate | null {
  if (text.length > DATE_TEXT_MAX) return null
  const counted = readCounted(text, style)
  if (counted) return counted
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    const [, year, , month, day, ...time] = yearFirst
    return written(year, month, day, time)
  }
  const compact = COMPACT.exec(text)
  if (compact) return written(`${compact[1]}${compact[2]}`, compact[3], compact[4], [])
  return readNamed(text) ?? readOrdered(text, style)
}

function readCounted(text: string, style: DateStyle | null): WrittenDate | null {
  if (style === 'excel' && isSerial(text)) {
    const at = new Date((Number(text) - SERIAL_OF_EPOCH) * DAY_MS)
    const day = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() }
    return { kind: 'day', day: { ...day, isShort: false }, time: null }
  }
  if (style !== 'unix' || !UNIX.test(text)) return null
  return { kind: 'instant', instant: text.length === 10 ? Number(text) * 1_000 : Number(text) }
}

function readNamed(text: string): WrittenDate | null {
  const dayFirst = DAY_AND_NAME.exec(text)
  const nameFirst = dayFirst ? null : NAME_AND_DAY.exec(text)
  const [, first = '', second = '', year, ...time] = dayFirst ?? nameFirst ?? []
  const [name, day] = dayFirst ? [second, first] : [first, second]
  if (!MONTH_NAMES.test(name)) return null
  const month = MONTHS.findIndex((names) => names.includes(name.slice(0, 3).toLowerCase())) + 1
  return month === 0 ? null : written(year, String(month), day, time)
}

function readOrdered(text: string, style: DateStyle | null): WrittenDate | null {
  const match = YEAR_LAST.exec(text)
  const [, first, , second, year, ...time] = match ?? []
  const [a, b] = match ? [first, second] : (NO_YEAR.exec(text)?.slice(1) ?? [])
  if (a === undefined || b === undefined) return null
  const isSame = Number(a) === Number(b)
  if (style === 'mdy') return written(year, a, b, time)
  return style === 'dmy' || isSame ? written(year, b, a, time) : null
}

function written(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  [clock, half, offset]: readonly (string | undefined)[],
): WrittenDate | null {
  const time = clock === undefined ? null : timeOf(clock, half, offset)
  if (time === undefined) return null
  const isShort = year?.length === 2
  const full = year === undefined ? null : Number(isShort ? `20${year}` : year)
  return { kind: 'day', day: { year: full, isShort, month: Number(month), day: Number(day) }, time }
}

/** As ISO 8601 has it; undefined: no clock shows it. */
function timeOf(clock: string, half: string | undefined, offset: string | undefined): string | undefined {
  const [hours = '', ...rest] = clock.split(':')
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half)
  if (hour === null || hour > 23) return undefined
  const zone = offset === undefined ? '' : /^(z|utc|gmt)$/i.test(offset) ? 'Z' : offset
  return `${String(hour).padStart(2, '0')}:${rest.join(':')}${zone}`
}

function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
}
