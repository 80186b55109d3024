import { oldestRevocable } from '../accounts/claim.ts'
import { forgetBeforeClaims } from '../accounts/collections/claims.ts'
import { countOpenJobs } from '../jobs/store/jobs.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Cells } from '../tenancy/cells.ts'
import { changeSettings, lockSettings } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { hasClaimsSince, hasUnclaimed } from './store/claims.ts'

/**
 * Once a day: orders stop looking for customers without an id of the shop when none are left. One comes into being by an
 * import, which announces it while it holds the same row and is a job by then, or when a claim is taken back: so the
 * setting stays while there is any job, or any claim that can be taken back.
 */
export async function clearUnclaimed({
  cells,
  database,
  tenant: { id, settings },
  now,
}: {
  readonly cells: Pick<Cells, 'directory'>
  readonly database: Database
  readonly tenant: Tenant
  readonly now: Instant
}): Promise<void> {
  if (!settings.hasUnclaimed) return
  const oldest = oldestRevocable(now)
  await database.transaction([id], (tx) => forgetBeforeClaims(tx, id, oldest))
  await cells.directory.transaction([], async (directory) => {
    await lockSettings(directory, id)
    const isNeeded = await database.transaction(
      [id],
      async (tx) =>
        (await hasUnclaimed(tx, id)) ||
        (await hasClaimsSince(tx, id, oldest)) ||
        (await countOpenJobs(tx, id)) > 0,
    )
    if (!isNeeded) await changeSettings(directory, id, { hasUnclaimed: false })
  })
}
