-- What a sweep writes for lots that expire, with nothing decided: a batch of lots in one statement, found by the same
-- index, by the same role and under the same row-level security.
create sequence bench_id start 1000000000000000;
grant usage on sequence bench_id to punchcard_app;

create function bench_sweep(due_at timestamptz, batch integer) returns integer
language plpgsql
as $$
declare
  swept integer;
begin
  perform set_config('app.tenants', '{1}', true);
  with lot as materialized (
    select tenant_id, customer_id, id as lot_id, order_id, expires_at, remaining_points as points,
      remaining_cashback as cashback
    from point_record
    where tenant_id = 1 and is_live and (is_waiting or expires_at is not null)
      and case when is_waiting then available_at else expires_at end <= due_at
    order by case when is_waiting then available_at else expires_at end
    limit batch
    for no key update skip locked
  ),
  expired as materialized (
    select lot.*, customer.id, points_balance, cashback_balance, event_sequence, nextval('bench_id') as record_id
    from lot
    join customer on customer.tenant_id = lot.tenant_id and customer.id = lot.customer_id
    for no key update of customer
  ),
  spent as (
    update point_record as record
    set remaining_points = 0, remaining_cashback = 0, is_live = false
    from expired
    where record.tenant_id = expired.tenant_id and record.customer_id = expired.id and record.id = expired.lot_id
  ),
  debited as (
    insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, order_id, is_live)
    select tenant_id, id, record_id, 8, -points, -cashback, expires_at, order_id, false from expired
  ),
  used as (
    insert into point_origin (tenant_id, customer_id, record_id, id, lot_id, used_points, used_cashback)
    select tenant_id, id, record_id, record_id, lot_id, points, cashback from expired
  ),
  told as (
    insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
      cashback_balance, occurred_at)
    select tenant_id, id, event_sequence + 1, 2, record_id, -points, -cashback, points_balance - points,
      cashback_balance - cashback, expires_at
    from expired
  )
  update customer
  set points_balance = customer.points_balance - expired.points,
    cashback_balance = customer.cashback_balance - expired.cashback,
    event_sequence = customer.event_sequence + 1, next_due_at = null
  from expired
  where customer.tenant_id = expired.tenant_id and customer.id = expired.id;
  get diagnostics swept = row_count;
  return swept;
end
$$;
