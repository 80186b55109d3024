-- A customer with so many orders and live lots of 100 points, as if the orders had been sent one by one. $1 is the
-- customer's id in the store, $2 how many, $3 the first id that is free, $4 how many seconds from now the first lots
-- expire, $5 over how many days they do.
create or replace function bench_customer(name text, amount bigint, first_id bigint, expires_in interval, days int)
returns void language plpgsql as $$
declare
  bought_at constant timestamptz := '2026-01-15T12:05:00Z';
  first_expiry constant timestamptz := date_trunc('second', now() + expires_in);
begin
  insert into customer (tenant_id, id, original_id, public_id, name, is_enrolled, enrolled_at, has_purchased,
    order_count, points_balance, cashback_balance, event_sequence, next_due_at, created_at)
  values (1, first_id, name, gen_random_uuid(), name, true, bought_at, true, amount, amount * 100, amount * 5, amount,
    first_expiry, bought_at);
  insert into customer_term (tenant_id, term, customer_id)
  values (1, 'o:' || name, first_id), (1, 'n:' || name, first_id);
  insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at, completed_at,
    updated_at, program_version, details)
  select 1, first_id + n * 2, name || '-' || n, first_id, 2, 1, 100, '2026-01-15T12:00:00Z', bought_at, bought_at, 1,
    bench_details()
  from generate_series(1, amount) as n;
  insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, order_id, available_at,
    expires_at, is_live, remaining_points, remaining_cashback)
  select 1, first_id, first_id + n * 2 + 1, 0, 100, 5, bought_at, first_id + n * 2, bought_at,
    first_expiry + (n % days) * interval '1 day', true, 100, 5
  from generate_series(1, amount) as n;
  insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
    cashback_balance, occurred_at)
  select 1, first_id, n, 0, first_id + n * 2 + 1, 100, 5, n * 100, n * 5, bought_at
  from generate_series(1, amount) as n;
end
$$;
