import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Measure } from '../../earning/taken.ts'
import { type Decimal, decimalFromText, shortText } from '../../platform/decimal.ts'
import { type ColumnsOf, namesOf, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import type { Room } from '../rules/rooms.ts'
import type { CustomerSum } from '../rules/walk.ts'

/** Whose backtest it is. */
export interface OfBacktest {
  readonly tenantId: TenantId
  readonly jobId: number
}

/** Decimals are text. */
interface StoredState {
  readonly rooms?: readonly (readonly [number, Measure, string, string, string])[]
  readonly days?: readonly (readonly [LocalDate, string])[]
}

interface SumRow {
  readonly customer_id: CustomerId
  readonly live: Decimal
  readonly candidate: Decimal
  readonly orders: number
  readonly first_tier_id: number | null
  readonly state: StoredState | null
}

type Written = OfBacktest & { readonly customerId: CustomerId; readonly sum: CustomerSum }

const SUM: ColumnsOf<'backtest_customer', Written> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  job_id: ['bigint', ({ jobId }) => jobId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  live: ['numeric', ({ sum }) => sum.live],
  candidate: ['numeric', ({ sum }) => sum.candidate],
  orders: ['int', ({ sum }) => sum.orders],
  first_tier_id: ['bigint', ({ sum }) => sum.firstTierId],
  state: ['json', ({ sum }) => stateOf(sum)],
}

function stateOf({ rooms, days }: CustomerSum): StoredState | null {
  if (rooms.length === 0 && days.size === 0) return null
  return {
    ...(rooms.length > 0 && { rooms: rooms.map(writeRoom) }),
    ...(days.size > 0 && { days: [...days].map(([day, more]) => [day, shortText(more)] as const) }),
  }
}

function writeRoom({ ruleId, measure, period, used, lead }: Room) {
  return [ruleId, measure, period, shortText(used), shortText(lead)] as const
}

function sumOf({ live, candidate, orders, first_tier_id, state }: SumRow): CustomerSum {
  const rooms = (state?.rooms ?? []).map(([ruleId, measure, period, used, lead]): Room => {
    return { ruleId, measure, period, used: decimalFromText(used), lead: decimalFromText(lead) }
  })
  const days = new Map((state?.days ?? []).map(([day, more]) => [day, decimalFromText(more)]))
  return { live, candidate, orders, firstTierId: first_tier_id, rooms, days }
}

/** Of those of these customers of whom something is known. */
export async function findCustomerSums(
  tx: Tx,
  { tenantId, jobId }: OfBacktest,
  customerIds: readonly CustomerId[],
): Promise<Map<CustomerId, CustomerSum>> {
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select found.* from unnest(${customerIds}::bigint[]) as wanted (customer_id)
    cross join lateral (
      select customer_id, live, candidate, orders, first_tier_id, state from backtest_customer as kept
      where kept.tenant_id = ${tenantId} and kept.job_id = ${jobId} and kept.customer_id = wanted.customer_id
      limit 1
    ) as found`,
  )
  return new Map(rows.map((row) => [row.customer_id, sumOf(row)]))
}

export async function saveCustomerSums(
  tx: Tx,
  of: OfBacktest,
  sums: ReadonlyMap<CustomerId, CustomerSum>,
): Promise<void> {
  if (sums.size === 0) return
  // In one order, so that a page that is done again meets no other one halfway.
  const rows = [...sums].sort(([a], [b]) => a - b).map(([customerId, sum]) => ({ ...of, customerId, sum }))
  await run(
    tx,
    sql`
    insert into backtest_customer (${namesOf(SUM)})
    select * from ${rowsAs('made', SUM, rows)}
    on conflict (tenant_id, job_id, customer_id) do update
    set live = excluded.live, candidate = excluded.candidate, orders = excluded.orders, state = excluded.state`,
  )
}

/** In the order of their numbers. */
export async function readCustomerSums(
  tx: Tx,
  { tenantId, jobId }: OfBacktest,
  { after, limit }: { readonly after: CustomerId; readonly limit: number },
): Promise<Map<CustomerId, CustomerSum>> {
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select customer_id, live, candidate, orders, first_tier_id, state from backtest_customer
    where tenant_id = ${tenantId} and job_id = ${jobId} and customer_id > ${after}
    order by customer_id limit ${limit}`,
  )
  return new Map(rows.map((row) => [row.customer_id, sumOf(row)]))
}

/** Returns how many there were. */
export async function deleteCustomerSums(
  tx: Tx,
  { tenantId, jobId }: OfBacktest,
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId }>`
    delete from backtest_customer where tenant_id = ${tenantId} and job_id = ${jobId} and customer_id = any (array(
      select customer_id from backtest_customer where tenant_id = ${tenantId} and job_id = ${jobId}
      order by customer_id limit ${limit}
    ))
    returning customer_id`,
  )
  return rows.length
}

/** How much of what cancelled backtests have left is deleted at once; the next night goes on. */
const LEFT_MAX = 20_000

/** What backtests have left that were cancelled, or are gone. One that failed may be resumed. */
export async function deleteLeftSums(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`
    delete from backtest_customer where tenant_id = ${tenantId} and (job_id, customer_id) in (
      select kept.job_id, kept.customer_id from backtest_customer as kept
      where kept.tenant_id = ${tenantId} and not exists (
        select from job where job.tenant_id = kept.tenant_id and job.id = kept.job_id and job.state in (0, 1, 2, 4)
      )
      order by kept.job_id, kept.customer_id
      limit ${LEFT_MAX}
    )`,
  )
}
