/*
 * Decimal text, added up exactly: a bigint counts ten-thousandths, which is all that the server has. Money in an input is
 * a number of cents, which is exact however much a shop sells.
 */

const PLACES = 4
const PER_CENT = 100n

/** `a − b`. */
export const minus = (a: string, b: string): string => textOf(unitsOf(a) - unitsOf(b))

export const centsOf = (amount: string): number => Number(unitsOf(amount) / PER_CENT)

/** `7.35`. */
export const textOfCents = (cents: number): string => (cents / 100).toFixed(2)

function unitsOf(amount: string): bigint {
  const [whole, part = ''] = amount.split('.')
  return BigInt(whole + part.padEnd(PLACES, '0'))
}

function textOf(units: bigint): string {
  const isBelow = units < 0n
  const digits = `${isBelow ? -units : units}`.padStart(PLACES + 1, '0')
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '')
  return (isBelow ? '-' : '') + text
}
