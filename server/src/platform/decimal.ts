/**
 * Exact decimals with four places: a Decimal is a bigint that counts ten-thousandths.
 *
 * bigint rather than number: a product of two amounts leaves the safe integers of a double long before it
 * leaves numeric(18,4), and mixing a Decimal with a float is a TypeError instead of a wrong cent.
 */
export type Decimal = bigint

const PLACES = 4
const UNIT = 10_000n
const UNIT_NUMBER = 10_000
const CENT = 100n
/** So many digits before the point, with four after it, are a safe integer in any case. */
const SAFE_WHOLE_DIGITS = 11

export const ZERO: Decimal = 0n
export const ONE: Decimal = UNIT

/** Incoming amounts stay below this, so that 15 significant digits survive the trip through a JSON double. */
const LIMIT = 1e11

const PLAIN = /^(-?)(\d+)(?:\.(\d{1,4}))?$/

/** How far from a value with four decimals a sum of binary floats may end up; above a million, relative to the value. */
const NOISE = 1e-9
const RELATIVE_NOISE = 1e-12
const NOISE_IS_RELATIVE_ABOVE = 1e6

/**
 * The exact value of a number as it was written on the wire, or null when it is not finite, has more than
 * four decimals, or is too large. Clients that compute with binary floats write 15.089999999999998 for 15.09: what is
 * that close to four decimals is those.
 *
 * Up to 15 digits, each decimal has a double of its own: if the double of so many ten-thousandths is the number, they
 * are what was written. An order has some ten of these, which as text took 1 µs each.
 */
export function decimalFromNumber(value: number): Decimal | null {
  const magnitude = Math.abs(value)
  // NaN is not less than anything.
  if (!(magnitude < LIMIT)) return null
  const units = Math.round(value * UNIT_NUMBER)
  const noise = magnitude > NOISE_IS_RELATIVE_ABOVE ? magnitude * RELATIVE_NOISE : NOISE
  return Math.abs(value - units / UNIT_NUMBER) <= noise ? BigInt(units) : null
}

/** The value of a numeric(…,4) as PostgreSQL writes it. */
export function decimalFromText(text: string): Decimal {
  const value = parse(text)
  if (value === null) throw new Error(`not a decimal with at most ${PLACES} places: ${text}`)
  return value
}

function parse(text: string): Decimal | null {
  const match = PLAIN.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  if (whole.length <= SAFE_WHOLE_DIGITS) {
    const magnitude = Number(whole) * UNIT_NUMBER + Number(fraction.padEnd(PLACES, '0'))
    return BigInt(sign === '-' ? -magnitude : magnitude)
  }
  const magnitude = BigInt(whole) * UNIT + BigInt(fraction.padEnd(PLACES, '0'))
  return sign === '-' ? -magnitude : magnitude
}

/** As PostgreSQL reads it: `-12.0500`. */
export function decimalToText(value: Decimal): string {
  if (isSafe(value)) return safeToText(Number(value))
  const magnitude = value < 0n ? -value : value
  const fraction = (magnitude % UNIT).toString().padStart(PLACES, '0')
  return `${value < 0n ? '-' : ''}${magnitude / UNIT}.${fraction}`
}

/** `120`, `0.05`: without trailing zeros. `decimalFromText` reads it. */
export function shortText(value: Decimal): string {
  return value % ONE === 0n ? String(value / ONE) : decimalToText(value).replace(/0+$/, '')
}

/** `80.00`: with so many decimals, and more of them where it has more. */
export function textWithPlaces(value: Decimal, places: number): string {
  const [whole = '', decimals = ''] = shortText(value).split('.')
  const padded = decimals.padEnd(places, '0')
  return padded === '' ? whole : `${whole}.${padded}`
}

/** A safe integer, where numbers count as exactly as bigints and several times faster. */
function isSafe(value: Decimal): boolean {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
}

function safeToText(units: number): string {
  const magnitude = Math.abs(units)
  const fraction = magnitude % UNIT_NUMBER
  const whole = (magnitude - fraction) / UNIT_NUMBER
  return `${units < 0 ? '-' : ''}${whole}.${String(fraction).padStart(PLACES, '0')}`
}

/** As a JSON number with at most four decimals. Exact up to 15 significant digits. */
export function decimalToNumber(value: Decimal): number {
  // The division of two exact integers is rounded once, as reading the text would be.
  return isSafe(value) ? Number(value) / UNIT_NUMBER : Number(decimalToText(value))
}

/** As a JSON number of money: two decimals, halves away from zero. */
export function moneyToNumber(value: Decimal): number {
  return decimalToNumber(roundTo(value, 2))
}

/** As a JSON number of money that may be spent: two decimals, rounded down, so that what is shown is there. */
export function balanceToNumber(value: Decimal): number {
  return decimalToNumber(floorCents(value))
}

/** Rounds to fewer places, halves away from zero. */
export function roundTo(value: Decimal, places: 0 | 1 | 2 | 3): Decimal {
  const step = 10n ** BigInt(PLACES - places)
  return divideRounded(value, step) * step
}

/** Rounds down to whole units, towards minus infinity. */
export function floorWhole(value: Decimal): Decimal {
  return floorTo(value, UNIT)
}

/** Rounds down to two places, towards minus infinity. */
export function floorCents(value: Decimal): Decimal {
  return floorTo(value, CENT)
}

function floorTo(value: Decimal, step: bigint): Decimal {
  const rest = value % step
  return rest === 0n ? value : value - rest - (value < 0n ? step : 0n)
}

/** a × b, rounded to four places, halves away from zero. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return divideRounded(a * b, UNIT)
}

/** value × numerator / denominator, rounded once to four places, halves away from zero. */
export function proportion(value: Decimal, numerator: Decimal, denominator: Decimal): Decimal {
  return divideRounded(value * numerator, denominator)
}

export function minimum(a: Decimal, b: Decimal): Decimal {
  return a < b ? a : b
}

export function notBelowZero(value: Decimal): Decimal {
  return value > ZERO ? value : ZERO
}

function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const quotient = (n + d / 2n) / d
  return negative ? -quotient : quotient
}
