import type { Claim } from '../../accounts/claim.ts'
import { matchedByOf } from '../../accounts/collections/claims.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Owner } from './history.ts'

/** What of a customer's history happened when. */
export interface TimelineMoment {
  readonly id: number
  readonly at: Instant
  /** Of one moment what was due comes before anything else: so an opening is the older one. */
  readonly rank: 0 | 1
  readonly what: 'record' | 'tier' | 'claim' | 'revoke'
}

/** A place between two moments. */
export type TimelinePlace = Pick<TimelineMoment, 'id' | 'at' | 'rank'>

export const BEFORE_ALL: TimelinePlace = { id: 0, at: Number.POSITIVE_INFINITY, rank: 1 }

/**
 * The newest moments before a place. There is no index by time: all records of the customer are read, and the newest
 * kept, for each page alike.
 */
export async function findTimeline(
  tx: Tx,
  { tenantId, customerId }: Owner,
  now: Instant,
  before: TimelinePlace,
  limit: number,
): Promise<TimelineMoment[]> {
  const at = before.at === Number.POSITIVE_INFINITY ? 'infinity' : instantToText(before.at)
  const { rows } = await run(
    tx,
    sql<{ id: number; at: Date; rank: 0 | 1; what: TimelineMoment['what'] }>`
    select id, at, rank, what
    from (
      select id, recorded_at as at, 1 as rank, 'record' as what from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId}
      union all
      select id, available_at, 0, 'record' from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and available_at > recorded_at and available_at <= ${instantToText(now)}::timestamptz
      union all
      select id, moved_at, 1, 'tier' from tier_move
      where tenant_id = ${tenantId} and customer_id = ${customerId}
      union all
      select 0, claimed_at, 1, 'claim' from customer_claim
      where tenant_id = ${tenantId} and customer_id = ${customerId}
      union all
      select 0, revoked_at, 1, 'revoke' from customer_claim
      where tenant_id = ${tenantId} and customer_id = ${customerId} and revoked_at is not null
    ) as moment
    where (at, rank, id) < (${at}::timestamptz, ${before.rank}::int, ${before.id}::bigint)
    order by at desc, rank desc, id desc
    limit ${limit}`,
  )
  return rows.map((row) => ({
    id: row.id,
    at: row.at.getTime(),
    rank: row.rank,
    what: row.what,
  }))
}

/** By which id of the shop the customer was claimed, and who took that back. */
export interface ClaimTold {
  readonly claimedId: string
  readonly formerId: string
  readonly matchedBy: Claim['matchedBy']
  readonly revokedBy: string | null
}

/** Few: each was made by another id. */
export async function readClaims(
  tx: Tx,
  { tenantId, customerId }: Owner,
): Promise<(ClaimTold & { readonly claimedAt: Instant; readonly revokedAt: Instant | null })[]> {
  const { rows } = await run(
    tx,
    sql<{
      claimed_id: string
      former_id: string
      matched_by: number
      claimed_at: Date
      revoked_at: Date | null
      revoked_by: string | null
    }>`
    select claimed_id, former_id, matched_by, claimed_at, revoked_at, revoked_by from customer_claim
    where tenant_id = ${tenantId} and customer_id = ${customerId}`,
  )
  return rows.map((row) => ({
    claimedId: row.claimed_id,
    formerId: row.former_id,
    matchedBy: matchedByOf(row.matched_by),
    claimedAt: row.claimed_at.getTime(),
    revokedAt: row.revoked_at?.getTime() ?? null,
    revokedBy: row.revoked_by,
  }))
}

/** What else is known of a record, for those who manage the merchant. */
export interface RecordDetails {
  readonly redemptionId: number | null
  /** Of a change by hand. */
  readonly madeBy: string | null
  readonly note: string | null
}

export async function readDetails(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
): Promise<Map<number, RecordDetails>> {
  const [redemptions, changes] = await Promise.all([
    run(
      tx,
      sql<{ id: number; record_id: number | null; return_record_id: number | null }>`
      select id, record_id, return_record_id from redemption
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (record_id = any (${ids}::bigint[]) or return_record_id = any (${ids}::bigint[]))`,
    ),
    run(
      tx,
      sql<{ record_id: number; made_by: string | null; note: string | null }>`
      select record_id, made_by, note from balance_change
      where tenant_id = ${tenantId} and customer_id = ${customerId} and record_id = any (${ids}::bigint[])`,
    ),
  ])
  const none = { redemptionId: null, madeBy: null, note: null }
  return new Map([
    ...redemptions.rows.flatMap(({ id, record_id, return_record_id }) =>
      [record_id, return_record_id].flatMap((record): [number, RecordDetails][] =>
        record === null ? [] : [[record, { ...none, redemptionId: id }]],
      ),
    ),
    ...changes.rows.map(({ record_id, made_by, note }): [number, RecordDetails] => [
      record_id,
      { ...none, madeBy: made_by, note },
    ]),
  ])
}
