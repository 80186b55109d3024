import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { hullOf, type MomentRange, multirange } from '../../platform/postgres/multirange.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { MoveReason } from '../tier.ts'

/** A tier as reports name it, also one that is switched off or archived. */
export interface ReportedTier {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly color: string | null
  readonly position: number
  readonly isBase: boolean
  /** Whether customers can be in it now. */
  readonly isOpen: boolean
  /** How many hold it now; of the base tier none do: customers without a tier are in it. */
  readonly holders: number
}

/** All tiers, the highest first, and how many customers there are. Those who were merged or erased hold none. */
export async function readReportedTiers(
  tx: Tx,
  tenantId: TenantId,
): Promise<{ readonly tiers: ReportedTier[]; readonly customers: number }> {
  const { rows } = await run(
    tx,
    sql<Omit<ReportedTier, 'isBase' | 'isOpen'> & { is_base: boolean; is_open: boolean; customers: number }>`
    with counted as (
      select tier_id, sum(customers) as customers from (
        select tier_id, customers from customer_count where tenant_id = ${tenantId}
        union all
        select gone.tier_id, -gone.customers from (
          select unnest(array[0, tier_id]) as tier_id, count(*) as customers from customer
          where tenant_id = ${tenantId} and (merged_into is not null or erased_at is not null)
          group by 1
        ) as gone
      ) as counts
      group by tier_id
    )
    select id, key, name, color, position, is_base, is_active and archived_at is null as is_open,
      coalesce((select customers from counted where tier_id = tier.id), 0)::bigint as holders,
      coalesce((select customers from counted where tier_id = 0), 0)::bigint as customers
    from tier where tenant_id = ${tenantId}
    order by position desc`,
  )
  return {
    tiers: rows.map(({ is_base, is_open, customers: _, ...tier }) => ({
      ...tier,
      isBase: is_base,
      isOpen: is_open,
    })),
    customers: rows[0]?.customers ?? 0,
  }
}

/** How many moves there were from one tier to another; 0: none, or the base tier. */
export interface MoveSum {
  readonly from: number
  readonly to: number
  readonly isInPeriod: boolean
  readonly moves: number
  /** Those that began elsewhere than the customer's move before had ended. */
  readonly unconnected: number
}

/** Customers who were erased or merged, by the tier that they held. */
export interface GoneSum {
  readonly tier: number
  readonly isInPeriod: boolean
  readonly customers: number
}

/** When a period was, and when it and all that comes behind it are. */
export interface PeriodMoments {
  readonly inPeriod: readonly MomentRange[]
  readonly since: readonly MomentRange[]
}

/** All moves since a moment: those of a period, and those after it. */
export async function sumMoves(
  tx: Tx,
  tenantId: TenantId,
  { inPeriod, since }: PeriodMoments,
  baseId: number | null,
): Promise<MoveSum[]> {
  const { rows } = await run(
    tx,
    sql<{ from_id: number; to_id: number; in_period: boolean; moves: number; unconnected: number }>`
    select from_id, to_id, in_period, count(*)::bigint as moves,
      count(*) filter (where held <> from_id)::bigint as unconnected
    from (
      select move.moved_at <@ ${multirange(inPeriod)}::tstzmultirange as in_period,
        coalesce(nullif(move.from_tier_id, ${baseId}::bigint), 0) as from_id,
        coalesce(nullif(move.to_tier_id, ${baseId}::bigint), 0) as to_id,
        coalesce((
          select coalesce(nullif(before.to_tier_id, ${baseId}::bigint), 0) from tier_move as before
          where before.tenant_id = move.tenant_id and before.customer_id = move.customer_id
            and (before.moved_at, before.id) < (move.moved_at, move.id)
          order by before.moved_at desc, before.id desc
          limit 1
        ), 0) as held
      from tier_move as move
      where move.tenant_id = ${tenantId} and move.moved_at >= ${hullOf(since).from}::timestamptz
        and move.moved_at <@ ${multirange(since)}::tstzmultirange
    ) as moved
    group by 1, 2, 3 order by 1, 2, 3`,
  )
  return rows.map(({ from_id, to_id, in_period, moves, unconnected }) => ({
    ...{ from: from_id, to: to_id, isInPeriod: in_period, moves, unconnected },
  }))
}

/** Erasing and merging end a tier without a move: the customer's last move says which it was. */
export async function sumGone(
  tx: Tx,
  tenantId: TenantId,
  { inPeriod, since }: PeriodMoments,
  baseId: number | null,
): Promise<GoneSum[]> {
  const { rows } = await run(
    tx,
    sql<{ tier: number; in_period: boolean; customers: number }>`
    select tier, in_period, count(*)::bigint as customers
    from (
      select coalesce(erased_at, merged_at) <@ ${multirange(inPeriod)}::tstzmultirange as in_period, coalesce((
        select coalesce(nullif(to_tier_id, ${baseId}::bigint), 0) from tier_move as move
        where move.tenant_id = customer.tenant_id and move.customer_id = customer.id
        order by moved_at desc, move.id desc
        limit 1
      ), 0) as tier
      from customer
      where tenant_id = ${tenantId} and (merged_into is not null or erased_at is not null)
        and coalesce(erased_at, merged_at) <@ ${multirange(since)}::tstzmultirange
    ) as gone
    where tier <> 0
    group by 1, 2 order by 1, 2`,
  )
  return rows.map(({ tier, in_period, customers }) => ({ tier, isInPeriod: in_period, customers }))
}

export interface MovePlace {
  readonly at: Instant
  readonly id: number
}

export interface ListedMove extends MovePlace {
  readonly customerId: CustomerId
  /** null: none. */
  readonly fromTierId: number | null
  readonly toTierId: number | null
  readonly reason: MoveReason
}

/** What of the moves is wanted; 0: none, or the base tier. */
export interface MoveFilter {
  readonly fromTier?: number
  readonly toTier?: number
}

interface MovesWanted extends MoveFilter {
  readonly baseId: number | null
}

/** A filter by tier has no index of its own: so many moves are looked at, and the others with the next page. */
const LOOKED_AT_MAX = 20_000

/** Moves of a period, the oldest first; `lookedUntil`: looking ended there before enough was found. */
export async function listMoves(
  tx: Tx,
  tenantId: TenantId,
  { inPeriod, baseId, fromTier, toTier }: Pick<PeriodMoments, 'inPeriod'> & MovesWanted,
  { after, limit }: { readonly after: MovePlace | null; readonly limit: number },
): Promise<{ readonly moves: ListedMove[]; readonly lookedUntil: MovePlace | null }> {
  const { from, until } = hullOf(inPeriod)
  const begin = after ? { at: instantToText(after.at), id: after.id } : { at: from, id: 0 }
  const { rows } = await run(
    tx,
    sql<{
      id: number
      customer_id: CustomerId
      moved_at: Date
      from_tier_id: number | null
      to_tier_id: number | null
      reason: MoveReason
      is_match: boolean
    }>`
    with looked as materialized (
      select id, customer_id, moved_at, from_tier_id, to_tier_id, reason from tier_move
      where tenant_id = ${tenantId} and (moved_at, id) > (${begin.at}::timestamptz, ${begin.id}::bigint)
        and moved_at >= ${from}::timestamptz and moved_at < ${until}::timestamptz
        and moved_at <@ ${multirange(inPeriod)}::tstzmultirange
      order by moved_at, id
      limit ${LOOKED_AT_MAX}
    ), found as materialized (
      select * from looked
      where (${fromTier ?? null}::bigint is null
          or coalesce(nullif(from_tier_id, ${baseId}::bigint), 0) = ${fromTier ?? null}::bigint)
        and (${toTier ?? null}::bigint is null
          or coalesce(nullif(to_tier_id, ${baseId}::bigint), 0) = ${toTier ?? null}::bigint)
      order by moved_at, id
      limit ${limit}
    ), ending as (
      select * from looked
      where (select count(*) from looked) = ${LOOKED_AT_MAX}::int and (select count(*) from found) < ${limit}::int
      order by moved_at desc, id desc
      limit 1
    )
    select *, true as is_match from found
    union all
    select *, false from ending
    order by is_match desc, moved_at, id`,
  )
  const ending = rows.find(({ is_match }) => !is_match)
  return {
    moves: rows
      .filter(({ is_match }) => is_match)
      .map((row) => ({
        id: row.id,
        at: row.moved_at.getTime(),
        customerId: row.customer_id,
        fromTierId: row.from_tier_id,
        toTierId: row.to_tier_id,
        reason: row.reason,
      })),
    lookedUntil: ending ? { at: ending.moved_at.getTime(), id: ending.id } : null,
  }
}
