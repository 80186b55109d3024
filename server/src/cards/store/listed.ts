import { keyText } from '../../accounts/till/collection.ts'
import { AWARD_SOURCE, AWARD_STATE } from '../../awards/award.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { knownLocalDate, type LocalDate } from '../../platform/zone.ts'
import { STAMP_TYPE, type StampType, type UsedStamps } from '../card.ts'
import type { StoredOrigin } from '../collections/records.ts'
import type { StoredPrize } from '../prize.ts'

interface Owner {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

/** How a balance of stamps adds up. */
export const STAMP_PARTS = ['given', 'takenBack', 'ended', 'full'] as const
export type StampPart = (typeof STAMP_PARTS)[number]

/** Of a record. A card that is not full any more is taken off those that were; stamps that were joined are as given. */
const PART = new Fragment(`case
  when type in (${STAMP_TYPE.full}, ${STAMP_TYPE.fullUndone}) then 'full'
  when type in (${STAMP_TYPE.ended}, ${STAMP_TYPE.erased}) then 'ended'
  when stamps > 0 or type = ${STAMP_TYPE.joined} then 'given' else 'takenBack' end`)

/** How many customers have begun each card: they have stamps on it, or owe some. */
export async function countBegunCards(tx: Tx, tenantId: TenantId): Promise<Map<number, number>> {
  const { rows } = await run(
    tx,
    sql<{ rule_id: number; begun: number }>`
    select rule_id, count(*)::int as begun from stamp_card
    where tenant_id = ${tenantId} and balance <> 0 group by rule_id`,
  )
  return new Map(rows.map(({ rule_id, begun }) => [rule_id, begun]))
}

/** How often each card was full since a moment, and still counts as such. */
export async function countCompletedCards(
  tx: Tx,
  tenantId: TenantId,
  since: Instant,
): Promise<Map<number, number>> {
  const { rows } = await run(
    tx,
    sql<{ rule_id: number; completed: number }>`
    select rule_id, count(*)::int as completed from award
    where tenant_id = ${tenantId} and source = ${AWARD_SOURCE.card} and state <> ${AWARD_STATE.undone}
      and made_at >= ${instantToText(since)}::timestamptz
    group by rule_id`,
  )
  return new Map(rows.map(({ rule_id, completed }) => [rule_id, completed]))
}

export interface StampSum {
  readonly ruleId: number
  readonly part: StampPart
  readonly stamps: Decimal
  readonly records: number
  readonly writtenOff: Decimal
}

export async function sumStamps(tx: Tx, { tenantId, customerId }: Owner): Promise<StampSum[]> {
  const { rows } = await run(
    tx,
    sql<StampSum>`
    select rule_id as "ruleId", ${PART} as part, sum(stamps) as stamps, count(*)::int as records,
      coalesce(sum(written_off), 0) as "writtenOff"
    from stamp_record where tenant_id = ${tenantId} and customer_id = ${customerId}
    group by 1, 2`,
  )
  return rows
}

/** A record of a card, with what stood on the card after it. */
export interface ListedStamps {
  readonly id: RecordId
  readonly ruleId: number
  readonly part: StampPart
  readonly type: StampType
  readonly stamps: Decimal
  readonly after: Decimal
  readonly at: Instant
  readonly day: LocalDate
  readonly order: { readonly id: OrderId; readonly originalId: string } | null
  readonly key: string | null
  readonly expiresAt: Instant | null
  readonly debt: Decimal
  readonly writtenOff: Decimal
  readonly origins: readonly UsedStamps[]
  readonly explanation: { readonly reason?: string; readonly prize?: StoredPrize } | null
}

interface ListedRow {
  readonly id: RecordId
  readonly rule_id: number
  readonly part: StampPart
  readonly type: StampType
  readonly stamps: Decimal
  readonly after: Decimal
  readonly recorded_at: Date
  readonly day: string
  readonly order_id: OrderId | null
  readonly original_id: string | null
  readonly key: string | null
  readonly expires_at: Date | null
  readonly debt: Decimal
  readonly written_off: Decimal
  readonly origins: readonly StoredOrigin[] | null
  readonly explanation: ListedStamps['explanation']
}

export interface StampPage {
  /** null: all records. */
  readonly part: StampPart | null
  readonly below: { readonly at: number; readonly id: number }
  readonly limit: number
}

/**
 * The records of one card or of all (null), newest first. What stood on the card after each is counted from its first
 * one on.
 */
export async function listStamps(
  tx: Tx,
  { tenantId, customerId, ruleId }: Owner & { readonly ruleId: number | null },
  { part, below, limit }: StampPage,
): Promise<ListedStamps[]> {
  const before = Number.isFinite(below.at) ? instantToText(below.at) : 'infinity'
  const { rows } = await run(
    tx,
    sql<ListedRow>`
    select record.id, rule_id, part, type, stamps, after, recorded_at, day::text as day, record.order_id, placed.original_id, key,
      expires_at, coalesce(debt, 0) as debt, coalesce(written_off, 0) as written_off, origins, explanation
    from (
      select *, ${PART} as part, sum(stamps) over (partition by rule_id order by recorded_at, id) as after
      from stamp_record
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (${ruleId}::int is null or rule_id = ${ruleId}::int)
    ) as record
    left join customer_order as placed
      on placed.tenant_id = record.tenant_id and placed.customer_id = record.customer_id and placed.id = record.order_id
    where (recorded_at, record.id) < (${before}::timestamptz, ${below.id}::bigint)
      and (${part}::text is null or part = ${part}::text)
    order by recorded_at desc, record.id desc
    limit ${limit}`,
  )
  return rows.map((row) => ({
    id: row.id,
    ruleId: row.rule_id,
    part: row.part,
    type: row.type,
    stamps: row.stamps,
    after: row.after,
    at: row.recorded_at.getTime(),
    day: knownLocalDate(row.day),
    order:
      row.order_id === null || row.original_id === null
        ? null
        : { id: row.order_id, originalId: row.original_id },
    key: row.key,
    expiresAt: row.expires_at?.getTime() ?? null,
    debt: row.debt,
    writtenOff: row.written_off,
    origins: (row.origins ?? []).map(([lotId, used]) => ({ lotId, used: decimalFromText(used) })),
    explanation: row.explanation,
  }))
}

export interface ListedPrize {
  readonly id: number
  readonly ruleId: number
  /** null: it has none, and no record of them. */
  readonly points: Decimal | null
  readonly recordId: RecordId | null
  readonly stampRecordId: RecordId
  readonly state: number
  readonly heldBecause: number | null
  readonly rewardId: number | null
  readonly title: string | null
  readonly couponKey: string | null
  /** null: it was not given yet, or has no reward. */
  readonly coupon: Coupon | null
  readonly dueAt: Date | null
  readonly givenAt: Date | null
  readonly madeAt: Date
  readonly endedAt: Date | null
  readonly availableAt: Date | null
  readonly expiresAt: Date | null
}

/** Of one customer: more are not shown. */
const PRIZES_MAX = 200

/** The prizes of a customer's cards, newest first, those that were undone too. */
export async function listPrizes(tx: Tx, { tenantId, customerId }: Owner): Promise<ListedPrize[]> {
  const { rows } = await run(
    tx,
    sql<Omit<ListedPrize, 'coupon'>>`
    select award.id, award.rule_id as "ruleId", given.points, award.record_id as "recordId",
      award.reference::bigint as "stampRecordId", award.state, award.held_because as "heldBecause",
      award.reward_id as "rewardId", reward.title, award.coupon_key as "couponKey",
      award.due_at as "dueAt", award.given_at as "givenAt", award.made_at as "madeAt", award.ended_at as "endedAt",
      given.available_at as "availableAt", given.expires_at as "expiresAt"
    from award
    left join point_record as given
      on given.tenant_id = award.tenant_id and given.customer_id = award.customer_id and given.id = award.record_id
    left join reward_configuration as reward
      on reward.tenant_id = award.tenant_id and reward.id = award.reward_id
    where award.tenant_id = ${tenantId} and award.customer_id = ${customerId}
      and award.source = ${AWARD_SOURCE.card}
    order by award.id desc limit ${PRIZES_MAX}`,
  )
  const keys = rows.flatMap(({ couponKey: key }) => (key === null ? [] : [{ tenantId, key }]))
  const issued = keys.length > 0 ? await coupons.load(tx, keys) : new Map<string, Coupon>()
  return rows.map((row) => ({
    ...row,
    coupon: issued.get(keyText({ tenantId, key: row.couponKey ?? '' })) ?? null,
  }))
}

/** The days of stamps that are alive, and the orders that gave them, by the keys of both. */
export async function findLotFacts(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly RecordId[],
): Promise<Map<RecordId, { readonly day: string; readonly originalId: string | null }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ id: RecordId; day: string; original_id: string | null }>`
    select record.id, record.day::text as day, placed.original_id
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select * from stamp_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id = wanted.id limit 1
    ) as record
    left join customer_order as placed
      on placed.tenant_id = record.tenant_id and placed.customer_id = record.customer_id and placed.id = record.order_id`,
  )
  return new Map(rows.map(({ id, day, original_id }) => [id, { day, originalId: original_id }]))
}
