import type { Amount, PointType } from '../../accounts/account.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { TOPIC, topicNumber } from '../../events/event.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { IS_BY_HAND } from './balance.ts'

/** Where an event stands in the log. Transactions are too large for numbers. */
export interface ActivityPlace {
  readonly transaction: string
  readonly id: number
}

export interface Activity extends ActivityPlace {
  readonly at: Instant
  readonly customerId: CustomerId
  readonly recordId: RecordId
  readonly type: PointType
  readonly isByHand: boolean
  /** Whether points that waited became available. */
  readonly isOpening: boolean
  readonly change: Amount
  readonly balance: Amount
  readonly order: { readonly id: number; readonly originalId: string } | null
}

interface Row {
  readonly transaction: string
  readonly id: number
  readonly occurred_at: Date
  readonly customer_id: number
  readonly record_id: number
  readonly type: PointType
  readonly is_by_hand: boolean
  readonly is_opening: boolean
  readonly points: Decimal
  readonly cashback: Decimal
  readonly points_balance: Decimal
  readonly cashback_balance: Decimal
  readonly order_id: number | null
  readonly order: string | null
}

/** Behind every event of the log. */
export const NEWEST: ActivityPlace = { transaction: '18446744073709551615', id: Number.MAX_SAFE_INTEGER }

/** The newest changes of balances below a place of the log, which is kept for 30 days. */
export async function listActivity(
  tx: Tx,
  tenantId: TenantId,
  { below, limit }: { readonly below: ActivityPlace; readonly limit: number },
): Promise<Activity[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select event.transaction::text as transaction, event.id, event.occurred_at, event.customer_id, event.record_id,
      record.type, record.is_by_hand, event.points, event.cashback, event.points_balance, event.cashback_balance,
      record.available_at > record.recorded_at and event.occurred_at >= record.available_at as is_opening,
      record.order_id, bought.original_id as order
    from (
      select * from point_event
      where tenant_id = ${tenantId} and topic in (${topicNumber(TOPIC.add)}::smallint, ${topicNumber(TOPIC.removed)}::smallint)
        and (transaction, id) < (${below.transaction}::xid8, ${below.id}::bigint)
        and written_at >= now() - interval '30 days'
      order by tenant_id desc, transaction desc, id desc
      limit ${limit}
    ) as event
    cross join lateral (
      select type, recorded_at, available_at, order_id, ${IS_BY_HAND} as is_by_hand from point_record as record
      where record.tenant_id = ${tenantId} and record.customer_id = event.customer_id
        and record.id = event.record_id
      limit 1
    ) as record
    left join lateral (
      select original_id from customer_order
      where tenant_id = ${tenantId} and customer_id = event.customer_id and id = record.order_id
      limit 1
    ) as bought on true
    order by event.transaction desc, event.id desc`,
  )
  return rows.map((row) => ({
    transaction: row.transaction,
    id: row.id,
    at: row.occurred_at.getTime(),
    customerId: row.customer_id,
    recordId: row.record_id,
    type: row.type,
    isByHand: row.is_by_hand,
    isOpening: row.is_opening ?? false,
    change: { points: row.points, cashback: row.cashback },
    balance: { points: row.points_balance, cashback: row.cashback_balance },
    order: row.order_id === null || row.order === null ? null : { id: row.order_id, originalId: row.order },
  }))
}
