import { POINT_TYPE } from '../accounts/account.ts'
import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from '../accounts/verify.ts'
import { runUnhurried } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { EFFECT_KIND } from './effect.ts'

/**
 * What lines of imports have done, against what there is: a line without its record would be done once more after it was
 * undone, and a lot without its line could not be undone. Of erased persons nothing is kept of it.
 */
export const verifyImported: AccountCheck = async (tx, { tenantId, after, last }) => {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with owner as materialized (
      select id, id as now, erased_at is not null as is_erased from customer
      where tenant_id = ${tenantId} and id > ${after} and id <= ${last} and merged_into is null
      union all
      select merged.id, merged.merged_into, into_one.erased_at is not null
      from customer as merged
      join customer as into_one on into_one.tenant_id = ${tenantId} and into_one.id = merged.merged_into
      where merged.tenant_id = ${tenantId} and merged.merged_into > ${after} and merged.merged_into <= ${last}
    ),
    effect as materialized (
      select owner.now, kind, ref, undo, import_id, line
      from owner join import_effect on import_effect.tenant_id = ${tenantId} and import_effect.customer_id = owner.id
    ),
    lot as materialized (
      select customer_id, id, is_live, explanation from point_record
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and type = ${POINT_TYPE.import}
    ),
    named as (
      select now, ref as record_id, import_id, line from effect where kind = ${EFFECT_KIND.account} and ref is not null
      union all
      select now, (undo ->> 'p')::bigint, import_id, line from effect where undo ->> 'p' is not null
    ),
    counted as (
      select now, (undo -> 'g' ->> 0)::int as day, sum((undo -> 'g' ->> 1)::numeric) as spend,
        sum((undo -> 'g' ->> 2)::int)::int as orders
      from effect where undo -> 'g' is not null group by now, day
    ),
    kept as (
      select customer_id, day - date '1970-01-01' as day, spend, orders from imported_progress
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and customer_id not in (select now from owner where is_erased)
    ),
    checked (customer_id, what, stored, recomputed) as (
      select named.now, 'record of line ' || line || ' of import ' || import_id, 'record ' || record_id, 'none'
      from named left join lot on lot.customer_id = named.now and lot.id = named.record_id
      where lot.id is null
      union all
      select lot.customer_id, 'import of record ' || lot.id, 'none', 'a line of it'
      from lot left join named on named.now = lot.customer_id and named.record_id = lot.id
      where lot.is_live and named.record_id is null and lot.explanation #>> '{lines,0,kind}' = 'import'
      union all
      select coalesce(kept.customer_id, counted.now),
        'imported progress of ' || (date '1970-01-01' + coalesce(kept.day, counted.day)),
        coalesce(trim_scale(kept.spend) || ' / ' || kept.orders, 'nothing'),
        coalesce(trim_scale(counted.spend) || ' / ' || counted.orders, 'nothing')
      from kept full join counted on counted.now = kept.customer_id and counted.day = kept.day
      where coalesce(kept.spend, 0) <> coalesce(counted.spend, 0)
        or coalesce(kept.orders, 0) <> coalesce(counted.orders, 0)
      union all
      select customer.id, 'orders placed elsewhere', coalesce(orders_before, 0)::text, coalesce(sum(counted.orders), 0)::text
      from customer left join counted on counted.now = customer.id
      where tenant_id = ${tenantId} and customer.id > ${after} and customer.id <= ${last} and erased_at is null
      group by customer.id, orders_before
      having coalesce(orders_before, 0) <> coalesce(sum(counted.orders), 0)
      union all
      select elsewhere.customer_id, 'imported order ' || elsewhere.order_id, 'given elsewhere', 'no such order'
      from order_elsewhere as elsewhere
      left join customer_order as bought
        on bought.tenant_id = ${tenantId} and bought.customer_id = elsewhere.customer_id
        and bought.id = elsewhere.order_id and bought.customer_id > ${after} and bought.customer_id <= ${last}
      where elsewhere.tenant_id = ${tenantId} and elsewhere.customer_id > ${after}
        and elsewhere.customer_id <= ${last} and bought.id is null
      union all
      -- Of one that was cancelled all is taken back, or let go.
      select elsewhere.customer_id, 'given elsewhere for cancelled order ' || bought.original_id,
        trim_scale(elsewhere.taken_points) || ' taken', trim_scale(elsewhere.points)::text
      from order_elsewhere as elsewhere
      join customer_order as bought
        on bought.tenant_id = ${tenantId} and bought.customer_id = elsewhere.customer_id
        and bought.id = elsewhere.order_id
      where elsewhere.tenant_id = ${tenantId} and elsewhere.customer_id > ${after}
        and elsewhere.customer_id <= ${last} and bought.state = 3 and elsewhere.taken_points <> elsewhere.points
    )
    select customer.original_id as customer, what, stored, recomputed
    from checked join customer on customer.tenant_id = ${tenantId} and customer.id = checked.customer_id
    order by customer.id, what
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
