import type { TenantId } from '../../contract/ids.ts'
import { readOrderFiguresState } from '../../figures/store/order-figures.ts'
import { findCurrentFigures, isCounting } from '../../figures/store/read-figures.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { todayOf } from './period.ts'

interface Asking {
  readonly tenant: Tenant
  readonly now: Instant
}

/** How new figures of orders are: they are counted behind the fold, which follows the log. */
export interface OrdersCounted {
  /** null: they can be read. */
  readonly percent: number | null
  /** Up to when all that changed is counted; null: nothing waits. */
  readonly countedTo: Instant | null
}

export async function findOrdersCounted(
  tx: Tx,
  tenantId: TenantId,
  clockAheadMs: number,
): Promise<OrdersCounted> {
  const found = await findCurrentFigures(tx, tenantId)
  const { isComplete, percent, countedAt } = await readOrderFiguresState(tx, tenantId)
  if (isCounting(found)) return { percent: Math.min(found.percent, percent), countedTo: null }
  if (!isComplete) return { percent, countedTo: null }
  // The log has the server's clock, counts the merchant's.
  const missing = found.missingSince === null ? null : found.missingSince + clockAheadMs
  const moments = [missing, countedAt].filter((moment) => moment !== null)
  return { percent: null, countedTo: moments.length === 0 ? null : Math.min(...moments) }
}

/** How new the figures are, with them; without, how far the first count is. */
export function presentOrderFigures<Shown>(
  { percent, countedTo }: OrdersCounted,
  figures: Shown | null,
  asking: Asking,
): {
  today: string
  timeZone: string
  counting: { percent: number } | null
  asOf: string | null
  figures: Shown | null
} {
  const stated = { today: localDateToText(todayOf(asking)), timeZone: asking.tenant.timeZone }
  if (percent !== null) return { ...stated, counting: { percent }, asOf: null, figures: null }
  const asOf = Math.min(asking.now, countedTo ?? asking.now)
  return { ...stated, counting: null, asOf: instantToText(asOf), figures }
}
