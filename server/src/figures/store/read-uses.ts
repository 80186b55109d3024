import type { Amount, PointType } from '../../accounts/account.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import type { StoredExplanation } from '../../earning/explanation.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { MovedLot } from '../rules/lot-as-of.ts'

/** One event may have used 100,000 lots, so what a page has used is read in portions. */
const ORIGINS_AT_ONCE = 5_000

const LOTS_AT_ONCE = 5_000

export interface RecordKey {
  readonly ownerId: CustomerId
  readonly id: RecordId
}

/** What a record used of a lot, below zero where it gave back. */
export interface PageOrigin {
  readonly lot: Omit<MovedLot, 'moves'> & RecordKey
  readonly used: Amount
}

interface Wanted extends RecordKey {
  readonly after: number
}

const WANTED: Columns<Wanted> = {
  place: ['int', (_, index) => index],
  customer_id: ['bigint', ({ ownerId }) => ownerId],
  record_id: ['bigint', ({ id }) => id],
  after: ['bigint', ({ after }) => after],
}

interface OriginRow {
  readonly place: number
  readonly id: number
  readonly lot_id: RecordId
  readonly type: PointType
  readonly used_points: Decimal
  readonly used_cashback: Decimal
  readonly recorded_at: Date
  readonly expires_at: Date | null
}

/** What each of these records used itself, by its place among them: what repaid its debt later is left out. */
export async function readOrigins(
  tx: Tx,
  tenantId: TenantId,
  records: readonly RecordKey[],
): Promise<PageOrigin[][]> {
  const read: PageOrigin[][] = records.map(() => [])
  let [first, after] = [0, 0]
  while (first < records.length) {
    const wanted = records
      .slice(first)
      .map((record, index) => ({ ...record, after: index === 0 ? after : 0 }))
    const rows = await readPortion(tx, tenantId, wanted)
    for (const row of rows) {
      const ownerId = wanted[row.place]?.ownerId ?? 0
      const { lot_id: id, type, recorded_at: recordedAt, expires_at: expiresAt } = row
      const dates = { recordedAt: recordedAt.getTime(), expiresAt: expiresAt?.getTime() ?? null }
      const lot = { ownerId, id, type, ...dates }
      read[first + row.place]?.push({ lot, used: { points: row.used_points, cashback: row.used_cashback } })
    }
    const last = rows.at(-1)
    if (!last || rows.length < ORIGINS_AT_ONCE) break
    first += last.place
    after = last.id
  }
  return read
}

/** In the order in which they are asked for, which is that of a nested loop: nothing is read that is not returned. */
async function readPortion(tx: Tx, tenantId: TenantId, wanted: readonly Wanted[]): Promise<OriginRow[]> {
  const { rows } = await run(
    tx,
    sql<OriginRow>`
    select wanted.place, origin.id, origin.lot_id, origin.used_points, origin.used_cashback, lot.type, lot.recorded_at,
      lot.expires_at
    from ${rowsAs('wanted', WANTED, wanted)}
    cross join lateral (
      select id, customer_id, lot_id, used_points, used_cashback from point_origin
      where tenant_id = ${tenantId} and customer_id = wanted.customer_id and record_id = wanted.record_id
        and id > wanted.after and repaid_at is null
      order by id
      limit ${ORIGINS_AT_ONCE}
    ) as origin
    cross join lateral (
      select type, coalesce(earned_at, recorded_at) as recorded_at, expires_at from point_record
      where tenant_id = ${tenantId} and customer_id = origin.customer_id and id = origin.lot_id
      limit 1
    ) as lot
    limit ${ORIGINS_AT_ONCE}`,
  )
  for (const [index, { place }] of rows.entries()) {
    if (place < (rows[index - 1]?.place ?? 0)) throw new Error('origins came in another order than asked for')
  }
  return rows
}

const RECORD_KEY: Columns<RecordKey> = {
  customer_id: ['bigint', ({ ownerId }) => ownerId],
  record_id: ['bigint', ({ id }) => id],
}

/** The former dates of these lots, by lot, in the order in which they changed. Most have none. */
export async function readMoves(
  tx: Tx,
  tenantId: TenantId,
  lots: readonly RecordKey[],
): Promise<Map<RecordId, MovedLot['moves'][number][]>> {
  const moves = new Map<RecordId, MovedLot['moves'][number][]>()
  for (let first = 0; first < lots.length; first += LOTS_AT_ONCE) {
    await addMoves(tx, tenantId, lots.slice(first, first + LOTS_AT_ONCE), moves)
  }
  return moves
}

async function addMoves(
  tx: Tx,
  tenantId: TenantId,
  lots: readonly RecordKey[],
  moves: Map<RecordId, MovedLot['moves'][number][]>,
): Promise<void> {
  const { rows } = await run(
    tx,
    sql<{
      record_id: RecordId
      id: number
      sequence: number | null
      of_customer: CustomerId
      from_expires_at: Date | null
    }>`
    select move.record_id, move.id, move.sequence, move.of_customer, move.from_expires_at
    from ${rowsAs('wanted', RECORD_KEY, lots)}
    cross join lateral (
      select record_id, id, sequence, of_customer, from_expires_at from lot_move
      where tenant_id = ${tenantId} and customer_id = wanted.customer_id and record_id = wanted.record_id
      order by id
      offset 0
    ) as move
    order by move.record_id, move.id`,
  )
  for (const row of rows) {
    const { record_id: lotId, id, sequence, of_customer: ofCustomer } = row
    const move = { id, sequence, ofCustomer, expiresAt: row.from_expires_at?.getTime() ?? null }
    moves.set(lotId, [...(moves.get(lotId) ?? []), move])
  }
}

export interface RecordOfOrder extends RecordKey {
  readonly orderId: OrderId
}

const RECORD_OF_ORDER: Columns<RecordOfOrder> = {
  ...RECORD_KEY,
  order_id: ['bigint', ({ orderId }) => orderId],
}

/** What the record said that an order had before each of these; none: it had none. Ids grow with time in an account. */
export async function readExplanationsBefore(
  tx: Tx,
  tenantId: TenantId,
  records: readonly RecordOfOrder[],
): Promise<Map<RecordId, StoredExplanation | null>> {
  if (records.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ record_id: RecordId; explanation: StoredExplanation | null }>`
    select wanted.record_id, former.explanation
    from ${rowsAs('wanted', RECORD_OF_ORDER, records)}
    cross join lateral (
      select explanation from point_record
      where tenant_id = ${tenantId} and order_id = wanted.order_id and id < wanted.record_id
        and type in (0, 9, 11) and customer_id = wanted.customer_id
      order by id desc
      limit 1
    ) as former`,
  )
  return new Map(rows.map(({ record_id: id, explanation }) => [id, explanation]))
}

/** The rewards of refunds that were recorded before each of them said its own. */
export async function readRewardsOfRefunds(
  tx: Tx,
  tenantId: TenantId,
  refunds: readonly RecordKey[],
): Promise<Map<RecordId, number>> {
  if (refunds.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ record_id: RecordId; reward_id: number }>`
    select wanted.record_id, redeemed.reward_configuration_id as reward_id
    from ${rowsAs('wanted', RECORD_KEY, refunds)}
    cross join lateral (
      select reward_configuration_id from redemption
      where tenant_id = ${tenantId} and customer_id = wanted.customer_id
        and (return_record_id = wanted.record_id or other_records @> to_jsonb(wanted.record_id))
      limit 1
    ) as redeemed`,
  )
  return new Map(rows.map(({ record_id: id, reward_id }) => [id, reward_id]))
}

/** An order, whose it is and when it was placed. */
export interface OrderOfRecord {
  readonly customerId: CustomerId
  readonly placedAt: Instant
}

const ORDER_KEY: Columns<{ readonly ownerId: CustomerId; readonly id: OrderId }> = {
  customer_id: ['bigint', ({ ownerId }) => ownerId],
  id: ['bigint', ({ id }) => id],
}

export async function readOrdersOfRecords(
  tx: Tx,
  tenantId: TenantId,
  orders: readonly { readonly ownerId: CustomerId; readonly id: OrderId }[],
): Promise<OrderOfRecord[]> {
  if (orders.length === 0) return []
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId; placed_at: Date }>`
    select wanted.customer_id, stored.placed_at
    from ${rowsAs('wanted', ORDER_KEY, orders)}
    cross join lateral (
      select placed_at from customer_order
      where tenant_id = ${tenantId} and customer_id = wanted.customer_id and id = wanted.id
      limit 1
    ) as stored`,
  )
  return rows.map((row) => ({ customerId: row.customer_id, placedAt: row.placed_at.getTime() }))
}

/**
 * Which lots paid what was owed when two accounts became one. Ids grow with time in an account: what paid a debt in the
 * same moment but before has a smaller id than the merge's record, and a lot that came after it has a greater one.
 */
export async function readRepayments(
  tx: Tx,
  tenantId: TenantId,
  { ownerId, id, at }: RecordKey & { readonly at: Instant },
): Promise<PageOrigin[]> {
  const { rows } = await run(
    tx,
    sql<OriginRow>`
    select 0 as place, origin.id, origin.lot_id, origin.used_points, origin.used_cashback, lot.type, lot.recorded_at,
      lot.expires_at
    from (
      select id, customer_id, lot_id, used_points, used_cashback from point_origin
      where tenant_id = ${tenantId} and customer_id = ${ownerId} and repaid_at = ${new Date(at)} and id > ${id}
        and lot_id < ${id}
      offset 0
    ) as origin
    cross join lateral (
      select type, coalesce(earned_at, recorded_at) as recorded_at, expires_at from point_record
      where tenant_id = ${tenantId} and customer_id = origin.customer_id and id = origin.lot_id
      limit 1
    ) as lot
    order by origin.id`,
  )
  return rows.map((row) => ({
    lot: {
      ownerId,
      id: row.lot_id,
      type: row.type,
      recordedAt: row.recorded_at.getTime(),
      expiresAt: row.expires_at?.getTime() ?? null,
    },
    used: { points: row.used_points, cashback: row.used_cashback },
  }))
}
