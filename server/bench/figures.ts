/** The value at that share of the sorted numbers, between two of them where it falls between. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (above - below) * (at - Math.floor(at))
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

export const round = (value: number, digits: number): number => Number(value.toFixed(digits))

export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function spreadOf(numbers: readonly number[], digits: number): Spread {
  const at = (share: number): number => round(quantile(numbers, share), digits)
  return { median: at(0.5), least: at(0), most: at(1) }
}

/**
 * What turns of one side come to beside the next turn of the same side: how far the machine alone takes them apart.
 * The side that begins changes from pair to pair, so the second of a pair and the first of the next are of one side.
 */
export function ratiosToItself(pairs: readonly (readonly [number, number])[]): number[] {
  return pairs.slice(1).map((pair, index) => {
    const side = index % 2 === 0 ? 1 : 0
    return pair[side] / (pairs[index]?.[side] ?? Number.NaN)
  })
}
