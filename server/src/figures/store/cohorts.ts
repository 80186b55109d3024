import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import type { CohortSum } from '../rules/cohorts.ts'
import type { Month } from '../rules/zones.ts'

/** All cohorts from one month to another, with their sizes and what came after. */
export async function readCohorts(
  tx: Tx,
  tenantId: TenantId,
  { from, to }: { readonly from: Month; readonly to: Month },
): Promise<CohortSum[]> {
  const { rows } = await run(
    tx,
    sql<CohortSum>`
    select first_month as "firstMonth", month, customers, sales from cohort_sum
    where tenant_id = ${tenantId} and first_month between ${from} and ${to} and customers <> 0
    order by first_month, month`,
  )
  return rows
}

/** A customer of a cohort, with what is counted of the orders of one month, or of all. */
export interface CohortCustomer {
  readonly customerId: CustomerId
  readonly firstDay: LocalDate
  readonly orders: number
  readonly sales: Decimal
}

/** A part of all customers who ever bought, by their numbers. */
interface Slice {
  readonly after: CustomerId
  /** So many customers are looked at. */
  readonly lookedAt: number
}

/** `month`: those who bought in it. null: all of the cohort. */
export async function listCohortCustomers(
  tx: Tx,
  tenantId: TenantId,
  { firstMonth, month }: { readonly firstMonth: Month; readonly month: Month | null },
  { after, lookedAt, limit }: Slice & { readonly limit: number },
): Promise<CohortCustomer[]> {
  const { rows } = await run(
    tx,
    sql<CohortCustomer>`
    select looked.customer_id as "customerId", looked.day as "firstDay", kept.orders, kept.sales
    from (
      select customer_id, day, month from customer_first
      where tenant_id = ${tenantId} and customer_id > ${after}
      order by tenant_id, customer_id
      limit ${lookedAt}
    ) as looked
    cross join lateral (
      select coalesce(sum(orders), 0)::int as orders, coalesce(sum(sales), 0)::numeric(24, 4) as sales, count(*) as months
      from customer_month
      where tenant_id = ${tenantId} and customer_id = looked.customer_id
        and (${month}::int is null or month = ${month}::int)
    ) as kept
    where looked.month = ${firstMonth} and (${month}::int is null or kept.months > 0)
    order by looked.customer_id
    limit ${limit}`,
  )
  return rows
}

/** The last customer that was looked at there; null: there are no more behind it. */
export async function findLastOfSlice(
  tx: Tx,
  tenantId: TenantId,
  { after, lookedAt }: Slice,
): Promise<CustomerId | null> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId }>`
    select customer_id as id from customer_first where tenant_id = ${tenantId} and customer_id > ${after}
    order by tenant_id, customer_id offset ${lookedAt - 1} limit 1`,
  )
  return rows[0]?.id ?? null
}
