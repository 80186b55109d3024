import type { Cells } from '../tenancy/cells.ts'
import { changeSettings } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/**
 * Before lines without an id of the shop are done: from now on orders look whether they name one of these customers. What
 * is known of a merchant is kept for a second, so an order within it may miss one.
 */
export async function announceUnclaimed(cells: Pick<Cells, 'directory'>, tenant: Tenant): Promise<void> {
  if (tenant.settings.hasUnclaimed) return
  await cells.directory.transaction([], (tx) => changeSettings(tx, tenant.id, { hasUnclaimed: true }))
}
