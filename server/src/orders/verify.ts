import { DIFFERENCES_MAX, type Difference, expectManyRows } from '../accounts/verify.ts'
import { type Database, runUnhurried } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** Adds up a tenant's returns, and compares with what their orders, records and redemptions say was returned. */
export async function verifyReturns(database: Database, tenantId: number): Promise<Difference[]> {
  const { rows } = await database.read([tenantId], async (tx) => {
    await expectManyRows(tx)
    return runUnhurried<{ customer: string; what: string; stored: string; recomputed: string }>(
      tx,
      sql`
      with made as (
        select customer_id, order_id, sum(value) as value from order_return
        where tenant_id = ${tenantId} group by customer_id, order_id
      ),
      bought as (
        select customer_id, id, original_id, returned from customer_order where tenant_id = ${tenantId}
      ),
      refund as (
        select made.customer_id, one ->> 0 as original_key, (one ->> 1)::bigint as record_id,
          (one ->> 2)::numeric as points, (one ->> 3)::numeric as cashback
        from order_return as made cross join lateral json_array_elements(made.refunds) as one
        where made.tenant_id = ${tenantId} and made.refunds is not null
      ),
      -- The rest of a redemption goes back with its order, by the record that the redemption names itself.
      part as (
        select redemption.original_key, sum(refund.points) as points, sum(refund.cashback) as cashback
        from refund
        join redemption on redemption.tenant_id = ${tenantId} and redemption.original_key = refund.original_key
        where refund.record_id is distinct from redemption.return_record_id
        group by redemption.original_key
      ),
      checked (customer_id, what, stored, recomputed) as (
        select coalesce(bought.customer_id, made.customer_id),
          'returned of order ' || coalesce(bought.original_id, made.order_id::text),
          coalesce(bought.returned::text, 'none'), coalesce(made.value, 0::numeric(18,4))::text
        from bought full join made on made.customer_id = bought.customer_id and made.order_id = bought.id
        where bought.returned is distinct from coalesce(made.value, 0)
        union all
        select refund.customer_id, 'record of a refund of ' || refund.original_key,
          refund.points || ' / ' || refund.cashback, record.points || ' / ' || record.cashback
        from refund
        left join point_record as record on record.tenant_id = ${tenantId} and record.type = 7
          and record.customer_id = refund.customer_id and record.id = refund.record_id
        union all
        select redemption.customer_id, 'refunded of redemption ' || redemption.original_key,
          redemption.returned_points || ' / ' || redemption.returned_cashback,
          coalesce(part.points, 0::numeric(18,4)) || ' / ' || coalesce(part.cashback, 0::numeric(18,4))
        from redemption left join part on part.original_key = redemption.original_key
        where redemption.tenant_id = ${tenantId}
        union all
        -- What goes back with the whole is what had not gone back before.
        select redemption.customer_id, 'return of redemption ' || redemption.original_key,
          (redemption.points - redemption.returned_points) || ' / '
            || (redemption.cashback - redemption.returned_cashback),
          coalesce(record.points, 0::numeric(18,4)) || ' / ' || coalesce(record.cashback, 0::numeric(18,4))
        from redemption
        -- What was owed for it is forgiven by a credit of its own.
        cross join lateral (
          select sum(points)::numeric(18,4) as points, sum(cashback)::numeric(18,4) as cashback from point_record
          where point_record.tenant_id = ${tenantId} and point_record.type = 7
            and point_record.customer_id = redemption.customer_id
            and (
              point_record.id = redemption.return_record_id
              or (remaining_points is not null and point_record.id in (
                select other::bigint from jsonb_array_elements_text(redemption.other_records) as other
              ))
            )
        ) as record
        where redemption.tenant_id = ${tenantId} and redemption.returned_at is not null
          and redemption.record_id is not null
      )
      select coalesce(customer.original_id, '') as customer, what, stored,
        coalesce(recomputed, 'none') as recomputed
      from checked
      left join customer on customer.tenant_id = ${tenantId} and customer.id = checked.customer_id
      where stored is distinct from recomputed
      limit ${DIFFERENCES_MAX}`,
    )
  })
  return rows.map((row) => ({ tenantId, ...row }))
}
