import { findLastClosed } from '../../accounting/store/closes.ts'
import { findAccountingSettings, findEstimates } from '../../accounting/store/settings.ts'
import { nextMonth } from '../../figures/rules/period.ts'
import type { Month } from '../../figures/rules/zones.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { isDue, type MonthOfTenant } from './check-month.ts'
import { isCloseDay } from './close-due.ts'
import { runningMonth } from './read-books.ts'

/**
 * The month that a person can close now; null: there is none. One that closes by itself is not waiting for anyone until its
 * day has come and it is still open.
 */
export async function findMonthReady(
  tx: Tx,
  { tenant, now, spans }: Omit<MonthOfTenant, 'month'>,
): Promise<Month | null> {
  const { isOn, startsIn, closeDay } = await findAccountingSettings(tx, tenant.id)
  if (!isOn || startsIn === null) return null
  const closed = await findLastClosed(tx, tenant.id)
  const month = closed === null ? startsIn : nextMonth(closed)
  const running = runningMonth(tenant, now)
  if (month >= running) return null
  const closesLater = closeDay !== null && nextMonth(month) === running && !isCloseDay(closeDay, tenant, now)
  if (closesLater || (await findEstimates(tx, tenant.id)).length === 0) return null
  return (await isDue(tx, tenant, { month, spans })) ? null : month
}
