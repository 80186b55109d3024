import { POINT_TYPE } from '../../accounts/account.ts'
import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from '../../accounts/verify.ts'
import { AWARD_SOURCE, AWARD_STATE } from '../../awards/award.ts'
import { runUnhurried } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/**
 * Every award has the points, the grant and the coupon that it says, the points of prizes have their award, and no award
 * that is due is forgotten.
 */
export const verifyAwards: AccountCheck = async (tx, { tenantId, after, last }) => {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with merged as materialized (
      select id, merged_into from customer
      where tenant_id = ${tenantId} and merged_into > ${after} and merged_into <= ${last}
    ),
    made as materialized (
      select customer_id, id, source, state, record_id, reward_id, redemption_key, coupon_key, due_at, held_because,
        lost, coalesce(record_id, id) as granted_id
      from award
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and not exists (
          select from customer as gone
          where gone.tenant_id = ${tenantId} and gone.id = award.customer_id
            and gone.id > ${after} and gone.id <= ${last} and gone.merged_into is not null
        )
      union all
      -- What both of two merged customers were given stays with each, but what it names is with the one who stayed.
      select merged_into, award.id, source, state, record_id, reward_id, redemption_key, coupon_key, due_at, held_because,
        lost, coalesce(record_id, award.id)
      from merged join award on award.tenant_id = ${tenantId} and award.customer_id = merged.id
    ),
    record as materialized (
      select customer_id, id, type, remaining_points is not null as is_lot from point_record
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and type in (${POINT_TYPE.signup}, ${POINT_TYPE.birthday}, ${POINT_TYPE.prize})
    ),
    granted as materialized (
      select customer_id, record_id, action from action_grant
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and action in ('signup', 'birthday')
    ),
    issued as materialized (
      select redemption.customer_id, original_key, reward_configuration_id as reward_id, code_key,
        returned_at is not null and inactivated_at is not null as is_taken_back, is_used
      from redemption
      join coupon
        on coupon.tenant_id = redemption.tenant_id and coupon.customer_id = redemption.customer_id
        and coupon.code_key = redemption.coupon_key
      where redemption.tenant_id = ${tenantId} and redemption.customer_id > ${after}
        and redemption.customer_id <= ${last} and coupon.customer_id > ${after} and coupon.customer_id <= ${last}
    ),
    checked (customer_id, what, stored, recomputed) as (
      select made.customer_id, 'points of award ' || made.id, record.type::text,
        (case made.source when ${AWARD_SOURCE.signup} then ${POINT_TYPE.signup}::int
          when ${AWARD_SOURCE.birthday} then ${POINT_TYPE.birthday}::int else ${POINT_TYPE.prize}::int end)::text
      from made left join record on record.customer_id = made.customer_id and record.id = made.record_id
      where made.record_id is not null
      union all
      select made.customer_id, 'grant of award ' || made.id, granted.action,
        case made.source when ${AWARD_SOURCE.signup} then 'signup' else 'birthday' end
      from made
      left join granted on granted.customer_id = made.customer_id and granted.record_id = made.granted_id
      where made.source in (${AWARD_SOURCE.signup}, ${AWARD_SOURCE.birthday})
      union all
      select made.customer_id, 'coupon of award ' || made.id, issued.code_key, coalesce(made.coupon_key, 'one')
      from made
      left join issued
        on issued.customer_id = made.customer_id and issued.original_key = made.redemption_key
        and issued.reward_id = made.reward_id
      where made.redemption_key is not null
        or (made.reward_id is not null and made.state = ${AWARD_STATE.given})
      union all
      select made.customer_id, 'coupon of award ' || made.id || ' that was undone', 'usable', 'inactive'
      from made join issued on issued.customer_id = made.customer_id and issued.original_key = made.redemption_key
      where made.state = ${AWARD_STATE.undone} and not issued.is_taken_back
      union all
      -- It stands only because its coupon was used: if that is free again, it is looked at as soon as the customer is.
      select made.customer_id, 'award ' || made.id || ' whose ground is gone', 'usable', 'used'
      from made
      join issued on issued.customer_id = made.customer_id and issued.original_key = made.redemption_key
      join customer
        on customer.tenant_id = ${tenantId} and customer.id = made.customer_id
        and customer.id > ${after} and customer.id <= ${last}
      where made.state = ${AWARD_STATE.given} and made.lost is not null and not issued.is_used
        and customer.awards_due_at is null
      union all
      select customer_id, 'award ' || id || ' that was not given', redemption_key, 'none'
      from made where state in (${AWARD_STATE.due}, ${AWARD_STATE.held}) and redemption_key is not null
      union all
      select customer_id, 'why award ' || id || ' is held', held_because::text,
        case when state = ${AWARD_STATE.held} then 'a reason' else 'none' end
      from made where (held_because is null) = (state = ${AWARD_STATE.held})
      union all
      select made.customer_id, 'whether something was given for a tier', 'no', 'yes'
      from made
      join customer
        on customer.tenant_id = ${tenantId} and customer.id = made.customer_id
        and customer.id > ${after} and customer.id <= ${last}
      where made.source = ${AWARD_SOURCE.tier} and made.state <> ${AWARD_STATE.undone} and has_tier_prizes is not true
      union all
      select made.customer_id, 'when award ' || made.id || ' is due', customer.awards_due_at::text, made.due_at::text
      from made
      join customer
        on customer.tenant_id = ${tenantId} and customer.id = made.customer_id
        and customer.id > ${after} and customer.id <= ${last}
      where made.state = ${AWARD_STATE.due} and (awards_due_at is null or awards_due_at > made.due_at)
      union all
      select record.customer_id, 'award of record ' || record.id, '1', count(made.id)::text
      from record left join made on made.customer_id = record.customer_id and made.record_id = record.id
      where record.type = ${POINT_TYPE.prize} and record.is_lot
      group by record.customer_id, record.id
    )
    select customer.original_id as customer, what, coalesce(stored, 'none') as stored,
      coalesce(recomputed, 'none') as recomputed
    from checked
    join customer
      on customer.tenant_id = ${tenantId} and customer.id = checked.customer_id
      and customer.id > ${after} and customer.id <= ${last}
    where stored is distinct from recomputed
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
