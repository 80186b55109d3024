import { keyText } from '../../accounts/till/collection.ts'
import { AWARD_SOURCE, AWARD_STATE } from '../../awards/award.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

interface Owner {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

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

/** Rows that are looked at for a figure: one that takes more is left out. */
const LOOKED_AT_MAX = 20_000

/** A figure for each rule; null: there is too much to count. */
export type Counts = ReadonlyMap<number, number> | null

/** The same, as far as the merchant has few enough cards: their first page says whether it does. */
export async function countBegunWithin(
  tx: Tx,
  tenantId: TenantId,
  max: number = LOOKED_AT_MAX,
): Promise<Counts> {
  const { rows } = await run(
    tx,
    sql<{ rule_id: number; begun: number; looked: number }>`
    select rule_id, (count(*) filter (where balance <> 0))::int as begun, (sum(count(*)) over ())::int as looked
    from (
      select rule_id, balance from stamp_card where tenant_id = ${tenantId}
      order by tenant_id, customer_id, rule_id limit ${max + 1}
    ) as card
    group by rule_id`,
  )
  if ((rows[0]?.looked ?? 0) > max) return null
  return new Map(rows.map(({ rule_id, begun }) => [rule_id, begun]))
}

/** How often each card was full since a moment, and still counts as such: among the newest awards. */
export async function countCompletedCards(
  tx: Tx,
  tenantId: TenantId,
  since: Instant,
  max: number = LOOKED_AT_MAX,
): Promise<Counts> {
  const { rows } = await run(
    tx,
    sql<{ rule_id: number; completed: number; looked: number }>`
    select rule_id,
      (count(*) filter (where source = ${AWARD_SOURCE.card} and state <> ${AWARD_STATE.undone}))::int as completed,
      (sum(count(*)) over ())::int as looked
    from (
      select rule_id, source, state, made_at from award where tenant_id = ${tenantId}
      order by tenant_id desc, id desc limit ${max + 1}
    ) as newest
    where made_at >= ${instantToText(since)}::timestamptz
    group by rule_id`,
  )
  if ((rows[0]?.looked ?? 0) > max) return null
  return new Map(rows.map(({ rule_id, completed }) => [rule_id, completed]))
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
