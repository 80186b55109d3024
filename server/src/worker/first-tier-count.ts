import { tenantsOf } from '../app/cells.ts'
import { settleAll } from '../platform/settle-all.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { findTenantsWithReview } from '../tiers/store/tiers.ts'
import { sweepTiers } from '../tiers/sweep.ts'
import type { JobContext } from './job-context.ts'

/**
 * Counts the customers of tenants with tiers that have never been counted, one tenant after the other. If one fails,
 * the others are counted all the same, and the failure is told at the end.
 */
export async function countUncountedTenants(
  context: JobContext,
  alone: (tenant: Tenant, count: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const failures = settleAll()
  for (const tenant of await findUncountedTenants(context)) {
    if (context.signal.aborted) break
    await failures.settle([alone(tenant, () => countTiers(context, tenant))])
  }
  failures.throwIfAny('tenants could not be counted')
}

async function findUncountedTenants({ cells, cell }: JobContext): Promise<Tenant[]> {
  const tenants = (await tenantsOf(cells, cell)()).filter(({ settings }) => settings.usesTiers)
  const ids = tenants.map(({ id }) => id)
  const counted = await cells.of({ cell }).read(ids, (tx) => findTenantsWithReview(tx, ids))
  return tenants.filter(({ id }) => !counted.has(id))
}

async function countTiers({ cells, cell, till, clock, signal }: JobContext, tenant: Tenant): Promise<void> {
  await sweepTiers({ database: cells.of({ cell }), till, tenant, now: tenantClock(clock)(tenant), signal })
}
