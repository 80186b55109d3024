import type { TenantId } from '../../src/contract/ids.ts'
import { countFigures } from '../../src/figures/count-figures.ts'
import { countOrders } from '../../src/figures/count-orders.ts'
import { findCurrentFigures, isCounting } from '../../src/figures/store/read-figures.ts'
import type { Instant } from '../../src/platform/clock.ts'
import type { Cells } from '../../src/tenancy/cells.ts'
import { tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'

/**
 * Brings the figures of a merchant up to date, as a worker does, also where another test keeps the log from being read.
 * `size`: of a page.
 */
export async function countAllFigures(cells: Cells, tenantId: TenantId, size?: number): Promise<void> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const spans = await cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  const counting = { database: cells.of(tenant), tenantId, spans, now: Date.now(), ...(size && { size }) }
  const isMissing = async () => {
    const found = await cells.of(tenant).read([tenantId], (tx) => findCurrentFigures(tx, tenantId))
    return isCounting(found) || found.missingSince !== null
  }
  while ((await countFigures(counting)).isMore || (await isMissing()));
}

/** The same of orders and customers, by the merchant's clock. */
export async function countAllOrders(cells: Cells, tenantId: TenantId, now: Instant): Promise<void> {
  await countAllFigures(cells, tenantId)
  const tenant = await tenantOf(cells.directory, tenantId)
  const spans = await cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  const counting = { database: cells.of(tenant), tenantId, spans, now, isTodayDue: true }
  while (!(await countOrders(counting)));
}
