import { SOURCE, type Source } from '../../figures/rules/delta.ts'
import type { Month } from '../../figures/rules/zones.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { Account } from '../account.ts'
import type { EntryKind, JournalEntry } from '../journal.ts'
import { type Booked, leftOf, liabilityOf, NOTHING_BOOKED, type Vintage, vintageKey } from '../vintage.ts'
import { bookVintage, type Estimates } from './book-vintage.ts'

/** What the merchant estimates, from a month on. */
export interface Estimate {
  readonly since: Month
  /** The part of the points that is not expected to be redeemed. */
  readonly breakage: Decimal
  readonly pointWorth: Decimal | null
}

export interface PostedMonth {
  readonly entries: readonly JournalEntry[]
  /** What is booked in all at the end of the month, by vintage (`vintageKey`). */
  readonly booked: ReadonlyMap<string, Booked>
}

/** What amounts are computed by. */
export interface Basis {
  /** In the order of time. */
  readonly estimates: readonly Estimate[]
  /** What amounts are rounded to: the smallest unit of the currency. */
  readonly unit: Decimal
}

export interface MonthToPost {
  readonly month: Month
  /** As they are at the end of the month, the earlier months first. */
  readonly vintages: readonly Vintage[]
  readonly basis: Basis
  /** What the month before had booked. */
  readonly before: ReadonlyMap<string, Booked>
}

/** The entries of a month: what each vintage grew by since the month before. */
export function postMonth({ month, vintages, basis, before }: MonthToPost): PostedMonth {
  const booked = bookedAt(month, vintages, basis)
  const entries = vintages.flatMap((vintage) => {
    const key = vintageKey(vintage)
    const now = booked.get(key) ?? NOTHING_BOOKED
    const was = before.get(key) ?? NOTHING_BOOKED
    return entriesOf(vintage, was, now, changeOfEstimate(month, vintage, basis, now))
  })
  return { entries, booked }
}

export function bookedAt(
  month: Month,
  vintages: readonly Vintage[],
  basis: Basis,
): ReadonlyMap<string, Booked> {
  return new Map(
    vintages.map((vintage) => [
      vintageKey(vintage),
      bookVintage(vintage, estimatesFor(vintage, month, basis.estimates), basis.unit),
    ]),
  )
}

/** What is put aside for all months before the first one, in one entry an account. */
export function openingEntries(
  vintages: readonly Vintage[],
  booked: ReadonlyMap<string, Booked>,
): JournalEntry[] {
  const leftBy = new Map<Account, Decimal>()
  for (const vintage of vintages) {
    const { liability } = accountsOf(vintage.source)
    const left = leftOf(booked.get(vintageKey(vintage)) ?? NOTHING_BOOKED)
    leftBy.set(liability, (leftBy.get(liability) ?? ZERO) + left)
  }
  return [...leftBy].flatMap(([liability, amount]) =>
    amount === ZERO
      ? []
      : [
          {
            ...{
              kind: 'opening' as const,
              vintage: null,
              debit: 'opening' as const,
              credit: liability,
              amount,
            },
            source: liability === 'deferredRevenue' ? SOURCE.sale : SOURCE.gift,
          },
        ],
  )
}

/** The one in force; before the first of them, the first. */
export function estimateIn(month: Month, estimates: readonly Estimate[]): Estimate {
  const found = estimates.findLast(({ since }) => since <= month) ?? estimates[0]
  return found ?? { since: month, breakage: ZERO, pointWorth: null }
}

function estimatesFor({ month: issued }: Vintage, month: Month, estimates: readonly Estimate[]): Estimates {
  const { breakage: atIssue, pointWorth } = estimateIn(issued, estimates)
  return { atIssue, pointWorth, now: estimateIn(month, estimates).breakage }
}

/** What of the recognised amount is there only because the estimate is another one since this month. */
function changeOfEstimate(month: Month, vintage: Vintage, { estimates, unit }: Basis, now: Booked): Decimal {
  if (vintage.month === month || estimateIn(month, estimates).since !== month) return ZERO
  const earlier = estimates.filter(({ since }) => since < month)
  if (earlier.length === 0) return ZERO
  return now.recognised - bookVintage(vintage, estimatesFor(vintage, month, earlier), unit).recognised
}

// ── entries ─────────────────────────────────────────────────────────────────────────────────────────────────

interface Accounts {
  readonly liability: Account
  /** Against what it is put aside, and goes back when it is taken back. */
  readonly from: Account
  /** Where it goes when points are redeemed or lost. */
  readonly to: Account
}

/**
 * What is imported was an expense in the books of before; when it is redeemed, the discount lowers today's revenue, and
 * only revenue can make up for that.
 */
function accountsOf(source: Source): Accounts {
  const liability = liabilityOf(source)
  if (source === SOURCE.sale) return { liability, from: 'revenue', to: 'revenue' }
  if (source === SOURCE.imported) return { liability, from: 'opening', to: 'revenue' }
  return { liability, from: 'marketingExpense', to: 'marketingExpense' }
}

function entriesOf(vintage: Vintage, was: Booked, now: Booked, ofEstimate: Decimal): JournalEntry[] {
  const { liability, from, to } = accountsOf(vintage.source)
  const entry = (kind: EntryKind, debit: Account, credit: Account, amount: Decimal): JournalEntry[] => {
    if (amount === ZERO) return []
    const [of, into] = amount > ZERO ? [debit, credit] : [credit, debit]
    const { source, month } = vintage
    return [
      { kind, source, vintage: month, debit: of, credit: into, amount: amount > ZERO ? amount : -amount },
    ]
  }
  return [
    ...entry('issued', from, liability, now.deferred - was.deferred),
    ...entry('takenBack', liability, from, now.takenBack - was.takenBack),
    ...entry('recognised', liability, to, now.recognised - was.recognised - ofEstimate),
    ...entry('estimate', liability, to, ofEstimate),
  ]
}
