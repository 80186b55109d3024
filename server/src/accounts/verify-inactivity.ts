import type { Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { localDate, localDateToText } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { goodThrough, inactivityTerms, lastActiveDayEndingBefore } from './rules/inactivity.ts'
import { findOverdue } from './store/inactive.ts'
import { DIFFERENCES_MAX, type FoundDifference } from './verify.ts'

/** A worker that was down for so long has something to catch up with; beyond that, something is wrong. */
const GRACE_DAYS = 2

/** That no customer has points whose end by inactivity has passed. Most merchants have no such end. */
export async function verifyInactivity(
  database: Database,
  tenant: Tenant,
  now: Instant,
): Promise<readonly FoundDifference[]> {
  const terms = inactivityTerms(tenant)
  if (terms === null) return []
  const today = localDate(now, terms.timeZone) - GRACE_DAYS
  const activeUntil = lastActiveDayEndingBefore(terms, today)
  if (activeUntil === null) return []
  const ask = { tenantId: tenant.id, terms, today, activeUntil }
  const found = await database.read([tenant.id], (tx) => findOverdue(tx, ask, DIFFERENCES_MAX))
  return found.map(({ customer, points, ...activity }) => ({
    customer,
    what: `points after ${localDateToText(goodThrough(terms, activity, true) ?? today)}, when inactivity has ended them`,
    stored: points,
    recomputed: '0',
  }))
}
