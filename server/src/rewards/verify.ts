import { DIFFERENCES_MAX, expectManyRows, type FoundDifference } from '../accounts/verify.ts'
import type { TenantId } from '../contract/ids.ts'
import { type Database, runUnhurried } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** Counts everything about a tenant's rewards that is kept as a count, and compares. */
export async function verifyRewards(database: Database, tenantId: TenantId): Promise<FoundDifference[]> {
  const { rows } = await database.read([tenantId], async (tx) => {
    await expectManyRows(tx)
    return runUnhurried<{ customer: string; what: string; stored: string; recomputed: string }>(
      tx,
      sql`
      with redeemed as (
        select reward_configuration_id as id, count(*) filter (where returned_at is null) as count
        from redemption where tenant_id = ${tenantId} group by reward_configuration_id
      ),
      usage as (
        select reward_configuration_id as id, redeemed_count from reward_usage where tenant_id = ${tenantId}
      ),
      list as (
        select id, coupon_count, used_count from pre_generated_coupon_list where tenant_id = ${tenantId}
      ),
      code as (
        select list_id as id, count(*) as codes, count(*) filter (where is_assigned) as assigned
        from pre_generated_coupon where tenant_id = ${tenantId} group by list_id
      ),
      issued as (
        select list_id as id, count(*) as coupons, count(distinct list_code_id) as codes
        from coupon where tenant_id = ${tenantId} and list_id is not null group by list_id
      ),
      paid as (
        select redemption.customer_id, redemption.original_key, redemption.points, redemption.cashback,
          record.points as record_points, record.cashback as record_cashback
        from redemption
        left join point_record as record on record.tenant_id = ${tenantId} and record.type = 6
          and record.customer_id = redemption.customer_id and record.id = redemption.record_id
        where redemption.tenant_id = ${tenantId} and redemption.record_id is not null
      ),
      lonely as (
        select customer_id, original_key from redemption
        where tenant_id = ${tenantId} and not exists (
          select from coupon
          where coupon.tenant_id = ${tenantId} and coupon.code_key = redemption.coupon_key
            and coupon.redemption_key = redemption.original_key and coupon.customer_id = redemption.customer_id
        )
      ),
      -- What an order or a till has used must stay paid for: neither released nor released by a deadline to come.
      used as (
        select redemption.customer_id, redemption.original_key, coupon.order_id,
          redemption.returned_at, redemption.expires_at
        from redemption
        join coupon on coupon.tenant_id = ${tenantId} and coupon.code_key = redemption.coupon_key
        where redemption.tenant_id = ${tenantId} and coupon.is_used
      ),
      checked (customer_id, what, stored, recomputed) as (
        select null::bigint, 'redemptions of reward ' || coalesce(usage.id, redeemed.id),
          coalesce(redeemed_count, 0)::text, coalesce(redeemed.count, 0)::text
        from usage full join redeemed on redeemed.id = usage.id
        union all
        select null, 'codes of list ' || list.id, coupon_count::text, coalesce(codes, 0)::text
        from list left join code on code.id = list.id
        union all
        select null, 'used codes of list ' || list.id, used_count::text, coalesce(assigned, 0)::text
        from list left join code on code.id = list.id
        union all
        select null, 'coupons from list ' || list.id, used_count || ' / ' || used_count,
          coalesce(coupons, 0) || ' / ' || coalesce(issued.codes, 0)
        from list left join issued on issued.id = list.id
        union all
        select customer_id, 'record of redemption ' || original_key, (-points) || ' / ' || (-cashback),
          record_points || ' / ' || record_cashback
        from paid
        union all
        select customer_id, 'coupon of redemption ' || original_key, '1', '0' from lonely
        union all
        select customer_id, 'redemption ' || original_key || ' that order ' || order_id || ' uses', 'released', 'standing'
        from used where order_id is not null and returned_at is not null
        union all
        select customer_id, 'reservation ' || original_key || ' that is used', 'has a deadline', 'confirmed'
        from used where expires_at is not null and returned_at is null
      )
      select coalesce(customer.original_id, '') as customer, what, stored,
        coalesce(recomputed, 'none') as recomputed
      from checked
      left join customer on customer.tenant_id = ${tenantId} and customer.id = checked.customer_id
      where stored is distinct from recomputed
      limit ${DIFFERENCES_MAX}`,
    )
  })
  return rows
}
