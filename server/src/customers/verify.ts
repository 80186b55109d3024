import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from '../accounts/verify.ts'
import { runUnhurried } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** Former ids of customers, and whether those who are erased are what is left of an erased person. */
export const verifyCustomers: AccountCheck = async (tx, { tenantId, after, last }) => {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with known as (
      select customer.*, coalesce(formerly.ids, 0) as ids, coalesce(open.lots, 0) as open_lots,
        original_id like 'erased-' || public_id || '%' and not is_enrolled
          and coalesce(name, email, phone, document, birthday::text, signup_at::text, enrolled_at::text) is null
          as has_no_person
      from customer
      left join (
        select customer_id, count(*)::int as ids from customer_alias
        where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        group by customer_id
      ) as formerly on formerly.customer_id = customer.id
      left join (
        select customer_id, count(*)::int as lots from point_record
        where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
          and is_live and available_at is not null
        group by customer_id
      ) as open on open.customer_id = customer.id
      where tenant_id = ${tenantId} and id > ${after} and id <= ${last}
    )
    select original_id as customer, 'former ids' as what, former_id_count::text as stored, ids::text as recomputed
    from known where former_id_count <> ids
    union all
    select original_id, 'whether the customer is erased', case when erased_at is null then 'no' else 'yes' end,
      case when erased_at is null then 'yes' else 'no' end
    from known
    where (erased_at is not null) <> has_no_person or (erased_at is not null and (open_lots > 0 or ids > 0))
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
