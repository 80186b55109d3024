import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from '../../accounts/verify.ts'
import { runUnhurried } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/**
 * Every record has the row that caused it, and every such row has its record: a row without its record would answer a
 * repeated request wrongly, and a record without its row means that the same request would be done once more.
 */
export const verifyReasons: AccountCheck = async (tx, { tenantId, after, last }) => {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with record as materialized (
      select customer_id, id, type, points, cashback, order_id, explanation, remaining_points is not null as is_lot
      from point_record
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
    ),
    redeemed as materialized (
      select customer_id, original_key, record_id, return_record_id, other_records from redemption
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
    ),
    -- Rewards without points, which are known by the number of their award.
    gift as materialized (
      select customer_id, id from award
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last} and record_id is null
      union all
      select merged.merged_into, award.id
      from customer as merged
      join award on award.tenant_id = ${tenantId} and award.customer_id = merged.id
      where merged.tenant_id = ${tenantId} and merged.merged_into > ${after} and merged.merged_into <= ${last}
        and record_id is null
    ),
    -- Of which type the record must be; -1: what a redemption cost, or what of it went back.
    reason (customer_id, record_id, what, type) as materialized (
      select customer_id, record_id, 'action ' || action || ' ' || grant_key,
        case action when 'signup' then 1 when 'birthday' then 2 when 'referral' then 3 when 'referred' then 3 else 5 end
      from action_grant
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        -- Without a record it was given elsewhere.
        and record_id is not null
        and not exists (
          select from gift where gift.customer_id = action_grant.customer_id and gift.id = action_grant.record_id
        )
      union all
      select customer_id, record_id, 'quiz ' || quiz_id, 4 from quiz_answer
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last} and record_id is not null
        and not exists (
          select from customer as merged
          where merged.tenant_id = ${tenantId} and merged.id = quiz_answer.customer_id
            and merged.id > ${after} and merged.id <= ${last} and merged_into is not null
        )
      union all
      -- Where both of two merged customers have answered a quiz, the points are with the one who stayed.
      select merged.merged_into, record_id, 'quiz ' || quiz_id, 4
      from customer as merged
      join quiz_answer on quiz_answer.tenant_id = ${tenantId} and quiz_answer.customer_id = merged.id
      where merged.tenant_id = ${tenantId} and merged.merged_into > ${after} and merged.merged_into <= ${last}
        and record_id is not null
      union all
      select customer_id, record_id, 'change ' || change_key, 5 from balance_change
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
      union all
      select customer_id, record_id, 'redemption ' || original_key, 6 from redeemed where record_id is not null
      union all
      select customer_id, return_record_id, 'returned redemption ' || original_key, 7 from redeemed
      where return_record_id is not null
      union all
      select customer_id, other::bigint, 'redemption ' || original_key, -1
      from redeemed cross join lateral jsonb_array_elements_text(other_records) as other
      where other_records is not null
      union all
      select customer_id, (refund ->> 1)::bigint, 'refund of ' || (refund ->> 0), 7
      from order_return cross join lateral json_array_elements(refunds) as refund
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last} and refunds is not null
    ),
    known as (
      select customer_id, record_id, count(*)::int as reasons from reason group by customer_id, record_id
    ),
    lot_order as (
      select origin.customer_id, origin.record_id, min(lot.order_id) as least, max(lot.order_id) as greatest,
        count(*) filter (where lot.order_id is null) as without
      from point_origin as origin
      join record as expiry
        on expiry.customer_id = origin.customer_id and expiry.id = origin.record_id and expiry.type = 8
      join record as lot on lot.customer_id = origin.customer_id and lot.id = origin.lot_id
      where origin.tenant_id = ${tenantId} and origin.customer_id > ${after} and origin.customer_id <= ${last}
      group by origin.customer_id, origin.record_id
    ),
    checked (customer_id, what, stored, recomputed) as (
      select reason.customer_id, 'record of ' || reason.what,
        'record ' || reason.record_id || case when reason.type >= 0 then ' of type ' || reason.type else '' end,
        coalesce('record ' || record.id || ' of type ' || record.type, 'none')
      from reason
      left join record on record.customer_id = reason.customer_id and record.id = reason.record_id
      where record.id is null or not (
        record.type = reason.type or (reason.type = -1 and record.type in (6, 7))
      )
      union all
      -- What goes back with a whole order is named by the redemption and by the return.
      select record.customer_id, 'reason of record ' || record.id || ' of type ' || record.type, '1',
        coalesce(reasons, 0)::text
      from record left join known on known.customer_id = record.customer_id and known.record_id = record.id
      where record.type between 1 and 7 and (reasons is null or (record.type < 6 and reasons > 1))
      union all
      select record.customer_id, 'order of record ' || record.id || ' of type ' || record.type,
        coalesce(record.order_id::text, 'none'), 'an order of the customer'
      from record
      left join customer_order as bought
        on bought.tenant_id = ${tenantId} and bought.customer_id = record.customer_id and bought.id = record.order_id
        and bought.customer_id > ${after} and bought.customer_id <= ${last}
      where bought.id is null and (record.order_id is not null or record.type in (0, 9, 11))
      union all
      select record.customer_id, 'order of record ' || record.id || ' of type ' || record.type,
        record.order_id::text, 'none'
      from record where record.type between 1 and 7 and record.order_id is not null
      union all
      -- What ends with its account, because a person is erased, is one record for all lots.
      select record.customer_id, 'order of expiry ' || record.id, coalesce(record.order_id::text, 'none'),
        coalesce(greatest::text, 'none')
      from record
      join customer on customer.tenant_id = ${tenantId} and customer.id = record.customer_id
      and customer.id > ${after} and customer.id <= ${last}
      left join lot_order on lot_order.customer_id = record.customer_id and lot_order.record_id = record.id
      where record.type = 8 and case when record.order_id is null then greatest is not null and erased_at is null
        else (least, greatest, without) is distinct from (record.order_id, record.order_id, 0::bigint) end
      union all
      select customer_id, 'sign of record ' || id || ' of type ' || type, points || ' / ' || cashback,
        case when is_lot then 'a credit' else 'a debit' end
      from record
      where case
        when type in (0, 1, 2, 3, 4) then not is_lot or points < 0 or cashback < 0
        when type in (6, 8, 9) then is_lot or points > 0 or cashback > 0
        when type = 7 then points < 0 or cashback < 0
        else is_lot <> (points > 0 or cashback > 0) or (points > 0 and cashback < 0) or (points < 0 and cashback > 0)
      end
      union all
      select customer_id, 'explanation of record ' || id, explained.points, record.points::text
      from record
      cross join lateral (
        select sum((line ->> 'points')::numeric)::numeric(18, 4)::text as points
        from json_array_elements(explanation -> 'lines') as line
      ) as explained
      -- Those of orders are looked at with their orders.
      where explanation is not null and order_id is null and explained.points is distinct from record.points::text
    )
    select coalesce(customer.original_id, '') as customer, what, coalesce(stored, 'none') as stored,
      coalesce(recomputed, 'none') as recomputed
    from checked
    left join customer on customer.tenant_id = ${tenantId} and customer.id = checked.customer_id
      and customer.id > ${after} and customer.id <= ${last}
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
