import { fillTerms } from '../accounts/fill-terms.ts'
import { findTenantsToFill } from '../accounts/store/terms.ts'
import { tenantsOf } from '../app/cells.ts'
import type { TenantId } from '../contract/ids.ts'
import { settleAll } from '../platform/settle-all.ts'
import type { JobContext } from './job-context.ts'

/**
 * Fills the search index of tenants whose index is to be made again, one tenant after the other. If one fails, the others are filled all the same, and the
 * failure is thrown at the end.
 */
export async function fillTermsOfTenants(
  { cells, cell, signal }: JobContext,
  alone: (tenantId: TenantId, fill: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const database = cells.of({ cell })
  const ids = (await tenantsOf(cells, cell)()).map(({ id }) => id)
  const failures = settleAll()
  for (const tenantId of await database.read(ids, (tx) => findTenantsToFill(tx, ids))) {
    if (signal.aborted) break
    const fill = () => fillTerms({ database, tenantId, signal })
    await failures.settle([alone(tenantId, fill)])
  }
  failures.throwIfAny('customers could not be made findable')
}
