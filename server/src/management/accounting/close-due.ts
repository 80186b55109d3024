import { monthToText } from '../../figures/rules/period.ts'
import type { Actor } from '../../people/actor.ts'
import { insertAudit } from '../../people/store/audit.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { localDate, localDateToText } from '../../platform/zone.ts'
import { findTimeZones } from '../../tenancy/store/zones.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type CloseDeps, checkMonth } from './check-month.ts'
import { type Closing, closeMonth } from './close.ts'
import { firstOpenMonth, lockLedger, readLedger, runningMonth } from './read-books.ts'

const AUTOMATIC: Actor = { kind: 'system', id: null, label: 'Punchcard' }
const BY = { kind: AUTOMATIC.kind, label: AUTOMATIC.label }

/**
 * Closes the months that are to close by themselves by now. What is in the way is shown to the merchant's people, and is
 * looked at again the next morning. A sandbox's clock goes back, so its months are closed by hand only.
 */
export async function closeDueMonths(deps: CloseDeps, tenant: Tenant, now: Instant): Promise<void> {
  const database = deps.cells.of(tenant)
  const { settings } = await database.read([tenant.id], (tx) => readLedger(tx, tenant))
  if (settings.closeDay === null || tenant.isSandbox || !isCloseDay(settings.closeDay, tenant, now)) return
  const spans = await deps.cells.directory.read([tenant.id], (tx) => findTimeZones(tx, tenant.id))
  for (;;) {
    const ledger = await database.read([tenant.id], (tx) => readLedger(tx, tenant))
    const month = firstOpenMonth(ledger)
    if (month === null || month >= runningMonth(tenant, now)) return
    const found = await checkMonth(deps, { tenant, month, now, spans })
    if (found || !(await closeByItself(database, { tenant, month, now, spans, by: BY, found }))) return
  }
}

/** false: something is in the way. */
async function closeByItself(database: Database, closing: Closing): Promise<boolean> {
  const { tenant, month, now } = closing
  return database.transaction([tenant.id], async (tx) => {
    const closed = await closeMonth(tx, closing, await lockLedger(tx, tenant))
    if ('code' in closed) return false
    if (!closed.isNew) return true
    const name = monthToText(month)
    await insertAudit(tx, 'cell', tenant.id, [
      {
        ...{ action: 'month.close', at: now, actor: AUTOMATIC, via: 'job' },
        target: { kind: 'accounting', id: name, label: name },
        after: { hash: closed.close.hash.toString('hex') },
        ...{ requestId: null, address: null },
      },
    ])
    return true
  })
}

/** From that day of the month on: a worker may have been down on the day itself. */
export function isCloseDay(closeDay: number, { timeZone }: Tenant, now: Instant): boolean {
  return Number(localDateToText(localDate(now, timeZone)).slice(8)) >= closeDay
}
