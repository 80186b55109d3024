-- Counts that triggers keep are rows, and move with their tenant as rows. Whoever copies them, and what they count,
-- sets `app.moving` for its transaction (`set local app.moving = 'on'`), or everything would be counted twice. In the
-- functions and not in the conditions of the triggers: replacing a function waits for nobody who writes. No superuser
-- is needed, as it would be for `session_replication_role`.
create or replace function count_new_customers() returns trigger
language plpgsql
as $$
begin
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  insert into customer_count as counted (tenant_id, tier_id, slot, customers)
  select tenant_id, 0, pg_backend_pid() % 32, count(*) from made group by tenant_id order by tenant_id
  on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers;
  return null;
end
$$;

create or replace function count_tier_of_customer() returns trigger
language plpgsql
as $$
begin
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  insert into customer_count as counted (tenant_id, tier_id, slot, customers)
  select new.tenant_id, tier_id, pg_backend_pid() % 32, change
  from (values (old.tier_id, -1), (new.tier_id, 1)) as moved (tier_id, change)
  where tier_id is not null
  order by tier_id
  on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers;
  return null;
end
$$;

create or replace function count_tier_change() returns trigger
language plpgsql
as $$
begin
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  insert into tier_version (tenant_id, version)
  values (coalesce(new.tenant_id, old.tenant_id), nextval('tier_version_number'))
  on conflict (tenant_id) do update set version = excluded.version;
  return null;
end
$$;
