/** What customers had before the orders that are looked at. */
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Taken } from '../../earning/taken.ts'
import { measureOfCode } from '../../orders/details-encoding.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

interface Before {
  readonly customerIds: readonly CustomerId[]
  readonly from: Instant
}

/** What all orders have taken in these periods, less what those placed since have. */
export async function findTakenBefore(
  tx: Tx,
  tenantId: TenantId,
  { customerIds, from, periods }: Before & { readonly periods: readonly string[] },
): Promise<Map<CustomerId, Taken[]>> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId; rule_id: number; measure: number; period: string; used: Decimal }>`
    select wanted.customer_id, taken.rule_id, taken.measure, taken.period, taken.used - coalesce(since.used, 0) as used
    from unnest(${customerIds}::bigint[]) as wanted (customer_id)
    cross join unnest(${periods}::text[]) as asked (period)
    cross join lateral (
      select rule_id, measure, period, used from limit_use
      where limit_use.tenant_id = ${tenantId} and limit_use.customer_id = wanted.customer_id
        and limit_use.period = asked.period
      limit 1000
    ) as taken
    cross join lateral (
      select sum((line ->> 3)::numeric) as used
      from customer_order cross join lateral json_array_elements(details -> 'k') as line
      where customer_order.tenant_id = ${tenantId} and customer_order.customer_id = wanted.customer_id
        and placed_at >= ${instantToText(from)}::timestamptz and details -> 'k' is not null
        and (line ->> 0)::int = taken.rule_id and (line ->> 1)::smallint = taken.measure
        and line ->> 2 = taken.period
    ) as since`,
  )
  const found = rows.map(({ customer_id, rule_id, measure, period, used }) => ({
    customerId: customer_id,
    taken: { ruleId: rule_id, measure: measureOfCode(measure), period, amount: used },
  }))
  const some = found.filter(({ taken }) => taken.amount > ZERO)
  const byCustomer = Map.groupBy(some, ({ customerId }) => customerId)
  return new Map([...byCustomer].map(([id, all]) => [id, all.map(({ taken }) => taken)]))
}

/** Beyond a hundred no rule asks. */
const NUMBERS_MAX = 101

/** How many complete orders they had placed before; of which nothing counts, they do not count either. */
export async function countOrdersBefore(
  tx: Tx,
  tenantId: TenantId,
  { customerIds, from }: Before,
): Promise<Map<CustomerId, number>> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId; count: number }>`
    select wanted.customer_id, before.count from unnest(${customerIds}::bigint[]) as wanted (customer_id)
    cross join lateral (
      select count(*)::int as count from (
        select from customer_order
        where customer_order.tenant_id = ${tenantId} and customer_order.customer_id = wanted.customer_id
          and state = 2 and placed_at < ${instantToText(from)}::timestamptz
          and details ->> 'n' is distinct from 'excluded'
        limit ${NUMBERS_MAX}
      ) as placed
    ) as before`,
  )
  return new Map(rows.map(({ customer_id, count }) => [customer_id, count]))
}
