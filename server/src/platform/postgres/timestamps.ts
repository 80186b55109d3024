import pg from 'pg'

const TIMESTAMPTZ = 1184
const parseAny: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)

/**
 * The same date as pg's own parser reads, which knows every zone and era and takes 1.2 µs; the connections here
 * are in UTC, years have four digits, and that takes 0.1 µs. An account has some six of them.
 */
export function parseTimestamp(text: string): Date {
  const isUsual = text.charCodeAt(4) === DASH && text.charCodeAt(0) !== ZERO && text.endsWith('+00')
  if (!isUsual) return parseAny(text)
  return new Date(
    Date.UTC(
      twoDigits(text, 0) * 100 + twoDigits(text, 2),
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds(text),
    ),
  )
}

const ZERO = 48
const DASH = 45
const DOT = 46
const FRACTION_START = 20
const SUFFIX = '+00'.length

function twoDigits(text: string, index: number): number {
  return (text.charCodeAt(index) - ZERO) * 10 + text.charCodeAt(index + 1) - ZERO
}

/** PostgreSQL leaves out the zeros at the end of a fraction. */
function milliseconds(text: string): number {
  if (text.charCodeAt(FRACTION_START - 1) !== DOT) return 0
  let value = 0
  for (let place = 0; place < 3; place += 1) {
    const index = FRACTION_START + place
    value = value * 10 + (index < text.length - SUFFIX ? text.charCodeAt(index) - ZERO : 0)
  }
  return value
}
