import { isBelow, isZero, subtract, tenthsOfPercent } from '../../format/decimal.ts'

/** Below this a percentage says more than there is. */
const LEAST = '20'

export type Compared =
  | { readonly kind: 'more' | 'less'; readonly tenths: number }
  | { readonly kind: 'same' }
  /** Only what it was. */
  | { readonly kind: 'before' }

/** An amount beside that of the period before, both as decimal text. */
export function compare(now: string, then: string): Compared {
  if (isBelow(then, LEAST)) return { kind: 'before' }
  const change = subtract(now, then)
  if (isZero(change)) return { kind: 'same' }
  const tenths = tenthsOfPercent(change, then) ?? 0
  // Less than half a tenth of a percent.
  if (tenths === 0) return { kind: 'same' }
  return { kind: tenths > 0 ? 'more' : 'less', tenths: Math.abs(tenths) }
}
