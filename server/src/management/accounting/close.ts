import {
  bookedToText,
  type ClosedFigures,
  entryToText,
  type MonthClose,
  type MonthSumText,
  sealClose,
} from '../../accounting/month-close.ts'
import { estimateIn } from '../../accounting/rules/post-month.ts'
import { namedAccounts } from '../../accounting/settings.ts'
import { insertClose } from '../../accounting/store/closes.ts'
import type { Amount } from '../../accounts/account.ts'
import { FLOWS } from '../../figures/rules/flow.ts'
import { nextMonth } from '../../figures/rules/period.ts'
import type { Month } from '../../figures/rules/zones.ts'
import type { CurrentFigures } from '../../figures/store/read-figures.ts'
import type { Instant } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import { decimalsOf } from '../../platform/money-format.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { endOfMonth, findBlocker, type MonthOfTenant, type Obstacle } from './check-month.ts'
import {
  estimatesOf,
  firstOpenMonth,
  type Ledger,
  type MonthSum,
  type OpenMonth,
  readFigures,
  readOpenMonth,
  runningMonth,
} from './read-books.ts'
import { usualNames, withTexts } from './texts.ts'

export interface Closing extends MonthOfTenant {
  readonly by: MonthClose['closedBy']
  /** What `checkMonth` has found. */
  readonly found: Obstacle | null
}

export interface Closed {
  readonly close: MonthClose
  /** false: it was closed before, and stays as it was. */
  readonly isNew: boolean
}

/** Closes a month for good. The books are locked, so the ledger that was read stays as it is. */
export async function closeMonth(tx: Tx, closing: Closing, ledger: Ledger): Promise<Closed | Obstacle> {
  const { tenant, month, now, by, found } = closing
  const closed = ledger.closes.find((one) => one.month === month)
  if (closed) return { close: closed, isNew: false }
  const blocker = await findBlocker(tx, closing, ledger)
  if (blocker) return { code: blocker }
  if (found) return found
  const figures = await readFigures(tx, tenant)
  if (!figures) return { code: 'counting' }
  if (isBehind(figures, closing)) return { code: 'behind' }
  const open = await readOpenMonth(tx, figures, month, ledger)
  const { transaction, id } = figures.position
  const close = sealClose(closedFigures(open, tenant, ledger), {
    ...{ closedAt: now, closedBy: by, position: `${transaction}/${id}` },
  })
  await insertClose(tx, tenant.id, close)
  return { close, isNew: true }
}

/** Whether something of the month may not be counted yet: a transaction that is open keeps what came after it waiting. */
function isBehind({ missingSince }: CurrentFigures, closing: MonthOfTenant): boolean {
  return missingSince !== null && missingSince + closing.tenant.clockAheadMs < endOfMonth(closing)
}

function closedFigures({ month, posted, sum }: OpenMonth, tenant: Tenant, ledger: Ledger): ClosedFigures {
  const { breakage, pointWorth } = estimateIn(month, estimatesOf(ledger))
  return {
    month,
    currency: tenant.currency,
    decimals: decimalsOf(tenant.currency),
    breakage: shortText(breakage),
    pointWorth: pointWorth === null ? null : shortText(pointWorth),
    accounts: namedAccounts(ledger.settings, usualNames(tenant.locale)),
    sum: sumToTexts(sum),
    entries: withTexts(posted.entries, tenant.locale).map(entryToText),
    booked: bookedToText(posted.booked),
  }
}

export function sumToTexts({ start, late, flows, end }: MonthSum): MonthSumText {
  const text = ({ points, cashback }: Amount) => ({ points: shortText(points), worth: shortText(cashback) })
  const changes = Object.fromEntries(FLOWS.map((flow) => [flow, text(flows[flow].amount)]))
  return { start: text(start), late: text(late), ...changes, end: text(end) } as MonthSumText
}

/**
 * The months that a merchant can look at: closed ones always, and while accounting is on those up to the running one. The
 * first open month may lie behind it, where the clock of a sandbox went back.
 */
export function monthsOf(tenant: Tenant, now: Instant, ledger: Ledger): Month[] {
  const months = ledger.closes.map(({ month }) => month)
  const first = firstOpenMonth(ledger)
  if (first === null) return months
  const last = Math.max(first, runningMonth(tenant, now))
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}
