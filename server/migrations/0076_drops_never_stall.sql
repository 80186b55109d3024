-- Dropping a partition of the log needs an exclusive lock on the whole log for a moment. While a dump reads it, that
-- lock is waited for, and every order waits behind it. So it is waited for no longer than an order notices; the worker
-- tries again. What is noted is noted before the lock, which is then held for the drop alone.
create or replace function drop_event_partition(partition_name text, at timestamptz, tenants bigint[]) returns void
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '20ms'
as $$
declare
  begins_at timestamptz;
begin
  select known.to_at into begins_at from public.event_partition as known
  where known.name = partition_name and known.to_at < at and known.dropped_at is null
    and known.name ~ '^point_event_([0-9]+|by_id)$'
  for update;
  if not found then
    raise exception '% is no partition of the log that has ended', partition_name using errcode = '22023';
  end if;
  perform set_config('app.tenants', tenants::text, true);
  execute format(
    'insert into public.event_log (tenant_id, begins_at)
    select listed.id, $2 from unnest($1) as listed (id)
    where exists (select from public.%I as event where event.tenant_id = listed.id)
    on conflict (tenant_id) do update set begins_at = greatest(event_log.begins_at, excluded.begins_at)',
    partition_name
  ) using tenants, begins_at;
  update public.event_partition as known set dropped_at = at where known.name = partition_name;
  execute format('alter table public.point_event detach partition public.%I', partition_name);
  execute format('drop table public.%I', partition_name);
end
$$;
