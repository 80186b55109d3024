import {
  type AccountCheck,
  type AccountRange,
  DIFFERENCES_MAX,
  expectManyRows,
  type FoundDifference,
} from '../../accounts/verify.ts'
import type { TenantId } from '../../contract/ids.ts'
import { type Database, run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Adds up a tenant's returns, and compares with what their orders, records and redemptions say was returned. */
export async function verifyReturns(database: Database, tenantId: TenantId): Promise<FoundDifference[]> {
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
          -- What was owed and is forgiven.
          and not coalesce(redemption.other_records @> to_jsonb(refund.record_id), false)
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
        -- What was owed for it is forgiven by a credit of its own. Records of earlier releases come before: the last
        -- debit that was undone, and its return.
        cross join lateral (
          select coalesce(max(position) + 1, 0) as position
          from jsonb_array_elements_text(redemption.other_records) with ordinality as other (id, position)
          join point_record as undone on undone.tenant_id = ${tenantId} and undone.type = 6
            and undone.customer_id = redemption.customer_id and undone.id = other.id::bigint
        ) as earlier
        cross join lateral (
          select sum(points)::numeric(18,4) as points, sum(cashback)::numeric(18,4) as cashback from point_record
          where point_record.tenant_id = ${tenantId} and point_record.type = 7
            and point_record.customer_id = redemption.customer_id
            and (
              point_record.id = redemption.return_record_id
              or (remaining_points is not null and point_record.id in (
                select other.id::bigint
                from jsonb_array_elements_text(redemption.other_records) with ordinality as other (id, position)
                where other.position > earlier.position
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
  return rows
}

/** What each return says that it took, against the records that it made. */
export const verifyTaken: AccountCheck = async (tx, range) =>
  (await hasReturns(tx, range)) ? findWrongTaken(tx, range) : []

async function hasReturns(tx: Tx, { tenantId, after, last }: AccountRange): Promise<boolean> {
  const { rows } = await run<{ has_any: boolean }>(
    tx,
    sql`
    select exists (
      select from order_return where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
    ) as has_any`,
  )
  return rows[0]?.has_any ?? false
}

async function findWrongTaken(
  tx: Tx,
  { tenantId, after, last }: AccountRange,
): Promise<readonly FoundDifference[]> {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with made as materialized (
      select made.*, 'return ' || cancel_key || ' of order ' || coalesce(bought.original_id, order_id::text) as name,
        coalesce((bought.details -> 'o' ->> 0)::numeric, 0) as written_off_in_all
      from order_return as made
      left join customer_order as bought
        on bought.tenant_id = ${tenantId} and bought.customer_id = made.customer_id and bought.id = made.order_id
        and bought.customer_id > ${after} and bought.customer_id <= ${last}
      where made.tenant_id = ${tenantId} and made.customer_id > ${after} and made.customer_id <= ${last}
    ),
    -- The last part cancels its order; each other one is named in the explanation of what it took.
    taken as (
      select record.customer_id, record.order_id, case when type = 11 then line.key end as key, type,
        -sum(points) as points, -sum(cashback) as cashback, max(id) as record_id,
        coalesce(max(written_off), 0) as written_off, max(amount) as amount
      from point_record as record
      cross join lateral (
        select max(line.key) as key, max(line.points) filter (where kind = 'writtenOff') as written_off,
          -- What counts and what does not is all that is left.
          case when bool_or(kind in ('purchase', 'exclude')) then
            coalesce(max(line.amount) filter (where kind = 'purchase'), 0)
              + coalesce(sum(line.amount) filter (where kind = 'exclude'), 0)
          end as amount
        from json_to_recordset(explanation -> 'lines')
          as line (kind text, key text, amount numeric, points numeric)
      ) as line
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and type in (9, 11) and remaining_points is null and order_id in (select order_id from made)
      group by record.customer_id, record.order_id, case when type = 11 then line.key end, type
    ),
    told as (
      select made.*, taken.record_id as last_record_id, taken.points, taken.cashback, taken.amount,
        taken.written_off
      from made
      left join taken on taken.customer_id = made.customer_id and taken.order_id = made.order_id
        and case when made.state = 3 then '' else made.cancel_key end = case when type = 9 then '' else key end
    )
    select coalesce(customer.original_id, '') as customer, checked.what, checked.stored, checked.recomputed
    from told
    cross join lateral (values
      ('taken by ' || told.name, taken_points || ' / ' || taken_cashback,
        coalesce(told.points, 0::numeric(18, 4)) || ' / ' || coalesce(told.cashback, 0::numeric(18, 4))),
      ('record of ' || told.name, coalesce(record_id::text, 'none'), coalesce(last_record_id::text, 'none')),
      ('written off by ' || told.name, written_off_points::text,
        case when last_record_id is not null then written_off::numeric(18, 4)
          else least(written_off_points, written_off_in_all) end::numeric(18, 4)::text),
      ('left by ' || told.name, remaining::text,
        case when state = 3 then 0 else coalesce(amount, remaining) end::numeric(18, 4)::text),
      ('state after ' || told.name, (state = 3)::text, (remaining = 0)::text)
    ) as checked (what, stored, recomputed)
    left join customer on customer.tenant_id = ${tenantId} and customer.id = told.customer_id
      and customer.id > ${after} and customer.id <= ${last}
    where checked.stored <> checked.recomputed
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
