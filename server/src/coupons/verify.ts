import { DIFFERENCES_MAX, expectManyRows, type FoundDifference } from '../accounts/verify.ts'
import { type Database, runUnhurried } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/** Coupons against the orders that used them and the redemptions that issued them. */
export async function verifyCoupons(
  database: Database,
  { id: tenantId, settings }: Pick<Tenant, 'id' | 'settings'>,
): Promise<FoundDifference[]> {
  // Where points of expired coupons are kept, a cancelled order may leave a reservation without a deadline.
  const losesDeadlines = settings.returnsPointsOfExpiredCoupon === false
  const { rows } = await database.read([tenantId], async (tx) => {
    await expectManyRows(tx)
    return runUnhurried<FoundDifference>(
      tx,
      sql`
      with linked as (
        select bought.customer_id, bought.id as order_id, bought.original_id as "order", link ->> 0 as code_key
        from customer_order as bought cross join lateral json_array_elements(bought.details -> 'l') as link
        where bought.tenant_id = ${tenantId} and bought.details ->> 'l' is not null
      ),
      used as (
        select coupon.customer_id, coupon.code_key, coupon.order_id,
          coalesce(bought.original_id, 'order ' || coupon.order_id) as "order"
        from coupon
        left join customer_order as bought on bought.tenant_id = ${tenantId}
          and bought.customer_id = coupon.customer_id and bought.id = coupon.order_id
        where coupon.tenant_id = ${tenantId} and coupon.order_id is not null
      ),
      issued as (
        select coupon.customer_id, coupon.code_key, coupon.value, coupon.is_used, coupon.inactivated_at,
          coupon.valid_until, redemption.original_key, redemption.cashback, redemption.returned_at,
          redemption.expires_at, redemption.checkout_id,
          case
            -- What stands again may have cost less.
            when reward.reward_type = 3 then case when redemption.other_records is null then redemption.cashback end
            when coupon.list_id is not null then case when list.version = 1 then list.coupon_value end
            when reward.version = 1 then reward.value
          end as value_issued
        from coupon
        join redemption on redemption.tenant_id = ${tenantId} and redemption.original_key = coupon.redemption_key
        left join reward_configuration as reward
          on reward.tenant_id = ${tenantId} and reward.id = redemption.reward_configuration_id
        left join pre_generated_coupon_list as list on list.tenant_id = ${tenantId} and list.id = coupon.list_id
        where coupon.tenant_id = ${tenantId}
      ),
      checked (customer_id, what, stored, recomputed) as (
        select coalesce(used.customer_id, linked.customer_id),
          'order of coupon ' || coalesce(used.code_key, linked.code_key), coalesce(used."order", 'none'),
          coalesce(linked."order", 'none')
        from used full join linked on linked.code_key = used.code_key
        where used.order_id is distinct from linked.order_id
          or used.customer_id is distinct from linked.customer_id
        union all
        select customer_id, 'value of coupon ' || code_key, value::text, value_issued::text
        from issued where value <> value_issued
        union all
        select customer_id, 'coupon of returned redemption ' || original_key, 'open', 'inactive'
        from issued where returned_at is not null and inactivated_at is null
        union all
        select customer_id, 'deadline of redemption ' || original_key, coalesce(expires_at::text, 'none'),
          valid_until::text
        from issued
        where checkout_id is not null and returned_at is null and case
          when expires_at is null then not is_used and not ${losesDeadlines} else expires_at <> valid_until end
      )
      select coalesce(customer.original_id, '') as customer, what, stored, recomputed
      from checked
      left join customer on customer.tenant_id = ${tenantId} and customer.id = checked.customer_id
      limit ${DIFFERENCES_MAX}`,
    )
  })
  return rows
}
