import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from '../../accounts/verify.ts'
import { AWARD_SOURCE } from '../../awards/award.ts'
import { runUnhurried } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { REFERRAL_STATE } from '../../referrals/referral.ts'

const { registered, earned, granted, held, refused, undone, expired } = REFERRAL_STATE
/** They have counted, and both grants stay also where the points were taken back. */
const COUNTED = new Fragment(`(${granted}, ${undone})`)
const WITH_ORDER = new Fragment(`(${earned}, ${granted}, ${held}, ${undone})`)
const WITH_REASON = new Fragment(`(${refused}, ${undone}, ${expired})`)
const WITHOUT_POINTS = new Fragment(`(${registered}, ${refused}, ${expired})`)

/**
 * Each side of a referral that counts has exactly one grant of its points, no grant is without its referral, what was
 * undone has nothing that waits, and nothing that is still to be done is forgotten. Both are looked for where a merge
 * has taken them.
 */
export const verifyReferrals: AccountCheck = async (tx, { tenantId, after, last }) => {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with named as materialized (
      select id, id as now from customer
      where tenant_id = ${tenantId} and id > ${after} and id <= ${last} and merged_into is null
      union all
      select id, merged_into from customer
      where tenant_id = ${tenantId} and merged_into > ${after} and merged_into <= ${last}
    ),
    friend as materialized (
      select referral.*, named.now from named
      join referral on referral.tenant_id = ${tenantId} and referral.customer_id = named.id
    ),
    referrer as materialized (
      select referral.*, named.now from named
      join referral on referral.tenant_id = ${tenantId} and referral.referrer_id = named.id
    ),
    given as materialized (
      select customer_id, action, grant_key, record_id from action_grant
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and action in ('referral', 'referred')
    ),
    checked (customer_id, what, stored, recomputed) as (
      select referrer.now, 'grants of the referral of friend ' || referrer.customer_id, '1', count(given.record_id)::text
      from referrer
      left join given
        on given.customer_id = referrer.now and given.action = 'referral' and given.record_id = referrer_record_id
        and given.grant_key in (
          'friend:' || referrer.customer_id, 'merged-' || referrer_record_id, 'erased-' || referrer_record_id
        )
      where referrer_record_id is not null
      group by referrer.now, referrer.customer_id
      union all
      select friend.now, 'grants of having been referred, friend ' || friend.customer_id, '1',
        count(given.record_id)::text
      from friend
      left join given
        on given.customer_id = friend.now and given.action = 'referred' and given.record_id = friend_record_id
      where friend_record_id is not null
      group by friend.now, friend.customer_id
      union all
      -- A shop may have keys of its own that look alike, for friends who have no row.
      select given.customer_id, 'referral of grant ' || given.grant_key, given.record_id::text,
        coalesce(referrer.referrer_record_id::text, 'none')
      from given
      join referrer on referrer.now = given.customer_id and given.grant_key = 'friend:' || referrer.customer_id
      where given.action = 'referral' and referrer.referrer_record_id is distinct from given.record_id
        and not (referrer.state = ${undone} and referrer.referrer_record_id is null)
      union all
      select given.customer_id, 'referral of record ' || given.record_id, '1', '0'
      from given
      where given.action = 'referred' and not exists (
        select from friend
        where friend.now = given.customer_id
          and (friend_record_id = given.record_id or state = ${undone} and friend_record_id is null)
      )
      union all
      select now, 'points of the referral of friend ' || customer_id, 'given', 'none'
      from referrer where referrer_record_id is not null and state not in ${COUNTED}
      union all
      select now, 'points of the referred friend ' || customer_id, 'given', 'none'
      from friend where friend_record_id is not null and state in ${WITHOUT_POINTS} and order_id is null
      union all
      select now, 'whether the referral of friend ' || customer_id || ' is settled', is_settled::text,
        (state <> ${earned})::text
      from referrer where state <> ${undone} and is_settled <> (state <> ${earned})
      union all
      select record.customer_id, 'points of the undone referral of friend ' || referrer.customer_id, 'waiting', 'none'
      from referrer
      join point_record as record
        on record.tenant_id = ${tenantId} and record.customer_id = referrer.now and record.id = referrer_record_id
      where referrer.state = ${undone} and referrer.is_settled and record.is_waiting
      union all
      select record.customer_id, 'points of the undone friend ' || friend.customer_id, 'waiting', 'none'
      from friend
      join point_record as record
        on record.tenant_id = ${tenantId} and record.customer_id = friend.now and record.id = friend_record_id
      where friend.state = ${undone} and record.is_waiting
      union all
      select now, 'why the referral of friend ' || customer_id || ' does not count', coalesce(reason::text, 'none'),
        case when state in ${WITH_REASON} then 'a reason' else 'none' end
      from friend where (reason is null) = (state in ${WITH_REASON})
      union all
      select now, 'order of the referral of friend ' || customer_id, coalesce(order_id::text, 'none'),
        case when order_id is null then 'an order' else 'none' end
      from friend
      where (order_id is not null or state in ${WITH_ORDER}) and not exists (
        select from customer_order as bought
        where bought.tenant_id = ${tenantId} and bought.customer_id = friend.now and bought.id = friend.order_id
      )
      union all
      select award.customer_id, 'referral of award ' || award.id, '1', '0'
      from award
      where award.tenant_id = ${tenantId} and award.customer_id > ${after} and award.customer_id <= ${last}
        and award.source = ${AWARD_SOURCE.referral} and not exists (
          select from referral
          where referral.tenant_id = ${tenantId} and referral.customer_id = award.customer_id
        )
    )
    select customer.original_id as customer, what, stored, recomputed
    from checked
    join customer on customer.tenant_id = ${tenantId} and customer.id = checked.customer_id
    where stored is distinct from recomputed
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
