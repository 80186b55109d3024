import { type Decimal, decimalToText, ONE, proportion, roundTo, ZERO } from '../../platform/decimal.ts'

const HUNDRED = 100n * ONE

/** `4.1`: part of whole in percent, with one decimal; null: there is no whole. */
export function percentOf(part: Decimal, whole: Decimal): string | null {
  if (whole === ZERO) return null
  return decimalToText(roundTo(proportion(HUNDRED, part, whole), 1)).slice(0, -'000'.length)
}
