import { setTimeout as sleep } from 'node:timers/promises'
import type { Cells } from '../tenancy/cells.ts'
import { changeSettings, FOLLOWED_MS, lockSettings } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/**
 * Before lines without an id of the shop are done: from now on orders look whether they name one of these customers. An
 * order that a process took without looking, a moment after its line was done, would make a second customer of the same
 * person: so the first of these lines waits until every process looks. What is asked is the row itself, because the daily
 * run may just have cleared what this process knows.
 */
export async function announceUnclaimed(
  cells: Pick<Cells, 'directory'>,
  { id }: Pick<Tenant, 'id'>,
): Promise<void> {
  const isNews = await cells.directory.transaction([], async (tx) => {
    const settings = await lockSettings(tx, id)
    if (settings?.hasUnclaimed) return false
    await changeSettings(tx, id, { hasUnclaimed: true })
    return true
  })
  if (isNews) await sleep(FOLLOWED_MS)
}
