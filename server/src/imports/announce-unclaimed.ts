import { setTimeout as sleep } from 'node:timers/promises'
import type { Cells } from '../tenancy/cells.ts'
import { changeSettings, FOLLOWED_MS } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/**
 * Before lines without an id of the shop are done: from now on orders look whether they name one of these customers. An
 * order that a process took without looking, a moment after its line was done, would make a second customer of the same
 * person: so the first of these lines waits until every process looks.
 */
export async function announceUnclaimed(cells: Pick<Cells, 'directory'>, tenant: Tenant): Promise<void> {
  if (tenant.settings.hasUnclaimed) return
  await cells.directory.transaction([], (tx) => changeSettings(tx, tenant.id, { hasUnclaimed: true }))
  await sleep(FOLLOWED_MS)
}
