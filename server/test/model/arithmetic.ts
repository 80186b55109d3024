/**
 * Exact numbers of the model's own, written from their definition, so that a mistake in the server's decimals is
 * not made twice. A quantity of points or money counts ten-thousandths.
 */
export type Units = bigint

const PER_WHOLE = 10_000n
const PER_CENT = 100n

/** From how a person writes it: `units('12.5')`. */
export function units(text: string | number): Units {
  const [whole = '', fraction = ''] = String(text).replace('-', '').split('.')
  if (!/^\d+$/.test(whole) || !/^\d{0,4}$/.test(fraction))
    throw new Error(`${text} is no decimal of the model`)
  const size = BigInt(whole + fraction + '0'.repeat(4 - fraction.length))
  return String(text).startsWith('-') ? -size : size
}

/** As PostgreSQL writes a numeric(18, 4): `-12.0500`. */
export function written(value: Units): string {
  const digits = String(value < 0n ? -value : value).padStart(5, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** As it stands in JSON. */
export function toNumber(value: Units): number {
  return Number(written(value))
}

/** An amount of money in JSON: the nearest cent. */
export function moneyNumber(value: Units): number {
  return toNumber(nearest(value, PER_CENT) * PER_CENT)
}

/** A balance of money in JSON: what is shown can be spent. */
export function balanceNumber(value: Units): number {
  return toNumber(wholeCents(value))
}

/** All the whole cents in it. */
export function wholeCents(value: Units): Units {
  return below(value, PER_CENT) * PER_CENT
}

/** The largest whole number that is not above the quotient. */
export function below(numerator: bigint, denominator: bigint): bigint {
  const rest = ((numerator % denominator) + denominator) % denominator
  return (numerator - rest) / denominator
}

/** The whole number that is nearest to the quotient; of two that are equally near, the one further from zero. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -nearest(-numerator, denominator)
  const lower = below(numerator, denominator)
  const distance = numerator - lower * denominator
  return distance < denominator - distance ? lower : lower + 1n
}

/** The product of two quantities, rounded once. */
export function times(a: Units, b: Units): Units {
  return nearest(a * b, PER_WHOLE)
}

/** As much of `whole` as `part` is of `of`, rounded once. */
export function share(whole: Units, part: Units, of: Units): Units {
  return nearest(whole * part, of)
}

/** Only the whole points of a quotient, as points are granted. */
export function wholePoints(numerator: bigint, denominator: bigint): Units {
  return below(numerator, denominator) * PER_WHOLE
}

export function least(a: Units, b: Units): Units {
  return a < b ? a : b
}

export function most(a: Units, b: Units): Units {
  return a > b ? a : b
}

export function total(values: readonly Units[]): Units {
  let sum = 0n
  for (const value of values) sum += value
  return sum
}
