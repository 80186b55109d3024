-- The baselines: the same rows, into the same tables with the same indexes and row-level security, by the
-- same role and with the same durable commit as Punchcard's.

-- What the customer's program says, as a function so that E1 and E2 earn alike: 1 point per 1.00.
create sequence bench_id increment by 10 start 1000000000;
grant usage on sequence bench_id to punchcard_app;

create function bench_details() returns json
language sql immutable
as $$
select json_build_object(
  's', 'invoiced',
  'p', json_build_array(
    json_build_array('beans-1000', 'Aurora espresso beans, medium roast, 1 kg', '89.9000',
      'https://store.example/products/beans-1000?utm_source=pos',
      'https://images.store.example/beans-1000/front-large.jpg', 'aurora', 'Aurora'),
    json_build_array('mug-blue', 'Blue enamel mug, 350 ml', '39.9000',
      'https://store.example/products/mug-blue?utm_source=pos',
      'https://images.store.example/mug-blue/front-large.jpg', 'enamel', 'Enamel & Co')),
  'm', json_build_array(json_build_array('register', '03'), json_build_array('receipt', '000123456')),
  'y', json_build_array('visa-credit', 'Visa credit, 1 instalment'),
  'b', json_build_array('sp-01', 'São Paulo, Rua Augusta'),
  'w', json_build_array('s-17', 'Bruno Lima'))
$$;

-- E1: one order, one call. What a careful developer writes when each order is a transaction of its own.
create function bench_order(
  the_tenant bigint, the_order text, the_customer text, the_total numeric, the_details json
) returns numeric
language plpgsql
as $$
declare
  account customer%rowtype;
  the_version integer;
  first_id bigint := nextval('bench_id');
  earned numeric := floor(the_total);
  worth numeric := floor(the_total) * 0.05;
  at timestamptz := now();
begin
  perform set_config('app.tenants', '{' || the_tenant || '}', true);
  select * into account from customer
  where tenant_id = the_tenant and original_id = the_customer for no key update;
  perform from customer_order where tenant_id = the_tenant and original_id = the_order;
  if found then return account.points_balance; end if;
  select version into the_version from program_version
  where tenant_id = the_tenant order by version desc limit 1;
  insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at,
    completed_at, updated_at, program_version, is_first_purchase, details)
  values (the_tenant, first_id, the_order, account.id, 2, 1, the_total, at, at, at, the_version, false, the_details);
  insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, order_id,
    available_at, expires_at, is_waiting, is_live, remaining_points, remaining_cashback, explanation)
  values (the_tenant, account.id, first_id + 1, 0, earned, worth, at, first_id, at, at + interval '366 days',
    false, true, earned, worth,
    json_build_object('v', the_version, 'lines', json_build_array(json_build_object(
      'rule', 1, 'kind', 'purchase', 'amount', the_total::text, 'points', earned::text))));
  insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
    cashback_balance, occurred_at)
  values (the_tenant, account.id, account.event_sequence + 1, 0, first_id + 1, earned, worth,
    account.points_balance + earned, account.cashback_balance + worth, at);
  update customer
  set points_balance = points_balance + earned, cashback_balance = cashback_balance + worth,
    event_sequence = event_sequence + 1, order_count = order_count + 1, has_purchased = true,
    next_due_at = least(next_due_at, at + interval '366 days')
  where tenant_id = the_tenant and id = account.id;
  return account.points_balance + earned;
end
$$;

-- E2: the same for many orders at once, in one set-based statement. The database's real limit.
create function bench_orders(batch integer, tenant_count integer, customer_count integer, the_details json)
returns integer
language plpgsql
as $$
declare
  at timestamptz := now();
  saved integer;
begin
  perform set_config('app.tenants', (select array_agg(n)::text from generate_series(1, tenant_count) as n), true);
  with sent as materialized (
    select distinct on (tenant_id, customer) tenant_id, customer, 'e2-' || nextval('bench_id') as order_id,
      (random() * 20000)::int / 100.0 as total
    from (
      select 1 + floor(random() * tenant_count)::bigint as tenant_id,
        'c' || (1 + floor(random() * customer_count)::int) as customer
      from generate_series(1, batch)
    ) as drawn
    order by tenant_id, customer
  ),
  account as materialized (
    select customer.tenant_id, customer.id, points_balance, cashback_balance, event_sequence, sent.order_id,
      sent.total, floor(sent.total) as points, floor(sent.total) * 0.05 as cashback
    from sent
    join customer on customer.tenant_id = sent.tenant_id and customer.original_id = sent.customer
    order by customer.tenant_id, customer.original_id
    for no key update of customer
  ),
  earning as materialized (
    select account.*, nextval('bench_id') as new_id,
      (select version from program_version where program_version.tenant_id = account.tenant_id
        order by version desc limit 1) as version,
      exists (select from customer_order as known where known.tenant_id = account.tenant_id
        and known.original_id = account.order_id) as is_known
    from account
  ),
  ordered as (
    insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at,
      completed_at, updated_at, program_version, is_first_purchase, details)
    select tenant_id, new_id, order_id, id, 2, 1, total, at, at, at, version, false, the_details
    from earning where not is_known
  ),
  recorded as (
    insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, order_id,
      available_at, expires_at, is_waiting, is_live, remaining_points, remaining_cashback, explanation)
    select tenant_id, id, new_id + 1, 0, points, cashback, at, new_id, at, at + interval '366 days', false, true,
      points, cashback,
      json_build_object('v', version, 'lines', json_build_array(json_build_object(
        'rule', 1, 'kind', 'purchase', 'amount', total::text, 'points', points::text)))
    from earning where not is_known
  ),
  logged as (
    insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback,
      points_balance, cashback_balance, occurred_at)
    select tenant_id, id, event_sequence + 1, 0, new_id + 1, points, cashback, points_balance + points,
      cashback_balance + cashback, at
    from earning where not is_known
  )
  update customer
  set points_balance = customer.points_balance + earning.points,
    cashback_balance = customer.cashback_balance + earning.cashback,
    event_sequence = customer.event_sequence + 1, order_count = order_count + 1, has_purchased = true,
    next_due_at = least(next_due_at, at + interval '366 days')
  from earning
  where customer.tenant_id = earning.tenant_id and customer.id = earning.id and not earning.is_known;
  get diagnostics saved = row_count;
  return saved;
end
$$;

-- How many orders E2 saved is counted by what it returned, not by what it was asked for.
create table bench_saved (run text, orders bigint);
