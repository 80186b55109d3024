-- Partitions of the log are made and dropped by the owner of the tables, on behalf of a worker who is not. The role
-- is there: `punchcard migrate` makes it before the migrations.
create function create_event_partition(from_id bigint, to_id bigint) returns text
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '2s'
as $$
declare
  name text := format('point_event_%s', from_id);
begin
  if from_id < 0 or to_id <= from_id then
    raise exception 'a partition from % to % would hold nothing', from_id, to_id using errcode = '22023';
  end if;
  -- Made apart and then attached: that waits for nobody who writes events.
  execute format('create table public.%I (like public.point_event including all excluding identity)', name);
  call public.own_by_tenant(format('public.%I', name)::regclass);
  execute format('alter table public.%I add check (id >= %s and id < %s)', name, from_id, to_id);
  execute format(
    'alter table public.point_event attach partition public.%I for values from (%s) to (%s)', name, from_id, to_id
  );
  insert into public.event_partition (name, from_id, to_id) values (name, from_id, to_id);
  return name;
end
$$;

create function drop_event_partition(partition_name text, dropped_at timestamptz) returns void
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '2s'
as $$
begin
  perform from public.event_partition as known
  where known.name = partition_name and known.filled_at is not null and known.dropped_at is null
    and known.name ~ '^point_event_[0-9]+$'
  for update;
  if not found then
    raise exception '% is no partition of the log that has been filled', partition_name using errcode = '22023';
  end if;
  execute format('alter table public.point_event detach partition public.%I', partition_name);
  execute format('drop table public.%I', partition_name);
  update public.event_partition as known set dropped_at = drop_event_partition.dropped_at
  where known.name = partition_name;
end
$$;

revoke execute on function create_event_partition from public;
revoke execute on function drop_event_partition from public;
grant execute on function create_event_partition to punchcard_app_worker;
grant execute on function drop_event_partition to punchcard_app_worker;
grant update (began_at, filled_at) on event_partition to punchcard_app_worker;
