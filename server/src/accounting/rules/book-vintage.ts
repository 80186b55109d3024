import { SOURCE } from '../../figures/rules/delta.ts'
import { type Decimal, minimum, notBelowZero, ONE, ZERO } from '../../platform/decimal.ts'
import type { Booked, Quantity, Vintage } from '../vintage.ts'

export interface Estimates {
  /** The part of the points that is not expected to be redeemed, as it was estimated in the month of the vintage. */
  readonly atIssue: Decimal
  /** As it is estimated now. */
  readonly now: Decimal
  /** What a point is worth where the records say nothing, because cashback is off; null: nothing. */
  readonly pointWorth: Decimal | null
}

/**
 * What is to be booked for a vintage in all. Points of a sale are a part of what was sold: the price is divided between
 * the goods and the points by what each is worth alone. Everything else is put aside at what it is worth.
 *
 * Each of the three sums is computed from the beginning and rounded once, half up to the smallest unit of the currency; a
 * month posts what it grew by.
 * So roundings never add up, and when nothing of a vintage is open, all of it was recognised.
 */
export function bookVintage(vintage: Vintage, estimates: Estimates, unit: Decimal): Booked {
  const issued = measure(vintage.issued, vintage)
  const deferred = deferredOf(vintage, estimates)
  if (issued === ZERO) return { deferred: rounded(deferred, unit), takenBack: ZERO, recognised: ZERO }
  const takenBack = minimum(measure(vintage.takenBack, vintage), issued)
  const all = rounded(deferred, unit)
  const back = rounded(times(deferred, takenBack, issued), unit)
  const kept = times(deferred, issued - takenBack, issued)
  const part = recognisedOf(kept, usedOf(vintage, issued - takenBack), estimates.now)
  return {
    deferred: all,
    takenBack: back,
    // The rounded parts may be a unit more than the rounded whole.
    recognised: part === 'all' ? all - back : minimum(rounded(part, unit), all - back),
  }
}

/** Points; of a vintage that has only money, the money. */
function measure(quantity: Quantity, { issued }: Vintage): Decimal {
  return issued.points === ZERO ? quantity.worth : quantity.points
}

// ── fractions ───────────────────────────────────────────────────────────────────────────────────────────────

/** Exact until it is rounded: the denominator is above zero. */
interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

const NOTHING: Fraction = { over: ZERO, under: 1n }

function times({ over, under }: Fraction, numerator: bigint, denominator: bigint): Fraction {
  return { over: over * numerator, under: under * denominator }
}

/** Half up to whole units. */
function rounded({ over, under }: Fraction, unit: Decimal): Decimal {
  return ((2n * over + unit * under) / (2n * unit * under)) * unit
}

// ── deferred ────────────────────────────────────────────────────────────────────────────────────────────────

function deferredOf(vintage: Vintage, { atIssue, pointWorth }: Estimates): Fraction {
  const worth = worthOf(vintage, pointWorth)
  const expected = { over: worth.over * (ONE - atIssue), under: worth.under * ONE }
  if (vintage.source !== SOURCE.sale) return expected
  // P × S ÷ (P + S), with S as a fraction.
  const { sales } = vintage
  const sum = sales * expected.under + expected.over
  return sum === ZERO ? NOTHING : { over: sales * expected.over, under: sum }
}

/** What the records say, and of those that say nothing what a point is worth: cashback may be off for a part of a month. */
function worthOf({ issued: { worth }, withoutWorth }: Vintage, pointWorth: Decimal | null): Fraction {
  return { over: worth * ONE + withoutWorth * (pointWorth ?? ZERO), under: ONE }
}

// ── recognised ──────────────────────────────────────────────────────────────────────────────────────────────

interface Used {
  /** What was issued and not taken back. */
  readonly kept: Decimal
  readonly redeemed: Decimal
  readonly lost: Decimal
}

function usedOf(vintage: Vintage, kept: Decimal): Used {
  const redeemed = minimum(notBelowZero(measure(vintage.redeemed, vintage)), kept)
  return { kept, redeemed, lost: minimum(notBelowZero(measure(vintage.lost, vintage)), kept - redeemed) }
}

/**
 * As much of it as was redeemed of what is expected to be. What is lost is at least what was estimated, or what really
 * was lost, and never more than was not redeemed. `all`: nothing is open any more.
 */
function recognisedOf(amount: Fraction, { kept, redeemed, lost }: Used, breakage: Decimal): Fraction | 'all' {
  if (redeemed + lost >= kept) return 'all'
  const estimated = breakage * kept
  const expectedLost = minimum(estimated > lost * ONE ? estimated : lost * ONE, (kept - redeemed) * ONE)
  const expected = kept * ONE - expectedLost
  // Where nothing is expected to be redeemed, nothing was.
  return expected === ZERO ? NOTHING : times(amount, redeemed * ONE, expected)
}
