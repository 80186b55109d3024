import { POINT_TYPE, type PointType } from '../../accounts/account.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { MoveReason } from '../../tiers/tier.ts'
import type { Owner } from './history.ts'

/** What of a customer's history is wanted. null: it does not matter. */
export interface HistoryFilter {
  readonly from: Instant | null
  /** Inclusive. */
  readonly until: Instant | null
  /** Tier moves have no type: where one is wanted, they are left out. */
  readonly type: PointType | null
}

export interface PageOfRows {
  readonly offset: number
  readonly limit: number
}

export interface HistoryRow {
  readonly id: number
  readonly is_tier_move: boolean
}

/**
 * A page of records and tier moves together, newest first: by id, which grows in one account. Each part is read from the
 * end of its primary key, and only so far as the page goes.
 */
export async function findHistoryPage(
  tx: Tx,
  { tenantId, customerId }: Owner,
  filter: HistoryFilter,
  { offset, limit }: PageOfRows,
): Promise<HistoryRow[]> {
  const { from, until, type } = parametersOf(filter)
  const { rows } = await run(
    tx,
    sql<HistoryRow>`
    select id, is_tier_move
    from (
      (
        select id, false as is_tier_move from point_record
        where tenant_id = ${tenantId} and customer_id = ${customerId}
          and recorded_at between ${from}::timestamptz and ${until}::timestamptz
          and (${type}::smallint is null or type = ${type}::smallint)
        order by tenant_id desc, customer_id desc, id desc
        limit ${offset + limit}
      )
      union all
      (
        select id, true from tier_move
        where tenant_id = ${tenantId} and customer_id = ${customerId} and ${type}::smallint is null
          and moved_at between ${from}::timestamptz and ${until}::timestamptz
        order by tenant_id desc, customer_id desc, id desc
        limit ${offset + limit}
      )
    ) as row
    order by id desc
    offset ${offset}
    limit ${limit}`,
  )
  return rows
}

/** The newest rows that a customer is shown below a number. A merge is of no points, and tells of another customer. */
export async function findHistoryBelow(
  tx: Tx,
  { tenantId, customerId }: Owner,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<HistoryRow[]> {
  const { rows } = await run(
    tx,
    sql<HistoryRow>`
    select id, is_tier_move
    from (
      (
        select id, false as is_tier_move from point_record
        where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${belowId}::bigint
          and type <> ${POINT_TYPE.merge}
        order by tenant_id desc, customer_id desc, id desc
        limit ${limit}
      )
      union all
      (
        select id, true from tier_move
        where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${belowId}::bigint
        order by tenant_id desc, customer_id desc, id desc
        limit ${limit}
      )
    ) as row
    order by id desc
    limit ${limit}`,
  )
  return rows
}

export async function countHistory(
  tx: Tx,
  { tenantId, customerId }: Owner,
  filter: HistoryFilter,
): Promise<number> {
  const { from, until, type } = parametersOf(filter)
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select (
      select count(*) from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and recorded_at between ${from}::timestamptz and ${until}::timestamptz
        and (${type}::smallint is null or type = ${type}::smallint)
    ) + (
      select count(*) from tier_move
      where tenant_id = ${tenantId} and customer_id = ${customerId} and ${type}::smallint is null
        and moved_at between ${from}::timestamptz and ${until}::timestamptz
    ) as count`,
  )
  return rows[0]?.count ?? 0
}

function parametersOf({ from, until, type }: HistoryFilter) {
  return {
    from: from === null ? '-infinity' : instantToText(from),
    until: until === null ? 'infinity' : instantToText(until),
    type,
  }
}

export interface TierMove {
  readonly id: number
  readonly at: Instant
  readonly toTierId: number | null
  readonly reason: MoveReason
}

export async function readTierMoves(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
): Promise<Map<number, TierMove>> {
  if (ids.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ id: number; moved_at: Date; to_tier_id: number | null; reason: string }>`
    select move.id, moved_at, to_tier_id, reason
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select * from tier_move
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id = wanted.id
      limit 1
    ) as move`,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        at: row.moved_at.getTime(),
        toTierId: row.to_tier_id,
        reason: row.reason as MoveReason,
      },
    ]),
  )
}
