import { bookedOf, type MonthClose, readClosed } from '../../accounting/month-close.ts'
import { type Books, postUntil } from '../../accounting/rules/books.ts'
import type { Estimate, PostedMonth } from '../../accounting/rules/post-month.ts'
import type { AccountingSettings } from '../../accounting/settings.ts'
import { findCloses } from '../../accounting/store/closes.ts'
import { findAccountingSettings, findEstimates, lockBooks } from '../../accounting/store/settings.ts'
import { type Amount, subtract } from '../../accounts/account.ts'
import { changeOf, type Flows, flowsOf } from '../../figures/rules/flow.ts'
import { firstDayOfMonth, lastDayOfMonth, monthBefore, nextMonth } from '../../figures/rules/period.ts'
import { type Month, monthOf } from '../../figures/rules/zones.ts'
import {
  type CurrentFigures,
  findCurrentFigures,
  isCounting,
  readFlow,
  readOpen,
} from '../../figures/store/read-figures.ts'
import { readVintages } from '../../figures/store/read-vintages.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, decimalFromText, ONE } from '../../platform/decimal.ts'
import { decimalsOf } from '../../platform/money-format.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDate } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'

/** What is set and closed, without any sums. */
export interface Ledger {
  /** What amounts are rounded to: the smallest unit of the currency. */
  readonly unit: Decimal
  readonly settings: AccountingSettings
  readonly estimates: readonly Estimate[]
  readonly closes: readonly MonthClose[]
}

export async function readLedger(tx: Tx, { id, currency }: Pick<Tenant, 'id' | 'currency'>): Promise<Ledger> {
  const [settings, estimates, closes] = await Promise.all([
    findAccountingSettings(tx, id),
    findEstimates(tx, id),
    findCloses(tx, id),
  ])
  return { settings, estimates, closes, unit: ONE / 10n ** BigInt(decimalsOf(currency)) }
}

/** Read under the lock of the books: it stays as it is until this transaction ends. */
export async function lockLedger(tx: Tx, tenant: Pick<Tenant, 'id' | 'currency'>): Promise<Ledger> {
  await lockBooks(tx, tenant.id)
  return readLedger(tx, tenant)
}

/** The month of now, in the merchant's time zone. */
export function runningMonth({ timeZone }: Pick<Tenant, 'timeZone'>, now: Instant): Month {
  return monthOf(localDate(now, timeZone))
}

/** The first month that is not closed; null: accounting is off, so none can be. */
export function firstOpenMonth({ settings: { isOn, startsIn }, closes }: Ledger): Month | null {
  if (!isOn || startsIn === null) return null
  const last = closes.at(-1)
  return last ? nextMonth(last.month) : startsIn
}

/** A month's entries, and the sum that it is reconciled with. */
export interface OpenMonth {
  readonly month: Month
  readonly posted: PostedMonth
  readonly sum: MonthSum
}

export interface MonthSum {
  readonly start: Amount
  /** Dated in a month that was closed before it arrived. */
  readonly late: Amount
  readonly flows: Flows
  readonly end: Amount
}

/** null: the sums are being counted for the first time. */
export async function readFigures(tx: Tx, { id }: Pick<Tenant, 'id'>): Promise<CurrentFigures | null> {
  const found = await findCurrentFigures(tx, id)
  return isCounting(found) ? null : found
}

/** What is posted in every month behind the last closed one, as it stands. */
export async function readOpenMonths(
  tx: Tx,
  figures: CurrentFigures,
  until: Month,
  ledger: Ledger,
): Promise<ReadonlyMap<Month, PostedMonth>> {
  return postUntil(until, booksOf(until, await readVintages(tx, figures), ledger))
}

/** An open month as it stands; of one that is not over, so far. */
export async function readOpenMonth(
  tx: Tx,
  figures: CurrentFigures,
  month: Month,
  ledger: Ledger,
): Promise<OpenMonth> {
  const [posted, sum] = await Promise.all([
    readOpenMonths(tx, figures, month, ledger),
    readSum(tx, figures, month, ledger.closes),
  ])
  const one = posted.get(month)
  if (!one) throw new Error(`month ${month} is not among the open ones`)
  return { month, posted: one, sum }
}

/**
 * What months were closed with holds for them whatever is estimated later: what was booked then follows from it. Before
 * the first of them and behind the last one, what is estimated: none of it can be changed that a closed month knows.
 */
export function estimatesOf({ estimates, closes }: Pick<Ledger, 'estimates' | 'closes'>): Estimate[] {
  const closed = closes.map((close) => {
    const { month: since, breakage, pointWorth } = readClosed(close)
    return {
      ...{ since, breakage: decimalFromText(breakage) },
      pointWorth: pointWorth === null ? null : decimalFromText(pointWorth),
    }
  })
  const [first, last] = [closed[0]?.since ?? 0, closed.at(-1)?.since ?? 0]
  return [
    ...estimates.filter(({ since }) => since < first),
    ...closed,
    ...estimates.filter(({ since }) => since > last),
  ]
}

function booksOf(month: Month, history: Books['history'], ledger: Ledger): Books {
  const { settings, closes, unit } = ledger
  const last = closes.at(-1)
  const closed = last ? { month: last.month, booked: bookedOf(readClosed(last)) } : null
  return { startsIn: settings.startsIn ?? month, history, estimates: estimatesOf(ledger), closed, unit }
}

async function readSum(
  tx: Tx,
  figures: CurrentFigures,
  month: Month,
  closes: readonly MonthClose[],
): Promise<MonthSum> {
  const earlier = monthBefore(month)
  const days = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) }
  const [flow, open] = await Promise.all([readFlow(tx, figures, days), readOpen(tx, figures, days)])
  const [flows, { end }] = [flowsOf(flow), open]
  const closed = closes.find((one) => one.month === earlier)
  const start = closed ? endOf(closed) : open.start
  return { start, flows, end, late: subtract(subtract(end, start), changeOf(flows)) }
}

function endOf(closed: MonthClose): Amount {
  const { points, worth } = readClosed(closed).sum.end
  return { points: decimalFromText(points), cashback: decimalFromText(worth) }
}
