import {
  type AccountCheck,
  DIFFERENCES_MAX,
  expectManyRows,
  type FoundDifference,
} from '../accounts/verify.ts'
import type { TenantId } from '../contract/ids.ts'
import { decimalToText } from '../platform/decimal.ts'
import { type Database, runUnhurried, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { localDateToText } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countFrom } from './rules/count-progress.ts'
import { type Days, type Gain, isNothing, negated, plus } from './rules/progress.ts'
import { findKeptAndCountable } from './store/progress.ts'
import { type ListedCustomer, listCustomers } from './store/tiers.ts'

const PAGE = 500

/** Counts a tenant's customers, all and by tier, and compares with the counts that are kept. */
export async function verifyCustomerCounts(
  database: Database,
  tenantId: TenantId,
): Promise<FoundDifference[]> {
  const { rows } = await database.read([tenantId], async (tx) => {
    await expectManyRows(tx)
    return runUnhurried<{ tier: number; stored: string; recomputed: string }>(
      tx,
      sql`
      with kept as (
        select tier_id, sum(customers) as customers from customer_count where tenant_id = ${tenantId} group by tier_id
      ),
      counted as (
        select 0 as tier_id, count(*) as customers from customer where tenant_id = ${tenantId}
        union all
        select tier_id, count(*) from customer where tenant_id = ${tenantId} and tier_id is not null group by tier_id
      )
      select coalesce(kept.tier_id, counted.tier_id) as tier, coalesce(kept.customers, 0)::text as stored,
        coalesce(counted.customers, 0)::text as recomputed
      from kept full join counted on counted.tier_id = kept.tier_id
      where coalesce(kept.customers, 0) <> coalesce(counted.customers, 0)
      limit ${DIFFERENCES_MAX}`,
    )
  })
  return rows.map(({ tier, stored, recomputed }) => ({
    customer: '',
    what: tier === 0 ? 'customers' : `customers with tier ${tier}`,
    stored,
    recomputed,
  }))
}

/** Counts the progress of customers again, day by day, and compares with what is kept of those counted. */
export function progressCheck({ settings, timeZone }: Pick<Tenant, 'settings' | 'timeZone'>): AccountCheck {
  if (!settings.usesTiers) return async () => []
  return async (tx, { tenantId, after, last }) => {
    const differences: FoundDifference[] = []
    for (let afterId: number | undefined = after; afterId !== undefined; ) {
      const page: ListedCustomer[] = await listCustomers(tx, tenantId, afterId, PAGE)
      const own = page.filter(({ id }) => id <= last)
      differences.push(...(await findWrongProgress(tx, tenantId, timeZone, own)))
      afterId = own.length < PAGE || differences.length >= DIFFERENCES_MAX ? undefined : own.at(-1)?.id
    }
    return differences.slice(0, DIFFERENCES_MAX)
  }
}

async function findWrongProgress(
  tx: Tx,
  tenantId: TenantId,
  timeZone: string,
  customers: readonly ListedCustomer[],
): Promise<FoundDifference[]> {
  const counted = await findKeptAndCountable(tx, tenantId, customers)
  return counted.flatMap(({ customer, kept, countable }) => {
    const recounted = countFrom(countable, timeZone)
    return differing(kept, recounted).map(({ day }) => ({
      customer,
      what: `progress of ${localDateToText(day)}`,
      stored: toText(kept.get(day)),
      recomputed: toText(recounted.get(day)),
    }))
  })
}

function differing(kept: Days, recounted: Days): Gain[] {
  return [...plus(kept, [...recounted.values()].map(negated)).values()].filter((gain) => !isNothing(gain))
}

/** Spend, orders, points. */
function toText(gain: Gain | undefined): string {
  return gain ? `${decimalToText(gain.spend)} / ${gain.orders} / ${decimalToText(gain.points)}` : 'nothing'
}

/** Whether the last move of a customer who holds a tier led to it; a tier that ended is shown by none. */
export async function verifyTierHistory(database: Database, tenantId: TenantId): Promise<FoundDifference[]> {
  const { rows } = await database.read([tenantId], async (tx) => {
    await expectManyRows(tx)
    return runUnhurried<{ customer: string; stored: string; recomputed: string }>(
      tx,
      sql`
      with last as (
        select distinct on (customer_id) customer_id, to_tier_id from tier_move
        where tenant_id = ${tenantId} order by customer_id, moved_at desc, id desc
      )
      select original_id as customer, tier_id::text as stored, coalesce(to_tier_id::text, 'none') as recomputed
      from customer left join last on last.customer_id = customer.id
      where tenant_id = ${tenantId} and tier_id is not null and to_tier_id is distinct from tier_id
      limit ${DIFFERENCES_MAX}`,
    )
  })
  return rows.map((row) => ({ what: 'tier against its history', ...row }))
}
