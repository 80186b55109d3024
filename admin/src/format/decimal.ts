/** Points and money are decimal text with at most four decimals: added as whole ten-thousandths, never as floats. */
const SCALE = 10_000n

function unitsOf(amount: string): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const units = BigInt(whole) * SCALE + BigInt(decimals.padEnd(4, '0').slice(0, 4))
  return sign === '-' ? -units : units
}

function textOf(units: bigint): string {
  const size = units < 0n ? -units : units
  const decimals = String(size % SCALE)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${size / SCALE}${decimals === '' ? '' : `.${decimals}`}`
}

export function add(...amounts: readonly string[]): string {
  return textOf(amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n))
}

export function subtract(from: string, amount: string): string {
  return textOf(unitsOf(from) - unitsOf(amount))
}

export function isZero(amount: string): boolean {
  return unitsOf(amount) === 0n
}

export function isBelowZero(amount: string): boolean {
  return unitsOf(amount) < 0n
}

export function absolute(amount: string): string {
  return amount.replace(/^-/, '')
}

/** For drawing only: how long a bar is. */
export function shareOf(amount: string, whole: string): number {
  const all = unitsOf(whole)
  return all <= 0n ? 0 : Number((unitsOf(amount) * SCALE) / all) / Number(SCALE)
}

export function isBelow(amount: string, bound: string): boolean {
  return unitsOf(amount) < unitsOf(bound)
}

/** A rate from the two sums it is made of, in tenths of a percent, rounded half away from 0. null: nothing to divide by. */
export function tenthsOfPercent(part: string, whole: string): number | null {
  const [units, all] = [unitsOf(part), unitsOf(whole)]
  if (all === 0n) return null
  const isNegative = units < 0n !== all < 0n
  const [size, base] = [units < 0n ? -units : units, all < 0n ? -all : all]
  const tenths = Number((size * 2_000n + base) / (base * 2n))
  return isNegative && tenths !== 0 ? -tenths : tenths
}
