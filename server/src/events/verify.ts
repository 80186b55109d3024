import type { TenantId } from '../contract/ids.ts'
import { runUnhurried, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** A broken log must not fill the memory of the process that verifies it. */
const DIFFERENCES_MAX = 1_000

interface EventDifference {
  readonly customer: string
  readonly what: string
  readonly stored: string
  readonly recomputed: string
}

/**
 * The event log against the accounts, in one pass: it is kept in the order of commits, not by customer. Old events are
 * dropped some day, so what is checked is that the rest has no gap, adds up from event to event, and ends at the balance.
 */
export async function verifyEvents(tx: Tx, tenantId: TenantId): Promise<EventDifference[]> {
  const [ends, links] = await Promise.all([findWrongEnds(tx, tenantId), findWrongLinks(tx, tenantId)])
  return [...ends, ...links]
}

async function findWrongEnds(tx: Tx, tenantId: TenantId): Promise<EventDifference[]> {
  const { rows } = await runUnhurried<EventDifference>(
    tx,
    sql`
    with logged as (
      select customer_id, min(sequence) as first, max(sequence) as last, count(*)::int as events,
        count(distinct sequence)::int as numbers, sum(points) as points, sum(cashback) as cashback
      from point_event
      where tenant_id = ${tenantId} and sequence > 0
      group by customer_id
    ),
    other as (
      select customer_id, -max(sequence) as first, -min(sequence) as last, count(*)::int as events,
        count(distinct sequence)::int as numbers
      from point_event
      where tenant_id = ${tenantId} and sequence < 0
      group by customer_id
    ),
    checked (customer, what, stored, recomputed) as (
      select original_id, 'last event', event_sequence::text,
        -- All events of a customer may have been dropped, where the beginning of the tenant's log was.
        coalesce(logged.last, case when has_dropped then event_sequence else 0 end)::text
      from customer left join logged on logged.customer_id = customer.id
      cross join (
        select exists (select from event_log where tenant_id = ${tenantId}) as has_dropped
      ) as log
      where tenant_id = ${tenantId}
      union all
      select original_id, 'events without gap or repetition', (last - first + 1)::text, least(events, numbers)::text
      from customer join logged on logged.customer_id = customer.id
      where tenant_id = ${tenantId} and (events, numbers) <> (last - first + 1, last - first + 1)
      union all
      select original_id, 'last event of no points', coalesce(other_sequence, 0)::text,
        coalesce(other.last, case when has_dropped then other_sequence end, 0)::text
      from customer left join other on other.customer_id = customer.id
      cross join (
        select exists (select from event_log where tenant_id = ${tenantId}) as has_dropped
      ) as log
      where tenant_id = ${tenantId} and (other_sequence is not null or other.last is not null)
      union all
      select original_id, 'events of no points without gap or repetition', (last - first + 1)::text,
        least(events, numbers)::text
      from customer join other on other.customer_id = customer.id
      where tenant_id = ${tenantId} and (events, numbers) <> (last - first + 1, last - first + 1)
      union all
      select original_id, 'balances against all events',
        points_balance || ' / ' || cashback_balance,
        logged.points::numeric(18, 4) || ' / ' || logged.cashback::numeric(18, 4)
      from customer join logged on logged.customer_id = customer.id
      where tenant_id = ${tenantId} and first = 1
      union all
      select original_id, 'balances after the last event',
        customer.points_balance || ' / ' || customer.cashback_balance,
        event.points_balance || ' / ' || event.cashback_balance
      from customer
      join point_event as event on event.tenant_id = customer.tenant_id and event.customer_id = customer.id
        and event.sequence = customer.event_sequence
      where customer.tenant_id = ${tenantId}
    )
    select * from checked where stored is distinct from recomputed limit ${DIFFERENCES_MAX}`,
  )
  return rows
}

/** Each event against the one before it, and against its record. */
async function findWrongLinks(tx: Tx, tenantId: TenantId): Promise<EventDifference[]> {
  const { rows } = await runUnhurried<EventDifference>(
    tx,
    sql`
    with event as (
      select customer_id, record_id, sequence, topic, cause, occurred_at, points, cashback, points_balance, cashback_balance,
        lag(sequence, 1, 0) over own as number_before,
        points + lag(points_balance, 1, 0::numeric(18, 4)) over own as points_after,
        cashback + lag(cashback_balance, 1, 0::numeric(18, 4)) over own as cashback_after
      from point_event
      where tenant_id = ${tenantId} and sequence > 0
      window own as (partition by customer_id order by sequence)
    ),
    linked as (
      select event.*, record.points as record_points, record.cashback as record_cashback, record.recorded_at,
        record.remaining_points is not null as is_lot,
        case when event.points = 0 and event.cashback = 0 then 1
          when event.points >= 0 and event.cashback >= 0 then 0 else 2 end as topic_of_change,
        -- An event whose predecessor was dropped, or is missing, says nothing of the balance before it.
        number_before = sequence - 1 and (points_balance, cashback_balance) <> (points_after, cashback_after)
          as is_broken,
        case
          when record.id is null then true
          when topic = 1 then false
          -- What came with another customer has records of its own.
          when record.type = 12 then false
          -- What was taken back of a lot while it waited has never been in the balance.
          when remaining_points is not null
            then topic = 2 or event.points > record.points or event.cashback > record.cashback
          else (event.points, event.cashback) <> (record.points, record.cashback)
        end as is_of_other_amount,
        case when topic = 1 then false when remaining_points is not null then occurred_at < recorded_at
          else occurred_at <> recorded_at end as is_of_other_time,
        -- Events that are older than causes have none.
        case when cause is null then null
          when topic = 1 then case when cause = 2 then 2 else 5 end
          when record.type = 12 then 7
          when topic = 2 then 3
          when remaining_points is null then 4
          when cause = 1 then 1 else 0 end as cause_of_record
      from event
      left join (
        select id, merged_into from customer where tenant_id = ${tenantId} and merged_into is not null
      ) as merged on merged.id = event.customer_id
      -- Who was merged into another customer has left them all records.
      left join point_record as record
        on record.tenant_id = ${tenantId} and record.id = event.record_id
        and record.customer_id = case when merged.merged_into is null then event.customer_id else merged.merged_into end
    )
    select coalesce(customer.original_id, '') as customer, checked.what, checked.stored,
      coalesce(checked.recomputed, 'none') as recomputed
    from linked
    cross join lateral (values
      ('balances after event ' || sequence, points_balance || ' / ' || cashback_balance,
        points_after || ' / ' || cashback_after, is_broken),
      ('topic of event ' || sequence, topic::text, topic_of_change::text, topic <> topic_of_change),
      ('record ' || record_id || ' of event ' || sequence, linked.points || ' / ' || linked.cashback,
        record_points || ' / ' || record_cashback, is_of_other_amount),
      ('cause of event ' || sequence, cause::text, cause_of_record::text, cause <> cause_of_record),
      ('time of record ' || record_id || ' and event ' || sequence, occurred_at::text, recorded_at::text,
        is_of_other_time)
    ) as checked (what, stored, recomputed, is_wrong)
    left join customer on customer.tenant_id = ${tenantId} and customer.id = linked.customer_id
    where (is_broken or topic <> topic_of_change or is_of_other_amount or is_of_other_time or cause <> cause_of_record)
      and checked.is_wrong
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
