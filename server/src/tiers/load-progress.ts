import type { Customer } from '../accounts/customer.ts'
import { loadOne } from '../accounts/till/collection.ts'
import type { Instant } from '../platform/clock.ts'
import { ZERO } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { tierProgress } from './collections/progress.ts'
import { keyOf } from './promote.ts'
import { NO_DAYS, type Progress, progressToday } from './rules/progress.ts'
import type { Tiers } from './tier.ts'

/** How much a customer has today of what goals count. */
export async function loadProgress(
  tx: Tx,
  tenant: Tenant,
  customer: Customer,
  tiers: Tiers,
  now: Instant,
): Promise<Progress> {
  if (tiers.length === 0) return () => ZERO
  const key = { tenantId: tenant.id, key: keyOf(tiers, customer, tenant, now) }
  const found = await loadOne(tx, tierProgress, key)
  return progressToday(found?.days ?? NO_DAYS, localDate(now, tenant.timeZone))
}
