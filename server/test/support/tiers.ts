import { createTill } from '../../src/accounts/till/till.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { addTiers } from '../../src/tiers/commands.ts'
import type { AvailableTiers } from '../../src/tiers/private-api/schema.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { sweepTiers } from '../../src/tiers/sweep.ts'
import { GOAL_MEASURE } from '../../src/tiers/tier.ts'
import type { Shop } from './shop.ts'
import type { TestApi } from './test-api.ts'

type NewGoal = NonNullable<NewTier['goals']>[number]

export const spend = (value: number, months?: number): NewGoal => ({
  name: `R$ ${value}`,
  measure: GOAL_MEASURE.spend,
  value: decimalFromText(String(value)),
  ...(months === undefined ? {} : { months }),
})
export const orders = (value: number, months?: number): NewGoal => ({
  name: `${value} orders`,
  measure: GOAL_MEASURE.orders,
  value: decimalFromText(String(value)),
  ...(months === undefined ? {} : { months }),
})
export const points = (value: number, months?: number): NewGoal => ({
  name: `${value} points`,
  measure: GOAL_MEASURE.points,
  value: decimalFromText(String(value)),
  ...(months === undefined ? {} : { months }),
})

/** Bronze for everybody, Silver for R$ 500 and Gold for R$ 2,000 in 12 months. */
export const BRONZE_SILVER_GOLD: readonly NewTier[] = [
  { name: 'Bronze', order: 1, isBase: true },
  { name: 'Silver', order: 2, goals: [spend(500)] },
  { name: 'Gold', order: 3, goals: [spend(2_000)] },
]

export async function tenantOf(
  api: Pick<TestApi, 'cells'>,
  { tenantId }: Pick<Shop, 'tenantId'>,
): Promise<Tenant> {
  const tenant = await api.cells.directory.transaction([], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  return tenant
}

/** Before the merchant's first request: what is known of a merchant is kept for a second. Returns the ids. */
export async function giveTiers(
  api: TestApi,
  shop: Shop,
  tiers: readonly NewTier[] = BRONZE_SILVER_GOLD,
): Promise<number[]> {
  return addTiers(api.cells, await tenantOf(api, shop), tiers)
}

export function availableTiers(shop: Shop, customer: string | null): Promise<AvailableTiers> {
  return shop.sendText('POST', '/v1/pvt/Tiers/available', JSON.stringify({ CustomerId: customer }))
}

/** The nightly look, at the moment of the test's clock. */
export async function sweepNow(api: TestApi, shop: Shop): Promise<{ looked: number; moved: number }> {
  const database = api.cells.of({ cell: MAIN_CELL })
  const till = createTill({ database, clock: () => api.now })
  return sweepTiers({ database, till, tenant: await tenantOf(api, shop), now: api.now })
}
