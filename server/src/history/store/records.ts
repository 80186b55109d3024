import { type Amount, NOTHING, POINT_TYPE, type PointType } from '../../accounts/account.ts'
import type { StoredExplanation } from '../../earning/explanation.ts'
import { ORDER_STATE } from '../../orders/order.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { HistoryLot, HistoryRecord, UsedLot } from '../history.ts'
import { amountOf, type LiveRow, type Owner } from './history.ts'
import { readSources } from './sources.ts'

/** How many of the lots that a record used are listed for a person; the others are only counted. */
const USED_MAX = 10

/** Records by id, with everything that other rows say of them. */
export async function readRecords(
  tx: Tx,
  owner: Owner,
  ids: readonly number[],
  usedMax = USED_MAX,
): Promise<Map<number, HistoryRecord>> {
  const [rows, used, taken, sources] = await Promise.all([
    readRows(tx, owner, ids),
    readUsed(tx, owner, ids, usedMax),
    readTakenOfWaiting(tx, owner, ids),
    readSources(tx, owner, ids),
  ])
  const orders = rows.flatMap(({ order_id }) => order_id ?? [])
  const takenWhileWaiting = await readTakenWhileWaiting(tx, owner, orders, firstPrize(rows))
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        type: row.type as PointType,
        amount: { points: row.points, cashback: row.cashback },
        at: row.recorded_at.getTime(),
        orderId: row.order_id,
        order: row.order,
        isOrderCancelled: row.order_state === ORDER_STATE.cancelled,
        lot: lotOf(row, takenWhileWaiting.get(row.id) ?? NOTHING),
        debt: amountOf(row.debt_points, row.debt_cashback),
        takenOfWaiting: taken.get(row.id)?.amount ?? NOTHING,
        used: used.get(row.id) ?? [],
        usedCount: taken.get(row.id)?.count ?? 0,
        explanation: row.explanation,
        source: sources.get(row.id) ?? null,
      },
    ]),
  )
}

/** Of what waited and is of no order: only a record after it may have taken it back. */
function firstPrize(rows: readonly RecordRow[]): number {
  const prizes = rows.filter(
    ({ type, recorded_at, available_at }) =>
      PRIZES.has(type) && available_at !== null && available_at > recorded_at,
  )
  return Math.min(Number.MAX_SAFE_INTEGER, ...prizes.map(({ id }) => id))
}

const PRIZES: ReadonlySet<number> = new Set([POINT_TYPE.prize, POINT_TYPE.referral, POINT_TYPE.import])

type RecordRow = LiveRow & { type: number; explanation: StoredExplanation | null; order_state: number | null }

async function readRows(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
): Promise<RecordRow[]> {
  const { rows } = await run(
    tx,
    sql<RecordRow>`
    select record.*, bought.original_id as order, bought.state as order_state
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select * from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id = wanted.id
      limit 1
    ) as record
    left join lateral (
      select original_id, state from customer_order
      where tenant_id = record.tenant_id and customer_id = record.customer_id and id = record.order_id
      limit 1
    ) as bought on true`,
  )
  return rows
}

function lotOf(row: RecordRow, takenWhileWaiting: Amount): HistoryLot | null {
  const remaining = amountOf(row.remaining_points, row.remaining_cashback)
  if (!remaining || !row.available_at) return null
  return {
    remaining,
    availableAt: row.available_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    isWaiting: row.is_waiting,
    takenWhileWaiting,
  }
}

async function readUsed(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
  limit: number,
): Promise<Map<number, UsedLot[]>> {
  const { rows } = await run(
    tx,
    sql<{
      record_id: number
      lot_id: number
      used_points: Decimal
      used_cashback: Decimal
      points: Decimal
      cashback: Decimal
      recorded_at: Date
      order: string | null
    }>`
    select wanted.id as record_id, origin.lot_id, origin.used_points, origin.used_cashback, lot.points,
      lot.cashback, lot.recorded_at, (
        select original_id from customer_order as bought
        where bought.tenant_id = ${tenantId} and bought.customer_id = ${customerId} and bought.id = lot.order_id
      ) as order
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select id, lot_id, used_points, used_cashback from point_origin
      where tenant_id = ${tenantId} and customer_id = ${customerId} and record_id = wanted.id
      order by id
      limit ${limit}
    ) as origin
    cross join lateral (
      select points, cashback, recorded_at, order_id from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id = origin.lot_id
      limit 1
    ) as lot
    order by wanted.id, origin.id`,
  )
  return new Map(
    [...Map.groupBy(rows, (row) => row.record_id)].map(([recordId, origins]) => [
      recordId,
      origins.map((row) => ({
        lotId: row.lot_id,
        used: { points: row.used_points, cashback: row.used_cashback },
        original: { points: row.points, cashback: row.cashback },
        at: row.recorded_at.getTime(),
        order: row.order,
      })),
    ]),
  )
}

/**
 * How many lots each record used, and what it took from lots that waited at that moment. Taking from waiting lots is
 * always a record of its own, without a debt: of an order, of a prize, a referral or an import that was taken back, or of a
 * customer who was erased. A record with a debt is left out: the lot that paid it later may have waited when the record was made,
 * and still was open when it paid.
 */
async function readTakenOfWaiting(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
): Promise<Map<number, { count: number; amount: Amount }>> {
  const { rows } = await run(
    tx,
    sql<{ id: number; count: number; points: Decimal | null; cashback: Decimal | null }>`
    select record.id, taken.count, taken.points, taken.cashback
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select id, type, recorded_at, debt_points from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id = wanted.id
      limit 1
    ) as record
    cross join lateral (
      select count(*) as count, sum(used_points) filter (where is_of_waiting) as points,
        sum(used_cashback) filter (where is_of_waiting) as cashback
      from (
        select used_points, used_cashback,
          record.type in (8, 9, 10, 11, 13) and record.debt_points is null and (
            select is_waiting or record.recorded_at < available_at from point_record as lot
            where lot.tenant_id = ${tenantId} and lot.customer_id = ${customerId} and lot.id = origin.lot_id
          ) as is_of_waiting
        from point_origin as origin
        where origin.tenant_id = ${tenantId} and origin.customer_id = ${customerId}
          and origin.record_id = record.id
      ) as origin
    ) as taken`,
  )
  return new Map(
    rows.map((row) => [row.id, { count: row.count, amount: amountOf(row.points, row.cashback) ?? NOTHING }]),
  )
}

/**
 * The same by lot: what records of these orders took from each lot while it waited, what of prizes was taken back after
 * the first that is asked for, and what ended with a customer who was erased. The steps are fenced with
 * `offset 0`, so that the planner keeps their order: as a join it read all origins for each lot, which took more than
 * 5 s for a customer with 5,000 lots.
 */
async function readTakenWhileWaiting(
  tx: Tx,
  { tenantId, customerId }: Owner,
  orders: readonly number[],
  prizesFrom: number,
): Promise<Map<number, Amount>> {
  const { rows } = await run(
    tx,
    sql<{ lot_id: number; points: Decimal; cashback: Decimal }>`
    select origin.lot_id, sum(origin.used_points) as points, sum(origin.used_cashback) as cashback
    from (
      select of_order.id, of_order.recorded_at
      from unnest(${[...new Set(orders)]}::bigint[]) as wanted (order_id)
      cross join lateral (
        select id, recorded_at from point_record
        where tenant_id = ${tenantId} and customer_id = ${customerId} and order_id = wanted.order_id
          and type in (9, 11) and debt_points is null
        offset 0
      ) as of_order
      union all
      select taken.id, taken.recorded_at
      from (
        select id, recorded_at from point_record
        where tenant_id = ${tenantId} and customer_id = ${customerId} and id > ${prizesFrom}
          and type in (${POINT_TYPE.prize}, ${POINT_TYPE.import}) and remaining_points is null and debt_points is null
        offset 0
      ) as taken
      union all
      select ended.id, ended.recorded_at
      from (
        select erased_at from customer
        where tenant_id = ${tenantId} and id = ${customerId} and erased_at is not null
        limit 1
      ) as erased
      cross join lateral (
        select id, recorded_at from point_record
        where tenant_id = ${tenantId} and customer_id = ${customerId} and type = 8 and recorded_at >= erased.erased_at
        offset 0
      ) as ended
    ) as taker
    cross join lateral (
      select lot_id, used_points, used_cashback from point_origin
      where tenant_id = ${tenantId} and customer_id = ${customerId} and record_id = taker.id
      offset 0
    ) as origin
    cross join lateral (
      select is_waiting, available_at from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id = origin.lot_id
      limit 1
    ) as lot
    where lot.is_waiting or taker.recorded_at < lot.available_at
    group by origin.lot_id`,
  )
  return new Map(rows.map((row) => [row.lot_id, { points: row.points, cashback: row.cashback }]))
}
