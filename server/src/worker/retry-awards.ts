import type { RetryJob } from '../rewards/manage/retry-job.ts'
import { retryHeldAwards, retryHeldAwardsOf } from '../rewards/retry-awards.ts'
import { isWhole } from '../tenancy/standing.ts'
import { findTenant } from '../tenancy/store/tenants.ts'
import type { JobContext } from './job-context.ts'

/** Tries held awards again, after what they waited for has changed or because a person wants it. */
export async function retryAwards(
  { cells, cell, till, signal }: JobContext,
  { tenant: tenantId, reward }: RetryJob,
): Promise<void> {
  const tenant = await cells.directory.read([], (tx) => findTenant(tx, tenantId))
  // Of a tenant that has moved to another cell meanwhile, that cell's daily run tries them.
  if (!tenant || tenant.cell !== cell || !isWhole(tenant.standing)) return
  const options = { database: cells.of(tenant), till, tenant, signal }
  if (reward === null) await retryHeldAwards(options)
  else await retryHeldAwardsOf(reward, options)
}
