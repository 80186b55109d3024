import type { PointType } from '../../accounts/account.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { LotSum } from '../rules/explain-balance.ts'
import type { OwnRecordSum } from '../rules/own-balance.ts'
import { IS_BY_HAND } from './balance.ts'
import type { Owner } from './history.ts'

export interface OwnRecordSums {
  readonly sums: readonly OwnRecordSum[]
  readonly waiting: LotSum
}

interface SumRow {
  readonly type: PointType
  readonly is_by_hand: boolean
  readonly count: number
  readonly orders: number
  readonly only_order: string | null
  readonly points: Decimal
  readonly cashback: Decimal
  readonly waiting: number
  readonly waiting_points: Decimal
  readonly waiting_cashback: Decimal
}

/** All records of a customer by what they are, and what of them waits; null: there are more than may be read. */
export async function sumOwnRecords(
  tx: Tx,
  { tenantId, customerId }: Owner,
  recordsMax: number,
): Promise<OwnRecordSums | null> {
  const { rows } = await run(
    tx,
    sql<SumRow>`
    with told as materialized (
      select type, points, cashback, order_id, is_live and is_waiting as waits, remaining_points, remaining_cashback,
        ${IS_BY_HAND} as is_by_hand
      from point_record as record
      where record.tenant_id = ${tenantId} and record.customer_id = ${customerId}
      limit ${recordsMax + 1}
    )
    select type, is_by_hand, count(*)::int as count, count(distinct order_id)::int as orders,
      case when count(distinct order_id) = 1 then (
        select original_id from customer_order as bought
        where bought.tenant_id = ${tenantId} and bought.customer_id = ${customerId} and bought.id = min(order_id)
      ) end as only_order,
      sum(points) as points, sum(cashback) as cashback,
      (count(*) filter (where waits))::int as waiting,
      coalesce(sum(remaining_points) filter (where waits), 0) as waiting_points,
      coalesce(sum(remaining_cashback) filter (where waits), 0) as waiting_cashback
    from told
    group by type, is_by_hand`,
  )
  if (rows.reduce((all, { count }) => all + count, 0) > recordsMax) return null
  return {
    sums: rows.map(({ type, is_by_hand, count, orders, only_order, points, cashback }) => ({
      ...{ type, isByHand: is_by_hand, count, orders, onlyOrder: only_order },
      amount: { points, cashback },
    })),
    waiting: {
      count: rows.reduce((all, { waiting }) => all + waiting, 0),
      amount: {
        points: rows.reduce((all, { waiting_points }) => all + waiting_points, 0n),
        cashback: rows.reduce((all, { waiting_cashback }) => all + waiting_cashback, 0n),
      },
    },
  }
}
