import type { CustomerId, TenantId } from '../contract/ids.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

export interface CouponsQuery {
  readonly customerId: CustomerId
  /** Only those that are neither used nor inactive, and end on this day or later; null: all. */
  readonly goodFrom: Instant | null
  readonly offset: number
  readonly limit: number
}

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
          or not is_used and inactivated_at is null and (
            valid_until is null
            or valid_until >= ${day}::timestamptz + case
              when redemption_key is null or (
                select valid_until is not null from pre_generated_coupon as code
                where code.tenant_id = coupon.tenant_id and code.id = coupon.list_code_id
              ) then interval '0' else interval '1 second'
            end
          )
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
