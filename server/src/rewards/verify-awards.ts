import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from '../accounts/verify.ts'
import { AWARD_STATE } from '../awards/award.ts'
import { runUnhurried } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/**
 * Rewards that rules gave: each that was given has its redemption and coupon, each that was undone has a coupon that is
 * good for nothing, and what is due is looked for in time.
 */
export const verifyAwards: AccountCheck = async (tx, { tenantId, after, last }) => {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with award as materialized (
      select * from award
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last} and reward_id is not null
    ),
    issued as (
      select award.customer_id, award.id, award.state, award.redemption_key, award.coupon_key, award.reward_id,
        redeemed.reward_configuration_id as redeemed_id, redeemed.coupon_key as redeemed_coupon,
        redeemed.returned_at, coupon.inactivated_at
      from award
      left join redemption as redeemed
        on redeemed.tenant_id = ${tenantId} and redeemed.original_key = award.redemption_key
        and redeemed.customer_id = award.customer_id
      left join coupon on coupon.tenant_id = ${tenantId} and coupon.code_key = award.coupon_key
    ),
    due as (
      select customer_id, min(due_at) as due_at from award where state = ${AWARD_STATE.due} group by 1
    ),
    checked (customer_id, what, stored, recomputed) as (
      select customer_id, 'reward of award ' || id, reward_id || ' / ' || coalesce(coupon_key, 'none'),
        coalesce(redeemed_id::text, 'none') || ' / ' || coalesce(redeemed_coupon, 'none')
      from issued where state = ${AWARD_STATE.given} or (state = ${AWARD_STATE.undone} and redemption_key is not null)
      union all
      select customer_id, 'coupon of award ' || id || ' that was undone', 'inactive',
        case when inactivated_at is not null and returned_at is not null then 'inactive' else 'usable' end
      from issued where state = ${AWARD_STATE.undone} and redemption_key is not null
      union all
      select customer_id, 'award ' || id || ' that was not given', coalesce(redemption_key, 'none'), 'none'
      from issued where state in (${AWARD_STATE.due}, ${AWARD_STATE.held})
      union all
      select customer_id, 'why award ' || id || ' is held', coalesce(held_because::text, 'unknown'),
        case when state = ${AWARD_STATE.held} then coalesce(held_because::text, 'known') else 'unknown' end
      from award
      union all
      -- It may be earlier, and then nothing is found to be due; what is due before it would not be looked for.
      select due.customer_id, 'next moment of awards', coalesce(customer.awards_due_at::text, 'never'),
        case when customer.awards_due_at <= due.due_at then customer.awards_due_at::text else due.due_at::text end
      from due join customer on customer.tenant_id = ${tenantId} and customer.id = due.customer_id
    )
    select customer.original_id as customer, what, stored, recomputed
    from checked join customer on customer.tenant_id = ${tenantId} and customer.id = customer_id
    where stored is distinct from recomputed
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
