import { type Amount, type Debt, NOTHING } from '../../accounts/account.ts'
import { EXPIRY } from '../../accounts/store/lots.ts'
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { DueLot, Moment } from '../history.ts'

/** Whose records: everything here is about one customer of one tenant. */
export interface Owner {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

export async function countRecords(tx: Tx, { tenantId, customerId }: Owner): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select count(*) as count from point_record where tenant_id = ${tenantId} and customer_id = ${customerId}`,
  )
  return rows[0]?.count ?? 0
}

/**
 * The newest moments. There is no index by time: it reads all records of the customer and keeps the newest
 * (measured: 0.1 s for 100,000), which is enough for something that is asked rarely.
 */
export async function findMoments(
  tx: Tx,
  { tenantId, customerId }: Owner,
  now: Instant,
  limit: number,
): Promise<Moment[]> {
  const { rows } = await run(
    tx,
    sql<{ record_id: number; at: Date; is_opening: boolean }>`
    select record_id, at, is_opening
    from (
      select id as record_id, recorded_at as at, false as is_opening from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId}
      union all
      select id, available_at, true from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and available_at > recorded_at and available_at <= ${instantToText(now)}::timestamptz
    ) as moment
    order by at desc, is_opening, record_id desc
    limit ${limit}`,
  )
  return rows.map((row) => ({ recordId: row.record_id, at: row.at.getTime(), isOpening: row.is_opening }))
}

/** The newest records of an order, how many it has, and what they add up to. */
export async function findMomentsOfOrder(
  tx: Tx,
  { tenantId, customerId }: Owner,
  orderId: OrderId,
  limit: number,
): Promise<{ moments: Moment[]; count: number; recorded: Amount }> {
  const { rows } = await run(
    tx,
    sql<{ id: number; recorded_at: Date; count: number; points: Decimal; cashback: Decimal }>`
    select id, recorded_at, count(*) over () as count, sum(points) over () as points,
      sum(cashback) over () as cashback
    from point_record
    where tenant_id = ${tenantId} and customer_id = ${customerId} and order_id = ${orderId}
    order by recorded_at desc, id desc
    limit ${limit}`,
  )
  const [first] = rows
  return {
    moments: rows.map((row) => ({ recordId: row.id, at: row.recorded_at.getTime(), isOpening: false })),
    count: first?.count ?? 0,
    recorded: first ? { points: first.points, cashback: first.cashback } : NOTHING,
  }
}

export interface LiveRow {
  id: number
  points: Decimal
  cashback: Decimal
  recorded_at: Date
  order_id: number | null
  order: string | null
  available_at: Date | null
  expires_at: Date | null
  is_waiting: boolean
  remaining_points: Decimal | null
  remaining_cashback: Decimal | null
  debt_points: Decimal | null
  debt_cashback: Decimal | null
}

/**
 * Lots that are to open or to expire by a moment (null: all), and all debts, because lots that open pay them; oldest first. Each part of
 * the union has its own index.
 */
export async function findDue(
  tx: Tx,
  { tenantId, customerId }: Owner,
  until: Instant | null,
): Promise<{ lots: DueLot[]; debts: Debt[] }> {
  const moment = until === null ? 'infinity' : instantToText(until)
  const { rows } = await run(
    tx,
    sql<LiveRow>`
    select record.id, points, cashback, recorded_at, order_id, available_at, expires_at, is_waiting,
      remaining_points, remaining_cashback, debt_points, debt_cashback, (
        select original_id from customer_order as bought
        where bought.tenant_id = record.tenant_id and bought.customer_id = record.customer_id
          and bought.id = record.order_id
      ) as order
    from (
      select * from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and is_live and not is_waiting and available_at is not null
        and ${EXPIRY} <= ${moment}::timestamptz
      union all
      select * from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and is_waiting
        and available_at <= ${moment}::timestamptz
      union all
      select * from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and available_at is null
    ) as record
    order by id`,
  )
  const lots: DueLot[] = []
  const debts: Debt[] = []
  for (const row of rows) {
    const remaining = amountOf(row.remaining_points, row.remaining_cashback)
    const debt = amountOf(row.debt_points, row.debt_cashback)
    if (debt) debts.push({ recordId: row.id, remaining: debt })
    if (!remaining || !row.available_at) continue
    lots.push({
      id: row.id,
      original: { points: row.points, cashback: row.cashback },
      remaining,
      availableAt: row.available_at.getTime(),
      expiresAt: row.expires_at?.getTime() ?? null,
      isWaiting: row.is_waiting,
      orderId: row.order_id,
      at: row.recorded_at.getTime(),
      order: row.order,
    })
  }
  return { lots, debts }
}

/** The names of tiers, quizzes and rewards, by kind and id such as `tier 7`. What was deleted is left out. */
export async function findNames(
  tx: Tx,
  tenantId: TenantId,
  wanted: readonly { readonly kind: 'tier' | 'quiz' | 'reward'; readonly id: string }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ kind: string; id: string; name: string | null }>`
    select wanted.kind, wanted.id, case wanted.kind
      when 'tier' then (select name from tier where tenant_id = ${tenantId} and tier.id = wanted.id::bigint)
      when 'quiz' then (select name from quiz where tenant_id = ${tenantId} and quiz.id = wanted.id::bigint)
      else (
        select title from reward_configuration as reward
        where tenant_id = ${tenantId} and reward.id = wanted.id::bigint
      )
    end as name
    from unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ id }) => id)}::text[])
      as wanted (kind, id)`,
  )
  return new Map(rows.flatMap((row) => (row.name === null ? [] : [[`${row.kind} ${row.id}`, row.name]])))
}

export function amountOf(points: Decimal | null, cashback: Decimal | null): Amount | null {
  return points === null || cashback === null ? null : { points, cashback }
}
