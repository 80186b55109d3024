import type { Amount, PointType } from '../../accounts/account.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import type { StoredExplanation } from '../../earning/explanation.ts'
import type { LogPosition } from '../../events/event.ts'
import { horizonOf } from '../../events/store.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'

/** How many events, and how many quiet entries, are read in one transaction and then added to the sums in another one. */
const PAGE_SIZE = 1_000

/** From where, and how far. */
export interface PageStart {
  readonly after: LogPosition
  /** As `findTransactionsOfOtherDatabases` has them. */
  readonly otherDatabases: readonly string[]
  readonly size?: number | undefined
}

/** A record of an event or a quiet entry, with the customer whose it is now. */
export interface PageRecord {
  readonly id: RecordId
  readonly ownerId: CustomerId
  readonly type: PointType
  readonly orderId: OrderId | null
  readonly amount: Amount
  /** Of points that were earned elsewhere, when that was: it says of which month they are. */
  readonly recordedAt: Instant
  /** null: it is no lot. */
  readonly availableAt: Instant | null
  readonly expiresAt: Instant | null
  readonly explanation: StoredExplanation | null
}

export interface PageEvent extends LogPosition {
  /** Whose it was: its numbers go on there, also where the customer was merged into another one since. */
  readonly customerId: CustomerId
  readonly sequence: number
  readonly cause: number | null
  readonly at: Instant
  readonly change: Amount
  readonly balance: Amount
  readonly record: PageRecord
  /** Of two customers who became one: whether this is what left the one. */
  readonly isLeaving: boolean
}

/** What happened to pending lots, in the words of `accounts/quiet-entry.ts`. */
export interface PageQuietEntry {
  readonly id: number
  readonly customerId: CustomerId
  readonly kind: number
  readonly at: Instant
  readonly amount: Amount
  /** The lot's end as of this entry, and before it where it was moved. */
  readonly expiresAt: Instant | null
  readonly formerExpiresAt: Instant | null
  readonly record: PageRecord
}

/** An order whose days are to be counted again. */
export interface PageQuietOrder {
  readonly id: number
  readonly customerId: CustomerId
  readonly day: LocalDate
  readonly formerDay: LocalDate | null
}

interface RecordRow {
  readonly record_id: RecordId
  readonly owner_id: CustomerId
  readonly type: PointType | null
  readonly order_id: OrderId | null
  readonly record_points: Decimal
  readonly record_cashback: Decimal
  readonly recorded_at: Date
  readonly available_at: Date | null
  readonly record_expires_at: Date | null
  readonly explanation: StoredExplanation | null
}

interface EventRow extends RecordRow {
  readonly transaction: string
  readonly id: number
  readonly customer_id: CustomerId
  readonly sequence: number
  readonly topic: number
  readonly cause: number | null
  readonly occurred_at: Date
  readonly points: Decimal
  readonly cashback: Decimal
  readonly points_balance: Decimal
  readonly cashback_balance: Decimal
  readonly merged_at: Date | null
}

/**
 * The record of `told`, by the customer whose it is now. Not `coalesce`: under row-level security a comparison with it is
 * made after the rows were read.
 */
const RECORD_COLUMNS = new Fragment(`told.record_id,
      case when customer.merged_into is null then told.customer_id else customer.merged_into end as owner_id,
      record.type, record.order_id, record.points as record_points, record.cashback as record_cashback,
      coalesce(record.earned_at, record.recorded_at) as recorded_at, record.available_at, record.expires_at as record_expires_at, record.explanation`)
const RECORD = new Fragment(`left join lateral (
      select merged_into, merged_at from customer
      where customer.tenant_id = told.tenant_id and customer.id = told.customer_id and told.record_id is not null
      limit 1
    ) as customer on true
    left join lateral (
      select type, order_id, points, cashback, recorded_at, earned_at, available_at, expires_at, explanation
      from point_record as record
      where record.tenant_id = told.tenant_id
        and record.customer_id = case when customer.merged_into is null then told.customer_id else customer.merged_into end
        and record.id = told.record_id
      limit 1
    ) as record on true`)

/** Of the topics of points. */
const TOPIC_MAX = 2

/**
 * The next events of a tenant behind a place in the log, and the place that was reached: events of other topics count
 * towards the page and are left out. It must run in a transaction that has written nothing, as `readEvents`.
 */
export async function readEventsOfPage(
  tx: Tx,
  tenantId: TenantId,
  { after, otherDatabases, size = PAGE_SIZE }: PageStart,
): Promise<{ readonly events: PageEvent[]; readonly reached: LogPosition; readonly isFull: boolean }> {
  const { rows } = await run(
    tx,
    sql<EventRow>`
    ${horizonOf(otherDatabases)}
    select told.transaction, told.id, told.customer_id, told.sequence, told.topic, told.cause, told.occurred_at,
      told.points, told.cashback, told.points_balance, told.cashback_balance, customer.merged_at, ${RECORD_COLUMNS}
    from (
      select log_position(home.epoch, horizon.open) as open, horizon.is_quiet
      from tenant_home as home cross join horizon
      where home.tenant_id = ${tenantId}
      limit 1
    ) as horizon_of_tenant
    cross join lateral (
      select tenant_id, transaction, id, customer_id, sequence, topic, cause, occurred_at, points, cashback,
        points_balance, cashback_balance, case when topic <= ${TOPIC_MAX} then record_id end as record_id
      from point_event as event
      where event.tenant_id = ${tenantId}
        and (event.transaction, event.id) > (${after.transaction}::xid8, ${after.id}::bigint)
        and event.transaction <= horizon_of_tenant.open
        and (event.transaction < horizon_of_tenant.open or horizon_of_tenant.is_quiet)
      order by event.transaction, event.id
      limit ${size}
    ) as told
    ${RECORD}
    order by told.transaction, told.id`,
  )
  const last = rows.at(-1)
  return {
    events: rows.filter(({ topic }) => topic <= TOPIC_MAX).map(toEvent),
    reached: last ? { transaction: last.transaction, id: last.id } : after,
    isFull: rows.length === size,
  }
}

function toEvent(row: EventRow): PageEvent {
  return {
    transaction: row.transaction,
    id: row.id,
    customerId: row.customer_id,
    sequence: row.sequence,
    cause: row.cause,
    at: row.occurred_at.getTime(),
    change: { points: row.points, cashback: row.cashback },
    balance: { points: row.points_balance, cashback: row.cashback_balance },
    record: toRecord(row),
    isLeaving: row.merged_at?.getTime() === row.occurred_at.getTime(),
  }
}

function toRecord(row: RecordRow): PageRecord {
  if (row.type === null) throw new Error(`record ${row.record_id} of an event or a quiet entry is missing`)
  return {
    id: row.record_id,
    ownerId: row.owner_id,
    type: row.type,
    orderId: row.order_id,
    amount: { points: row.record_points, cashback: row.record_cashback },
    recordedAt: row.recorded_at.getTime(),
    availableAt: row.available_at?.getTime() ?? null,
    expiresAt: row.record_expires_at?.getTime() ?? null,
    explanation: row.explanation,
  }
}

interface QuietRow extends RecordRow {
  readonly id: number
  readonly customer_id: CustomerId
  readonly kind: number
  readonly at: Date
  readonly order_day: LocalDate | null
  readonly former_order_day: LocalDate | null
  readonly points: Decimal
  readonly cashback: Decimal
  readonly expires_at: Date | null
  readonly former_expires_at: Date | null
}

/** The oldest quiet entries of a tenant. Whichever of them the page adds to the sums it deletes. */
export async function readQuietEntries(
  tx: Tx,
  tenantId: TenantId,
  { size = PAGE_SIZE }: Pick<PageStart, 'size'>,
): Promise<{
  readonly entries: PageQuietEntry[]
  readonly orders: PageQuietOrder[]
  readonly isFull: boolean
}> {
  const { rows } = await run(
    tx,
    sql<QuietRow>`
    select told.id, told.customer_id, told.kind, told.at, told.order_day, told.former_order_day, told.points,
      told.cashback, told.expires_at, told.former_expires_at, ${RECORD_COLUMNS}
    from (
      select * from quiet_entry where tenant_id = ${tenantId} order by id limit ${size}
    ) as told
    ${RECORD}
    order by told.id`,
  )
  const orders: PageQuietOrder[] = []
  const entries: PageQuietEntry[] = []
  for (const row of rows) {
    const { id, customer_id: customerId, order_day: day, former_order_day: formerDay } = row
    if (day !== null) orders.push({ id, customerId, day, formerDay })
    else entries.push(toQuietEntry(row))
  }
  return { entries, orders, isFull: rows.length === size }
}

function toQuietEntry(row: QuietRow): PageQuietEntry {
  return {
    id: row.id,
    customerId: row.customer_id,
    kind: row.kind,
    at: row.at.getTime(),
    amount: { points: row.points, cashback: row.cashback },
    expiresAt: row.expires_at?.getTime() ?? null,
    formerExpiresAt: row.former_expires_at?.getTime() ?? null,
    record: toRecord(row),
  }
}
