import type { Till } from '../accounts/till.ts'
import type { Instant } from '../platform/clock.ts'
import { countFailures } from '../platform/failures.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { moveTier } from './commands.ts'
import { findSweep, listCustomersWithTier, saveSweep } from './store.ts'

/** Two batches of the till: while it works on one, the next is waiting. */
const PAGE = 200

export interface TierSweepOptions {
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly now: Instant
  /** Ends the look after the page that is under way. */
  readonly signal?: AbortSignal
}

/**
 * The nightly look at everybody above the base tier. Safe at any time, several at once and half done: each
 * customer is decided about under the lock of their account, and a second look finds nothing left to do.
 */
export async function sweepTiers(options: TierSweepOptions): Promise<{ looked: number; moved: number }> {
  const { database, till, tenant, now, signal } = options
  if (!tenant.settings.usesTiers) return { looked: 0, moved: 0 }
  const sweptAt = await database.transaction([tenant.id], (tx) => findSweep(tx, tenant.id))
  const failures = countFailures()
  let [looked, moved, afterId] = [0, 0, 0]
  while (!signal?.aborted) {
    const page = await database.transaction([tenant.id], (tx) =>
      listCustomersWithTier(tx, tenant.id, afterId, PAGE),
    )
    const results = await failures.apartFrom(
      page.map(({ original_id: customerId }) => till.run(moveTier, { tenant, customerId, sweptAt })),
    )
    looked += page.length
    moved += results.filter(({ isMoved }) => isMoved).length
    const last = page.at(-1)
    if (!last || page.length < PAGE) {
      // Only now: a look that is cut off has not been at everybody. Whoever failed is looked at later, to their favour.
      await database.transaction([tenant.id], (tx) => saveSweep(tx, tenant.id, now))
      break
    }
    afterId = last.id
  }
  failures.raise('customers could not be looked at')
  return { looked, moved }
}
