import { add, isZero, subtract } from '../../../format/decimal.ts'
import { toLocal } from '../../../format/zone.ts'

interface Lot {
  readonly remaining: { readonly points: string }
  readonly expiresAt: string | null
}

export interface ExpiryMonth {
  /** `2026-12`; `never`; `later` for what is not listed. */
  readonly month: string
  /** A moment in it, for its name. */
  readonly at: string | null
  readonly points: string
  readonly isSoon: boolean
}

const SOON_MS = 90 * 86_400_000

/** What can be spent, by the month in which it expires. Together it is what all lots come to, to the last digit. */
export function byExpiry(
  lots: readonly Lot[],
  total: string,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): ExpiryMonth[] {
  const months = new Map<string, ExpiryMonth>()
  for (const { remaining, expiresAt } of lots) {
    const month = expiresAt === null ? 'never' : toLocal(expiresAt, timeZone).slice(0, 7)
    const known = months.get(month)
    months.set(month, {
      month,
      at: known?.at ?? expiresAt,
      points: add(known?.points ?? '0', remaining.points),
      isSoon: expiresAt !== null && Date.parse(expiresAt) - now.getTime() < SOON_MS,
    })
  }
  const sorted = [...months.values()].sort((a, b) => a.month.localeCompare(b.month))
  const rest = subtract(total, add(...sorted.map(({ points }) => points)))
  return isZero(rest) ? sorted : [...sorted, { month: 'later', at: null, points: rest, isSoon: false }]
}
