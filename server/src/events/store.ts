import type { CustomerId, RecordId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromText } from '../platform/decimal.ts'
import { type Columns, type ColumnsOf, namesOf, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { Fragment, Part, sql, toParameter } from '../platform/postgres/sql.ts'
import {
  type Cause,
  type EventKey,
  type LoggedEvent,
  type LogPosition,
  type OtherFacts,
  type Topic,
  topicNumber,
  topicOfNumber,
} from './event.ts'

/** A change of a balance, to be written into the log by the transaction that makes it. */
export interface NewEvent {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  readonly recordId: RecordId
  readonly at: Instant
  readonly topic: Topic
  readonly sequence: number
  readonly change: { readonly points: Decimal; readonly cashback: Decimal }
  readonly balance: { readonly points: Decimal; readonly cashback: Decimal }
  /** null: it is of no points. */
  readonly cause: Cause | null
  /** Of an event that is of no points. */
  readonly facts?: OtherFacts
  /** It is in the log alone, and not sent. */
  readonly isSilent?: true
}

const EVENT_COLUMNS: ColumnsOf<'point_event', NewEvent> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  sequence: ['int', ({ sequence }) => sequence],
  topic: ['smallint', ({ topic }) => topicNumber(topic)],
  record_id: ['bigint', ({ recordId }) => recordId],
  points: ['numeric', ({ change }) => change.points],
  cashback: ['numeric', ({ change }) => change.cashback],
  points_balance: ['numeric', ({ balance }) => balance.points],
  cashback_balance: ['numeric', ({ balance }) => balance.cashback],
  occurred_at: ['timestamptz', ({ at }) => at],
  cause: ['smallint', ({ cause }) => cause],
}

const OTHER_COLUMNS: ColumnsOf<'point_event', NewEvent> = {
  ...EVENT_COLUMNS,
  facts: ['json', ({ facts }) => facts ?? null],
  is_silent: ['boolean', ({ isSilent }) => isSilent ?? null],
}

/**
 * The place of an event is above the number of its transaction, not only not below: a snapshot ends with the number after
 * the last that was completed, and a transaction that has this number may be open without being told. What others write
 * at that place is read when all seems quiet, so nothing of it may come later.
 *
 * In a cell that was restored from before a tenant was created, the tenant has no home until the next `punchcard migrate`.
 * That home is its first, so it is in the first epoch.
 */
const NEWEST = new Fragment(`with newest as materialized (
      select greatest(
        pg_snapshot_xmax(pg_current_snapshot()),
        (pg_current_xact_id()::text::bigint + 1)::text::xid8
      ) as transaction
    )`)
const PLACED = new Fragment(`cross join newest
    left join lateral (
      select epoch from tenant_home where tenant_home.tenant_id = written.tenant_id limit 1
    ) as home on true`)

/** Those that are of no points or silent are rare, and have a statement of their own: it is wider. Both are sent at once. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  // In one statement, so that a customer's silent events and others get their numbers in order.
  if (events.some(({ isSilent }) => isSilent)) {
    await appendOthers(tx, events)
    return
  }
  const others = events.filter(({ facts }) => facts !== undefined)
  if (others.length === 0) {
    await appendOfPoints(tx, events)
    return
  }
  const ofPoints = events.filter(({ facts }) => facts === undefined)
  await Promise.all([ofPoints.length > 0 ? appendOfPoints(tx, ofPoints) : null, appendOthers(tx, others)])
}

function appendOfPoints(tx: Tx, events: readonly NewEvent[]): Promise<unknown> {
  return run(
    tx,
    sql`
    ${NEWEST}
    insert into point_event (transaction, ${namesOf(EVENT_COLUMNS)})
    select log_position(coalesce(home.epoch, 1::smallint), newest.transaction), written.*
    from ${rowsAs('written', EVENT_COLUMNS, events)}
    ${PLACED}`,
  )
}

function appendOthers(tx: Tx, events: readonly NewEvent[]): Promise<unknown> {
  return run(
    tx,
    sql`
    ${NEWEST}
    insert into point_event (transaction, ${namesOf(OTHER_COLUMNS)})
    select log_position(coalesce(home.epoch, 1::smallint), newest.transaction), written.*
    from ${rowsAs('written', OTHER_COLUMNS, events)}
    ${PLACED}`,
  )
}

interface EventRow {
  readonly place: number
  readonly tenant_id: TenantId
  readonly transaction: string
  readonly id: number
  readonly customer_id: CustomerId
  readonly sequence: number
  readonly topic: number
  readonly record_id: RecordId
  readonly points: Decimal
  readonly cashback: Decimal
  readonly points_balance: Decimal
  readonly cashback_balance: Decimal
  readonly occurred_at: Date
  readonly facts: OtherFacts | null
  readonly is_silent: boolean | null
  readonly type: number
  readonly record_points: Decimal
  readonly record_cashback: Decimal
  readonly expires_at: Date | null
  readonly original_id: string
  readonly public_id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly birthday: Date | null
  readonly origins: readonly [lotId: string, points: string, cashback: string][] | null
}

/** What an event says, and of whom: the columns of EventRow, from `event` and what JOINED_CONTENT adds to it. */
const CONTENT =
  new Fragment(`event.tenant_id, event.transaction, event.id, event.customer_id, event.sequence, event.topic,
      event.record_id, event.points, event.cashback, event.points_balance, event.cashback_balance, event.occurred_at, event.facts, event.is_silent,
      record.type, record.points as record_points, record.cashback as record_cashback, record.expires_at,
      coalesce(customer.merged_id, customer.original_id) as original_id, customer.public_id, customer.name, customer.email, customer.phone, customer.birthday,
      used.origins`)

/**
 * The records of a customer who was merged into another one are that one's. The event is still of whom it was.
 *
 * Not `coalesce`: PostgreSQL does not know that it leaks nothing, so under row-level security a comparison with it is made
 * after the rows were read, for each event all records of the merchant.
 */
const OWNER = `case when customer.merged_into is null then event.customer_id else customer.merged_into end`
const JOINED_CONTENT = new Fragment(`left join lateral (
      select original_id, public_id, name, email, phone, birthday, merged_into, merged_id from customer
      where customer.tenant_id = event.tenant_id and customer.id = event.customer_id
      limit 1
    ) as customer on true
    left join lateral (
      select type, points, cashback, expires_at from point_record as record
      where record.tenant_id = event.tenant_id
        and record.customer_id = ${OWNER} and record.id = event.record_id
      limit 1
    ) as record on true
    left join lateral (
      select json_agg(json_build_array(lot_id::text, used_points::text, used_cashback::text) order by id) as origins
      from point_origin as origin
      where origin.tenant_id = event.tenant_id
        and origin.customer_id = ${OWNER} and origin.record_id = event.record_id
    ) as used on true`)

export interface Reading {
  readonly tenantId: TenantId
  readonly after: LogPosition
  readonly limit: number
}

const READING: Columns<Reading> = {
  place: ['int', (_, index) => index],
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  transaction: ['xid8', ({ after }) => after.transaction],
  id: ['bigint', ({ after }) => after.id],
  events: ['int', ({ limit }) => limit],
}

/**
 * The open transactions of other databases of the same server. They have numbers from the same counter, but nothing
 * to do with our log: without this, one that was left open there would hold up every webhook here.
 */
export async function findTransactionsOfOtherDatabases(tx: Tx): Promise<string[]> {
  const { rows } = await run(
    tx,
    sql<{ transaction: string }>`
    select open.transaction
    from pg_snapshot_xip(pg_current_snapshot()) as open (transaction)
    where open.transaction::xid in (
      select lock.transactionid
      from pg_locks as lock
      join pg_stat_activity as backend on backend.pid = lock.pid
      where lock.locktype = 'transactionid' and lock.mode = 'ExclusiveLock' and lock.granted
        and backend.datid <> (select oid from pg_database where datname = current_database())
    )`,
  )
  return rows.map(({ transaction }) => transaction)
}

/**
 * All that are open for this transaction. Named in place of those of other databases, they hold back nothing: it reads
 * all of the log that it sees, and can't go on later from the place that it reached.
 */
export async function findOpenTransactions(tx: Tx): Promise<string[]> {
  const { rows } = await run(
    tx,
    sql<{ transaction: string }>`
    select transaction::text as transaction from pg_snapshot_xip(pg_current_snapshot()) as transaction`,
  )
  return rows.map(({ transaction }) => transaction)
}

/**
 * Up to where the log is settled: `horizon`, with the oldest open transaction (`open`), or the next one where none is open
 * (`is_quiet`).
 */
export function horizonOf(otherDatabases: readonly string[]): Part {
  return new Part(
    (first) => `with oldest as materialized (
      select transaction from pg_snapshot_xip(pg_current_snapshot()) as transaction
      where transaction <> all ($${first}::xid8[])
      order by transaction
      limit 1
    ),
    horizon as materialized (
      select coalesce(oldest.transaction, pg_snapshot_xmax(pg_current_snapshot())) as open,
        oldest.transaction is null as is_quiet
      from (select) as one left join oldest on true
    )`,
    [toParameter(otherDatabases)],
  )
}

/**
 * The next events of several readers, by reader, each in the order of the log. Only what is below the oldest open
 * transaction: whatever is there now stays as it is, and nothing can come between. Where none is open, the newest
 * is settled too; otherwise the last event of a quiet evening would wait for the first of the morning. What a tenant
 * wrote in an earlier epoch is settled whatever is open: the epoch never goes up while transactions write.
 *
 * It must run in a transaction that has written nothing: its own number would count as open.
 */
export async function readEvents(
  tx: Tx,
  readings: readonly Reading[],
  otherDatabases: readonly string[],
): Promise<LoggedEvent[][]> {
  const { rows } = await run(
    tx,
    sql<EventRow>`
    ${horizonOf(otherDatabases)}
    select wanted.place, ${CONTENT}
    from ${rowsAs('wanted', READING, readings)}
    cross join lateral (
      select log_position(home.epoch, horizon.open) as open, horizon.is_quiet
      from tenant_home as home cross join horizon
      where home.tenant_id = wanted.tenant_id
      limit 1
    ) as horizon_of_tenant
    cross join lateral (
      select * from point_event as event
      where event.tenant_id = wanted.tenant_id
        and (event.transaction, event.id) > (wanted.transaction, wanted.id)
        and event.transaction <= horizon_of_tenant.open
        and (event.transaction < horizon_of_tenant.open or horizon_of_tenant.is_quiet)
      order by event.transaction, event.id
      limit wanted.events
    ) as event
    ${JOINED_CONTENT}
    order by wanted.place, event.transaction, event.id`,
  )
  const read: LoggedEvent[][] = readings.map(() => [])
  for (const row of rows) read[row.place]?.push(toEvent(row))
  return read
}

const EVENT_KEY: Columns<EventKey & { readonly tenantId: TenantId }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  transaction: ['xid8', ({ transaction }) => transaction],
  id: ['bigint', ({ id }) => id],
}

/** Events that were read before, as far as the log still has them. */
export async function findEvents(
  tx: Tx,
  keys: readonly (EventKey & { readonly tenantId: TenantId })[],
): Promise<LoggedEvent[]> {
  const { rows } = await run(
    tx,
    sql<EventRow>`
    select ${CONTENT}
    from ${rowsAs('wanted', EVENT_KEY, keys)}
    cross join lateral (
      select * from point_event as event
      where event.tenant_id = wanted.tenant_id and event.transaction = wanted.transaction and event.id = wanted.id
      limit 1
    ) as event
    ${JOINED_CONTENT}`,
  )
  return rows.map(toEvent)
}

/** After which an endpoint that is made now reads: what commits from now on lies behind it, what has is before. */
export async function endOfLog(tx: Tx, tenantId: TenantId): Promise<LogPosition> {
  const otherDatabases = await findTransactionsOfOtherDatabases(tx)
  const { rows } = await run(
    tx,
    sql<LogPosition>`
    select
      log_position(coalesce(home.epoch, 1::smallint), coalesce(
        (select open from pg_snapshot_xip(pg_current_snapshot()) as open
          where open <> all (${otherDatabases}::xid8[]) order by open limit 1),
        pg_snapshot_xmax(pg_current_snapshot())
      )) as transaction,
      case when is_called then last_value else 0 end as id
    from point_event_id_seq
    left join tenant_home as home on home.tenant_id = ${tenantId}`,
  )
  const [end] = rows
  if (!end) throw new Error('the log has no numbers')
  return end
}

/** How many events lie behind a place, as far as they are committed. */
export async function countEventsAfter(
  tx: Tx,
  tenantId: TenantId,
  { transaction, id }: LogPosition,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select count(*)::int as count from point_event
    where tenant_id = ${tenantId} and (transaction, id) > (${transaction}::xid8, ${id}::bigint)`,
  )
  return rows[0]?.count ?? 0
}

/** Since when a tenant's log is whole, by the time of writing (null: since ever), and the time that it is now. */
export async function findLogTimes(
  tx: Tx,
  tenantId: TenantId,
): Promise<{ readonly beginsAt: Instant | null; readonly now: Instant }> {
  const { rows } = await run(
    tx,
    sql<{ begins_at: Date | null; now: Date }>`
    select (select begins_at from event_log where tenant_id = ${tenantId}) as begins_at, now() as now`,
  )
  const [times] = rows
  if (!times) throw new Error('the database does not know the time')
  return { beginsAt: times.begins_at?.getTime() ?? null, now: times.now.getTime() }
}

/** When an event was written; 0: the log no longer has it. */
export async function findWrittenAt(tx: Tx, tenantId: TenantId, place: LogPosition): Promise<Instant> {
  const { rows } = await run(
    tx,
    sql<{ written_at: Date }>`
    select written_at from point_event
    where tenant_id = ${tenantId} and transaction = ${place.transaction}::xid8 and id = ${place.id}
    limit 1`,
  )
  return rows[0]?.written_at.getTime() ?? 0
}

function toEvent(row: EventRow): LoggedEvent {
  const topic = topicOfNumber(row.topic)
  if (!topic) throw new Error(`event ${row.id} has no topic`)
  return {
    tenantId: row.tenant_id,
    transaction: row.transaction,
    id: row.id,
    customerId: row.customer_id,
    sequence: row.sequence,
    topic,
    recordId: row.record_id,
    points: row.points,
    cashback: row.cashback,
    pointsBalance: row.points_balance,
    cashbackBalance: row.cashback_balance,
    occurredAt: row.occurred_at.getTime(),
    record: row.facts
      ? null
      : {
          type: row.type,
          points: row.record_points,
          cashback: row.record_cashback,
          expiresAt: row.expires_at?.getTime() ?? null,
        },
    facts: row.facts,
    isSilent: row.is_silent ?? false,
    rewardTitle: null,
    customer: {
      originalId: row.original_id,
      publicId: row.public_id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      birthday: row.birthday?.getTime() ?? null,
    },
    origins: (row.origins ?? []).map(([lotId, points, cashback]) => ({
      lotId: Number(lotId),
      points: decimalFromText(points),
      cashback: decimalFromText(cashback),
    })),
  }
}
