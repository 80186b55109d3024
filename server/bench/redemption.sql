-- The baseline of redemptions: the same rows, into the same tables with the same indexes and row-level security, by the
-- same role and with the same durable commit as Punchcard's.

-- E1: one redemption of a reward whose code is made up, one call.
create function bench_redemption(the_tenant bigint, the_reward bigint, the_customer text, the_key text)
returns numeric
language plpgsql
as $$
declare
  account customer%rowtype;
  reward reward_configuration%rowtype;
  known redemption%rowtype;
  lot record;
  cashback_is_on boolean;
  first_id bigint := nextval('bench_id');
  at timestamptz := now();
  wanted numeric;
  taken numeric;
  taken_cashback numeric;
  worth numeric := 0;
  the_code text := upper(substr(md5(the_key), 1, 10));
begin
  perform set_config('app.tenants', '{' || the_tenant || '}', true);
  select * into account from customer
  where tenant_id = the_tenant and original_id = the_customer for no key update;
  select * into known from redemption where tenant_id = the_tenant and original_key = the_key;
  if found then return account.points_balance; end if;
  select * into reward from reward_configuration where tenant_id = the_tenant and id = the_reward;
  perform from pre_generated_coupon_list where tenant_id = the_tenant and reward_configuration_id = the_reward;
  if found then raise exception 'this reward has a list of codes'; end if;
  perform from reward_configuration_tier where tenant_id = the_tenant and reward_configuration_id = the_reward;
  if found then raise exception 'this reward is kept for tiers'; end if;
  select (program -> 'cashback' ->> 'isOn')::boolean into cashback_is_on from program_version
  where tenant_id = the_tenant order by version desc limit 1;
  if not reward.is_active or account.points_balance < reward.points then
    raise exception 'customer % cannot redeem reward %', the_customer, the_reward;
  end if;

  wanted := reward.points;
  for lot in
    select id, remaining_points, remaining_cashback from point_record
    where tenant_id = the_tenant and customer_id = account.id and is_live and not is_waiting
    order by expires_at, id
  loop
    exit when wanted = 0;
    taken := least(lot.remaining_points, wanted);
    taken_cashback := round(lot.remaining_cashback * taken / lot.remaining_points, 4);
    update point_record
    set remaining_points = remaining_points - taken, remaining_cashback = remaining_cashback - taken_cashback,
      is_live = remaining_points > taken or remaining_cashback > taken_cashback
    where tenant_id = the_tenant and customer_id = account.id and id = lot.id;
    insert into point_origin (tenant_id, customer_id, record_id, id, lot_id, used_points, used_cashback)
    values (the_tenant, account.id, first_id, nextval('bench_id'), lot.id, taken, taken_cashback);
    wanted := wanted - taken;
    worth := worth + taken_cashback;
  end loop;

  insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, is_waiting, is_live)
  values (the_tenant, account.id, first_id, 6, -reward.points, -worth, at, false, false);
  insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
    cashback_balance, occurred_at)
  values (the_tenant, account.id, account.event_sequence + 1, 2, first_id, -reward.points, -worth,
    account.points_balance - reward.points, account.cashback_balance - worth, at);
  update customer
  set points_balance = points_balance - reward.points, cashback_balance = cashback_balance - worth,
    event_sequence = event_sequence + 1
  where tenant_id = the_tenant and id = account.id;
  insert into coupon (tenant_id, code_key, id, code, customer_id, type, value, created_at, valid_from, is_used,
    redemption_key)
  values (the_tenant, the_code, first_id + 1, the_code, account.id, 0, reward.value, at, at, false, the_key);
  insert into redemption (tenant_id, original_key, id, external_code, reward_configuration_id, customer_id, record_id,
    points, cashback, coupon_key, metadata, redeemed_at)
  values (the_tenant, the_key, first_id + 2, upper(substr(md5(the_key), 11, 16)), the_reward, account.id, first_id,
    reward.points, worth, the_code, '[]', at);
  insert into reward_usage as usage (tenant_id, reward_configuration_id, redeemed_count)
  values (the_tenant, the_reward, 1)
  on conflict (tenant_id, reward_configuration_id) do update set redeemed_count = usage.redeemed_count + 1;
  return account.points_balance - reward.points;
end
$$;

-- Customers `r1`, `r2`, … of every merchant, with points for 10,000 redemptions each, and one reward a merchant.
create function bench_buyers(customer_count integer) returns void
language plpgsql
as $$
begin
  insert into reward_configuration (tenant_id, key, reward_type, points, value, title)
  select id, 'ten-off', 1, 100, 10, 'R$ 10 off' from tenant order by id;

  create temp table buyer as
  select tenant.id as tenant_id, nextval('bench_id') as id, nextval('bench_id') as lot_id, 'r' || n as original_id
  from tenant, generate_series(1, customer_count) as n;

  insert into customer (tenant_id, id, original_id, public_id, name, email, is_enrolled, enrolled_at, has_purchased,
    points_balance, cashback_balance, event_sequence, next_due_at, created_at)
  select tenant_id, id, original_id, gen_random_uuid(), 'Customer ' || original_id,
    original_id || '@customers.example', true, now(), true, 1000000, 50000, 1, now() + interval '2 years', now()
  from buyer;
  insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at, expires_at,
    is_live, remaining_points, remaining_cashback)
  select tenant_id, id, lot_id, 10, 1000000, 50000, now(), now(), now() + interval '2 years', true, 1000000, 50000
  from buyer;
  insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
    cashback_balance, occurred_at)
  select tenant_id, id, 1, 0, lot_id, 1000000, 50000, 1000000, 50000, now() from buyer;
  drop table buyer;
end
$$;
