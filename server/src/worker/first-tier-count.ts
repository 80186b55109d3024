import type { JobHelpers } from 'graphile-worker'
import { listTenants } from '../tenancy/store/tenants.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { findTenantsWithReview } from '../tiers/store/tiers.ts'
import { sweepTiers } from '../tiers/sweep.ts'
import type { JobContext } from './job-context.ts'

/**
 * One hour after a database was migrated to keep progress towards tiers, servers of the version before are taken to be
 * gone. Until progress is kept, it is counted each time it is asked for: for a customer with 100,000 orders that took
 * 1.5 s.
 */
export async function isOlderVersionGone(helpers: JobHelpers): Promise<boolean> {
  const { rows } = await helpers.query(
    `select from migration where name = '0013_tier_progress.sql' and applied_at < now() - interval '1 hour'`,
  )
  return rows.length > 0
}

/** Tenants with tiers whose customers have never been counted. */
export async function findUncountedTenants({ cells, cell }: JobContext): Promise<Tenant[]> {
  const all = await cells.directory.read([], listTenants)
  const tenants = all.filter((tenant) => tenant.cell === cell && tenant.settings.usesTiers)
  const ids = tenants.map(({ id }) => id)
  const counted = await cells.of({ cell }).read(ids, (tx) => findTenantsWithReview(tx, ids))
  return tenants.filter(({ id }) => !counted.has(id))
}

export async function countTiers(
  { cells, cell, till, clock, signal }: JobContext,
  tenant: Tenant,
): Promise<void> {
  await sweepTiers({ database: cells.of({ cell }), till, tenant, now: tenantClock(clock)(tenant), signal })
}
