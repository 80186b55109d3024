import type { Amount, PointType } from '../../accounts/account.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

/** A lot of which something is left, or a debit that still owes something. */
export interface OpenLot {
  readonly id: RecordId
  readonly customerId: CustomerId
  readonly type: PointType
  readonly recordedAt: Instant
  readonly availableAt: Instant | null
  readonly expiresAt: Instant | null
  readonly original: Amount
  /** What is left, or still owed. */
  readonly left: Amount
}

interface Row {
  readonly id: RecordId
  readonly customer_id: CustomerId
  readonly type: PointType
  readonly recorded_at: Date
  readonly available_at: Date | null
  readonly expires_at: Date | null
  readonly points: Decimal
  readonly cashback: Decimal
  readonly left_points: Decimal
  readonly left_cashback: Decimal
}

const LOT = new Fragment(`id, customer_id, type, recorded_at, available_at, expires_at, points, cashback,
      remaining_points as left_points, remaining_cashback as left_cashback`)

function toLot(row: Row): OpenLot {
  return {
    id: row.id,
    customerId: row.customer_id,
    type: row.type,
    recordedAt: row.recorded_at.getTime(),
    availableAt: row.available_at?.getTime() ?? null,
    expiresAt: row.expires_at?.getTime() ?? null,
    original: { points: row.points, cashback: row.cashback },
    left: { points: row.left_points, cashback: row.left_cashback },
  }
}

/** Among lots that go by when they expire. */
export interface ExpiryPlace {
  readonly at: Instant
  readonly id: RecordId
}

/** Open lots that expire before a moment, from a place on. */
export async function listExpiringLots(
  tx: Tx,
  tenantId: TenantId,
  { after, until, limit }: { readonly after: ExpiryPlace; readonly until: Instant; readonly limit: number },
): Promise<OpenLot[]> {
  const at = new Date(after.at)
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${LOT} from point_record
    where tenant_id = ${tenantId} and is_live and (is_waiting or expires_at is not null) and not is_waiting
      and case when is_waiting then available_at else expires_at end >= ${at}
      and case when is_waiting then available_at else expires_at end < ${new Date(until)}
      and (case when is_waiting then available_at else expires_at end > ${at} or id > ${after.id})
    order by case when is_waiting then available_at else expires_at end, id
    limit ${limit}`,
  )
  return rows.map(toLot)
}

/** Among records that go by customer. */
export interface CustomerPlace {
  readonly customerId: CustomerId
  readonly id: RecordId
}

interface OfCustomers {
  readonly after: CustomerPlace
  readonly limit: number
}

export async function listPendingLots(
  tx: Tx,
  tenantId: TenantId,
  { after, limit }: OfCustomers,
): Promise<OpenLot[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${LOT} from point_record
    where tenant_id = ${tenantId} and is_live and is_waiting and customer_id >= ${after.customerId}
      and (customer_id, id) > (${after.customerId}::bigint, ${after.id}::bigint)
    order by customer_id, id
    limit ${limit}`,
  )
  return rows.map(toLot)
}

export async function listLotsWithoutEnd(
  tx: Tx,
  tenantId: TenantId,
  { after, limit }: OfCustomers,
): Promise<OpenLot[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${LOT} from point_record
    where tenant_id = ${tenantId} and is_live and not is_waiting and available_at is not null
      and case when expires_at is null then 'infinity'::timestamptz else expires_at end = 'infinity'
      and customer_id >= ${after.customerId}
      and (customer_id, id) > (${after.customerId}::bigint, ${after.id}::bigint)
    order by customer_id, id
    limit ${limit}`,
  )
  return rows.map(toLot)
}

/** Debits that were not covered. */
export async function listDebts(
  tx: Tx,
  tenantId: TenantId,
  { after, limit }: OfCustomers,
): Promise<OpenLot[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select id, customer_id, type, recorded_at, available_at, expires_at, points, cashback,
      debt_points as left_points, debt_cashback as left_cashback
    from point_record
    where tenant_id = ${tenantId} and is_live and available_at is null
      and (customer_id, id) > (${after.customerId}::bigint, ${after.id}::bigint)
    order by customer_id, id
    limit ${limit}`,
  )
  return rows.map(toLot)
}
