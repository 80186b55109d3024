import type { Amount } from '../../accounts/account.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

/** Which redemptions are wanted. null: it does not matter. */
export interface RedemptionFilter {
  readonly rewardId: number | null
  readonly from: Instant | null
  /** Exclusive. */
  readonly to: Instant | null
}

export interface RedemptionPlace {
  readonly at: Instant
  readonly id: number
}

export interface ListedRedemption extends RedemptionPlace {
  readonly key: string
  readonly customerId: CustomerId
  readonly rewardId: number
}

export interface RedemptionPage {
  readonly redemptions: readonly ListedRedemption[]
  /** Where looking ended before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: RedemptionPlace | null
}

interface Row {
  readonly id: number
  readonly original_key: string
  readonly customer_id: number
  readonly reward_configuration_id: number
  readonly redeemed_at: Date
  readonly is_match: boolean
}

const COLUMNS = new Fragment('id, original_key, customer_id, reward_configuration_id, redeemed_at')
/** A filter by reward has no index of its own: so many rows are looked at, and the rest with the next page. */
const LOOKED_AT_MAX = 20_000

/** Of all customers, newest first. */
export async function listByTime(
  tx: Tx,
  tenantId: TenantId,
  { rewardId, from, to }: RedemptionFilter,
  { below, limit }: { readonly below: RedemptionPlace; readonly limit: number },
): Promise<RedemptionPage> {
  const lookedAt = rewardId === null ? limit : LOOKED_AT_MAX
  const { rows } = await run(
    tx,
    sql<Row>`
    with looked as materialized (
      select ${COLUMNS} from redemption
      where tenant_id = ${tenantId}
        and (redeemed_at, id) < (${textOf(below.at)}::timestamptz, ${below.id}::bigint)
        and redeemed_at >= ${from === null ? '-infinity' : instantToText(from)}::timestamptz
        and redeemed_at < ${to === null ? 'infinity' : instantToText(to)}::timestamptz
      order by tenant_id desc, redeemed_at desc, id desc
      limit ${lookedAt}
    ), found as materialized (
      select * from looked
      where ${rewardId}::bigint is null or reward_configuration_id = ${rewardId}::bigint
      order by redeemed_at desc, id desc
      limit ${limit}
    ), ending as (
      select * from looked
      where (select count(*) from looked) = ${lookedAt}::int and (select count(*) from found) < ${limit}::int
      order by redeemed_at, id
      limit 1
    )
    select ${COLUMNS}, true as is_match from found
    union all
    select ${COLUMNS}, false from ending
    order by is_match desc, redeemed_at desc, id desc`,
  )
  return toPage(rows)
}

/** Of one customer, newest first. */
export async function listOfCustomer(
  tx: Tx,
  owner: { readonly tenantId: TenantId; readonly customerId: CustomerId },
  { rewardId, from, to }: RedemptionFilter,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<RedemptionPage> {
  const { tenantId, customerId } = owner
  const isFiltered = rewardId !== null || from !== null || to !== null
  const lookedAt = isFiltered ? LOOKED_AT_MAX : limit
  const { rows } = await run(
    tx,
    sql<Row>`
    with looked as materialized (
      select ${COLUMNS} from redemption
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${belowId}::bigint
      order by tenant_id desc, customer_id desc, id desc
      limit ${lookedAt}
    ), found as materialized (
      select * from looked
      where (${rewardId}::bigint is null or reward_configuration_id = ${rewardId}::bigint)
        and redeemed_at >= ${from === null ? '-infinity' : instantToText(from)}::timestamptz
        and redeemed_at < ${to === null ? 'infinity' : instantToText(to)}::timestamptz
      order by id desc
      limit ${limit}
    ), ending as (
      select * from looked
      where (select count(*) from looked) = ${lookedAt}::int and (select count(*) from found) < ${limit}::int
      order by id
      limit 1
    )
    select ${COLUMNS}, true as is_match from found
    union all
    select ${COLUMNS}, false from ending
    order by is_match desc, id desc`,
  )
  return toPage(rows)
}

/** What names one redemption. */
export type RedemptionName =
  | { readonly key: string }
  | { readonly externalCode: string }
  | { readonly couponKey: string }
  | { readonly id: number }

export async function findRedemption(
  tx: Tx,
  tenantId: TenantId,
  name: RedemptionName,
): Promise<ListedRedemption | null> {
  const { rows } = await run(tx, lookUp(tenantId, name))
  return rows[0] ? toListed(rows[0]) : null
}

function lookUp(tenantId: TenantId, name: RedemptionName) {
  if ('key' in name) {
    return sql<Row>`
    select ${COLUMNS} from redemption where tenant_id = ${tenantId} and original_key = ${name.key}`
  }
  if ('externalCode' in name) {
    return sql<Row>`
    select ${COLUMNS} from redemption where tenant_id = ${tenantId} and external_code = ${name.externalCode}`
  }
  if ('id' in name) {
    return sql<Row>`
    select ${COLUMNS} from redemption where tenant_id = ${tenantId} and id = ${name.id}::bigint`
  }
  return sql<Row>`
    select ${COLUMNS} from redemption
    where tenant_id = ${tenantId} and original_key = (
      select redemption_key from coupon where tenant_id = ${tenantId} and code_key = ${name.couponKey}
    )`
}

/** Points that a redemption used, and where they came from. */
export interface LotUsed {
  readonly lotId: number
  readonly from: Instant
  readonly order: { readonly id: number; readonly originalId: string } | null
  readonly used: Amount
}

interface LotRow {
  readonly lot_id: number
  readonly used_points: Decimal
  readonly used_cashback: Decimal
  readonly recorded_at: Date
  readonly order_id: number | null
  readonly order: string | null
}

/** The points that paid for a redemption: the first of its origins. */
export async function findLotsUsed(
  tx: Tx,
  owner: { readonly tenantId: TenantId; readonly customerId: CustomerId },
  recordId: RecordId,
  limit: number,
): Promise<LotUsed[]> {
  const { rows } = await run(
    tx,
    sql<LotRow>`
    select used.lot_id, used.used_points, used.used_cashback, lot.recorded_at, bought.id as order_id,
      bought.original_id as order
    from (
      select * from point_origin
      where tenant_id = ${owner.tenantId} and customer_id = ${owner.customerId} and record_id = ${recordId}
      order by id
      limit ${limit}
    ) as used
    cross join lateral (
      select recorded_at, order_id from point_record as record
      where record.tenant_id = used.tenant_id and record.customer_id = used.customer_id and record.id = used.lot_id
      limit 1
    ) as lot
    left join lateral (
      select id, original_id from customer_order
      where customer_order.tenant_id = used.tenant_id and customer_order.customer_id = used.customer_id
        and customer_order.id = lot.order_id
      limit 1
    ) as bought on true
    order by used.id`,
  )
  return rows.map((row) => ({
    lotId: row.lot_id,
    from: row.recorded_at.getTime(),
    order: row.order_id === null || row.order === null ? null : { id: row.order_id, originalId: row.order },
    used: { points: row.used_points, cashback: row.used_cashback },
  }))
}

function toPage(rows: readonly Row[]): RedemptionPage {
  const ending = rows.find(({ is_match }) => !is_match)
  return {
    redemptions: rows.filter(({ is_match }) => is_match).map(toListed),
    lookedUntil: ending ? { at: ending.redeemed_at.getTime(), id: ending.id } : null,
  }
}

function toListed(row: Row): ListedRedemption {
  return {
    id: row.id,
    key: row.original_key,
    customerId: row.customer_id,
    rewardId: row.reward_configuration_id,
    at: row.redeemed_at.getTime(),
  }
}

function textOf(at: Instant): string {
  return at === Number.POSITIVE_INFINITY ? 'infinity' : instantToText(at)
}
