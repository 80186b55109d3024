import type { CustomerId, TenantId } from '../contract/ids.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { Fragment, sql } from '../platform/postgres/sql.ts'

export interface CouponsQuery {
  readonly customerId: CustomerId
  /** Only those that are neither used nor inactive, and end on this day or later; null: all. */
  readonly goodFrom: Instant | null
  readonly offset: number
  readonly limit: number
}

/** How much later than the last moment at which it can be used a coupon ends, as we keep it. */
const END_COMPUTED = new Fragment(`case
      when redemption_key is null or (
        select valid_until is not null from pre_generated_coupon as code
        where code.tenant_id = coupon.tenant_id and code.id = coupon.list_code_id
      ) then interval '0' else interval '1 second'
    end`)

/**
 * The keys of a customer's coupons, newest first. An end that we computed is the first moment at which a coupon is over,
 * and its day is that of the second before it (`isOver` of coupon.ts).
 */
export async function listCoupons(
  tx: Tx,
  tenantId: TenantId,
  { customerId, goodFrom, offset, limit }: CouponsQuery,
): Promise<{ keys: string[]; total: number }> {
  const day = goodFrom === null ? null : instantToText(goodFrom)
  const { rows } = await run(
    tx,
    sql<{ code_key: string | null; total: number }>`
    with listed as materialized (
      select id, code_key from coupon
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (
          ${day}::timestamptz is null
          or not is_used and inactivated_at is null
            and (valid_until is null or valid_until >= ${day}::timestamptz + ${END_COMPUTED})
        )
    ), page as (
      select id, code_key from listed order by id desc offset ${offset} limit ${limit}
    )
    select page.code_key, counted.total
    from (select count(*) as total from listed) as counted
    left join page on true
    order by page.id desc`,
  )
  return { keys: rows.flatMap(({ code_key }) => code_key ?? []), total: rows[0]?.total ?? 0 }
}

/** The keys of a customer's coupons below a number, newest first. */
export async function listBelow(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<{ id: number; key: string }[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number; code_key: string }>`
    select id, code_key from coupon
    where tenant_id = ${tenantId} and customer_id = ${customerId}::bigint and id < ${belowId}::bigint
    order by tenant_id desc, customer_id desc, id desc
    limit ${limit}`,
  )
  return rows.map(({ id, code_key }) => ({ id, key: code_key }))
}

/** Where a list of usable coupons, newest first, and then all others goes on. */
export interface OwnCouponPlace {
  readonly isUsable: boolean
  readonly id: number
  /** What came later is not in the list. */
  readonly newestId: number
  /** When the list was begun: what is usable is judged then, so that nothing changes its place between pages. */
  readonly at: Instant
}

export interface OwnCouponsQuery {
  readonly after: OwnCouponPlace
  /** The start of the day on which the list was begun. */
  readonly day: Instant
  readonly limit: number
  /** So many of the newest are looked at. */
  readonly newestMax: number
}

export interface ListedOwnCoupon {
  readonly id: number
  readonly key: string
  readonly isUsable: boolean
  /** Of all that are looked at. */
  readonly newestId: number
}

/** The keys of a customer's coupons, those first that can be used, or will be. */
export async function listUsableFirst(
  tx: Tx,
  { tenantId, customerId }: { readonly tenantId: TenantId; readonly customerId: CustomerId },
  { after, day, limit, newestMax }: OwnCouponsQuery,
): Promise<ListedOwnCoupon[]> {
  const at = instantToText(after.at)
  const { rows } = await run(
    tx,
    sql<{ id: number; code_key: string; is_usable: boolean; newest_id: number }>`
    with newest as materialized (
      select id, code_key, (not is_used or used_at > ${at}::timestamptz)
        and (inactivated_at is null or inactivated_at > ${at}::timestamptz)
        and (valid_until is null or valid_until >= ${instantToText(day)}::timestamptz + ${END_COMPUTED}) as is_usable
      from coupon
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id <= ${after.newestId}::bigint
      order by tenant_id desc, customer_id desc, id desc
      limit ${newestMax}
    )
    select id, code_key, coalesce(is_usable, false) as is_usable, (select max(id) from newest) as newest_id
    from newest
    where (coalesce(is_usable, false), id) < (${after.isUsable}::boolean, ${after.id}::bigint)
    order by 3 desc, id desc
    limit ${limit}`,
  )
  return rows.map(({ id, code_key, is_usable, newest_id }) => ({
    id,
    key: code_key,
    isUsable: is_usable,
    newestId: newest_id,
  }))
}

/** Whose a coupon is, as far as it is shown with the coupon. */
export async function findOwner(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
): Promise<{ id: CustomerId; publicId: string } | null> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId; public_id: string }>`
    select id, public_id from customer where tenant_id = ${tenantId} and id = ${customerId}`,
  )
  const [row] = rows
  return row ? { id: row.id, publicId: row.public_id } : null
}
