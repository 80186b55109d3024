import type { FoundDifference } from '../accounts/verify.ts'
import { monthToText, nextMonth } from '../figures/rules/period.ts'
import { type Decimal, decimalFromText, shortText, ZERO } from '../platform/decimal.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Account } from './account.ts'
import {
  bookedOf,
  type ClosedFigures,
  entryFromText,
  hashOf,
  type MonthClose,
  type MonthSumText,
  readClosed,
} from './month-close.ts'
import { findCloses } from './store/closes.ts'
import { LIABILITIES, leftIn } from './vintage.ts'

/**
 * Closed months: each is what its hash says, in the merchant's currency, behind the month before it, and what its entries
 * put aside is what its vintages have left.
 */
export async function verifyCloses(
  database: Database,
  { id, currency }: Pick<Tenant, 'id' | 'currency'>,
): Promise<FoundDifference[]> {
  const closes = await database.read([id], (tx) => findCloses(tx, id))
  // null: there is none, or it is no longer what was closed.
  let before: ClosedFigures | null = null
  const found: FoundDifference[] = []
  for (const [index, close] of closes.entries()) {
    const hash = hashOf(close.figures)
    if (!hash.equals(close.hash)) {
      const [stored, recomputed] = [close.hash.toString('hex'), hash.toString('hex')]
      found.push(differenceOf(close, 'hash', stored, recomputed))
      before = null
      continue
    }
    const closed = readClosed(close)
    found.push(...compare(close, 'currency', closed.currency, currency))
    found.push(...differencesOfSum(close, closed.sum))
    if (before) found.push(...differencesFromBefore(close, closed, before))
    if (before || index === 0) found.push(...differencesOfBooked(close, closed, before))
    before = closed
  }
  return found
}

/** start + late + issued + imported − redeemed − expired − taken back = end */
function differencesOfSum(close: MonthClose, sum: MonthSumText): FoundDifference[] {
  return (['points', 'worth'] as const).flatMap((unit) => {
    const of = (key: keyof MonthSumText): Decimal => decimalFromText(sum[key][unit])
    const came = of('start') + of('late') + of('issued') + of('imported')
    const end = came - of('redeemed') - of('expired') - of('takenBack')
    return compare(close, `${unit} at the end`, sum.end[unit], shortText(end))
  })
}

function differencesFromBefore(
  close: MonthClose,
  { sum }: ClosedFigures,
  before: ClosedFigures,
): FoundDifference[] {
  return [
    ...compare(close, 'month', monthToText(close.month), monthToText(nextMonth(before.month))),
    ...compare(close, 'points at the start', sum.start.points, before.sum.end.points),
    ...compare(close, 'worth at the start', sum.start.worth, before.sum.end.worth),
  ]
}

/** What the vintages have left is what the account had before, and what the entries changed. */
function differencesOfBooked(
  close: MonthClose,
  closed: ClosedFigures,
  before: ClosedFigures | null,
): FoundDifference[] {
  const bookedBefore = before ? bookedOf(before) : new Map()
  return LIABILITIES.flatMap((account) => {
    const has = leftIn(account, bookedOf(closed))
    const should = leftIn(account, bookedBefore) + changeOf(account, closed)
    return compare(close, account, shortText(has), shortText(should))
  })
}

function changeOf(account: Account, { entries }: ClosedFigures): Decimal {
  return entries.map(entryFromText).reduce((sum, { debit, credit, amount }) => {
    return sum + (credit === account ? amount : ZERO) - (debit === account ? amount : ZERO)
  }, ZERO)
}

function compare(close: MonthClose, what: string, stored: string, recomputed: string): FoundDifference[] {
  return stored === recomputed ? [] : [differenceOf(close, what, stored, recomputed)]
}

function differenceOf(
  { month }: MonthClose,
  what: string,
  stored: string,
  recomputed: string,
): FoundDifference {
  return { customer: '', what: `${what} of closed month ${monthToText(month)}`, stored, recomputed }
}
