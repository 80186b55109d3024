import { POINT_TYPE } from '../../accounts/account.ts'
import { lotDates } from '../../earning/credit-earning.ts'
import { AT_ONCE_FOR_EVER, type Program, type Validity } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { localDate, startOfDay } from '../../platform/zone.ts'

/** A lot as it is stored, with what its dates follow from. */
export interface DatedLot {
  readonly type: number
  readonly recordedAt: Instant
  readonly availableAt: Instant
  readonly expiresAt: Instant | null
  readonly isWaiting: boolean
  /** The rule that granted it, where its explanation names one. */
  readonly ruleId: number | null
  /** A person adjusted a balance, and chose the day on which it ends. */
  readonly isAdjustment: boolean
  /** From when the days of its order count; null: it has none. */
  readonly earnedAt: Instant | null
}

export interface ExpectedDates {
  /** Nothing is recorded before it was earned. */
  readonly earnedAt: Instant
  readonly availableAt: Instant
  /** undefined: the beginning of any later day, or never. */
  readonly expiresAt: Instant | null | undefined
}

/** The dates that a lot must have; null: nothing says which. */
export function expectedDates(
  lot: DatedLot,
  program: Program | undefined,
  timeZone: string,
): ExpectedDates | null {
  switch (lot.type) {
    case POINT_TYPE.import:
      return null
    case POINT_TYPE.purchase:
    case POINT_TYPE.orderAdjusted: {
      const purchase = program?.index.purchase
      return purchase && lot.earnedAt !== null ? datesFrom(purchase, lot.earnedAt, timeZone) : null
    }
    default: {
      if (lot.isAdjustment) {
        return { earnedAt: lot.recordedAt, availableAt: lot.recordedAt, expiresAt: undefined }
      }
      const rule = lot.ruleId === null ? undefined : program?.rules.find(({ id }) => id === lot.ruleId)
      if (lot.ruleId !== null && !(rule && 'waitingDays' in rule)) return null
      return datesFrom(rule && 'waitingDays' in rule ? rule : AT_ONCE_FOR_EVER, lot.recordedAt, timeZone)
    }
  }
}

function datesFrom(validity: Validity, earnedAt: Instant, timeZone: string): ExpectedDates {
  return { earnedAt, ...lotDates(validity, earnedAt, timeZone) }
}

export interface DateTerms {
  readonly timeZone: string
  /** How far dates may be apart where the merchant's time zone may have been another one. */
  readonly toleranceMs: number
}

export function isAsExpected(lot: DatedLot, expected: ExpectedDates, terms: DateTerms): boolean {
  return (
    isEndAsExpected(lot, expected, terms) &&
    isNear(lot.availableAt, expected.availableAt, terms) &&
    lot.recordedAt >= expected.earnedAt
  )
}

/** After the date of its order was corrected: a lot that was open then has kept the moment at which it opened. */
export function isAsCorrected(lot: DatedLot, expected: ExpectedDates, terms: DateTerms): boolean {
  return (
    isEndAsExpected(lot, expected, terms) &&
    (!lot.isWaiting || isNear(lot.availableAt, expected.availableAt, terms))
  )
}

function isEndAsExpected(
  { expiresAt, availableAt }: DatedLot,
  expected: ExpectedDates,
  terms: DateTerms,
): boolean {
  if (expected.expiresAt !== undefined) return isNear(expiresAt, expected.expiresAt, terms)
  return (
    expiresAt === null ||
    (expiresAt > availableAt && isNear(expiresAt, startOfItsDay(expiresAt, terms), terms))
  )
}

function startOfItsDay(at: Instant, { timeZone }: DateTerms): Instant {
  return startOfDay(localDate(at, timeZone), timeZone)
}

function isNear(a: Instant | null, b: Instant | null, { toleranceMs }: DateTerms): boolean {
  return a === b || (a !== null && b !== null && Math.abs(a - b) <= toleranceMs)
}
