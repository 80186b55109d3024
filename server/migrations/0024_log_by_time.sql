-- The log is partitioned by the time of writing. By id, as it was, its partitions would mean nothing for a tenant that
-- came from another cell, whose numbers are others; and how old a partition is had to be written down beside it.
--
-- There is no key on the whole: it would have to hold written_at, and an index would have to be built for what is
-- there. Each partition has its own.
lock table point_event in access exclusive mode;

alter table point_event rename to point_event_by_id;
alter sequence point_event_id_seq rename to point_event_by_id_seq;
alter table point_event_rest rename to point_event_by_id_rest;
alter index point_event_pkey rename to point_event_by_id_pkey;
alter index point_event_rest_pkey rename to point_event_by_id_rest_pkey;

-- As in 0004 and 0010, with the time of writing; columns of one width stand together, so nothing is lost between them.
create table point_event (
  tenant_id bigint not null,
  transaction xid8 not null default greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id()),
  id bigint generated always as identity,
  customer_id bigint not null,
  record_id bigint not null,
  occurred_at timestamptz not null,
  written_at timestamptz not null default now(),
  sequence integer not null,
  topic smallint not null,
  points numeric(18, 4) not null,
  cashback numeric(18, 4) not null,
  points_balance numeric(18, 4) not null,
  cashback_balance numeric(18, 4) not null,
  constraint point_event_topic_check check (topic between 0 and 2)
) partition by range (written_at);

select setval('point_event_id_seq', last_value, is_called) from point_event_by_id_seq;
call own_by_tenant('point_event');
grant select, insert on point_event to punchcard_app;
grant select on sequence point_event_id_seq to punchcard_app;

-- For what is written when no other partition was made in time.
create table point_event_rest partition of point_event default;
alter table point_event_rest add primary key (tenant_id, transaction, id);
call own_by_tenant('point_event_rest');

-- Whose log has been cut off already: `punchcard migrate` names those who live here.
insert into event_log (tenant_id, begins_at)
select tenant_id, dropped.at
from (select max(dropped_at) as at from event_partition) as dropped,
  unnest(nullif(current_setting('app.tenants', true), '')::bigint[]) as tenant_id
where dropped.at is not null;

-- Partitions are of the platform: each holds the events of everybody. Dropped some time after `to_at`.
drop table event_partition;
create table event_partition (
  name text primary key,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  dropped_at timestamptz
);
grant select on event_partition to punchcard_app;

do $$
begin
  if (select is_called from point_event_by_id_seq) then
    alter table point_event_by_id alter column id drop identity;
    alter table point_event attach partition point_event_by_id
    for values from (minvalue) to ('2000-01-01 00:00:00Z');
    insert into event_partition (name, from_at, to_at) values ('point_event_by_id', '-infinity', now());
  else
    drop table point_event_by_id;
  end if;
end
$$;

drop function create_event_partition (bigint, bigint);
drop function drop_event_partition (text, timestamptz);

create function create_event_partition(from_at timestamptz, to_at timestamptz) returns text
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '2s'
as $$
declare
  name text := format('point_event_%s', to_char(from_at at time zone 'UTC', 'YYYYMMDDHH24'));
begin
  if not from_at < to_at then
    raise exception 'a partition from % to % would hold nothing', from_at, to_at using errcode = '22023';
  end if;
  -- Made apart and then attached: that waits for nobody who writes events.
  execute format('create table public.%I (like public.point_event including all excluding identity)', name);
  execute format('alter table public.%I add primary key (tenant_id, transaction, id)', name);
  call public.own_by_tenant(format('public.%I', name)::regclass);
  execute format('alter table public.%I add check (written_at >= %L and written_at < %L)', name, from_at, to_at);
  execute format(
    'alter table public.point_event attach partition public.%I for values from (%L) to (%L)', name, from_at, to_at
  );
  insert into public.event_partition (name, from_at, to_at) values (name, from_at, to_at);
  return name;
end
$$;

-- Only somebody who knows all tenants of the cell can say whose log is cut off: row-level security holds the owner too.
create function drop_event_partition(partition_name text, at timestamptz, tenants bigint[]) returns void
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '2s'
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
  execute format('alter table public.point_event detach partition public.%I', partition_name);
  execute format(
    'insert into public.event_log (tenant_id, begins_at)
    select listed.id, $2 from unnest($1) as listed (id)
    where exists (select from public.%I as event where event.tenant_id = listed.id)
    on conflict (tenant_id) do update set begins_at = greatest(event_log.begins_at, excluded.begins_at)',
    partition_name
  ) using tenants, begins_at;
  execute format('drop table public.%I', partition_name);
  update public.event_partition as known set dropped_at = at where known.name = partition_name;
end
$$;

revoke execute on function create_event_partition from public;
revoke execute on function drop_event_partition from public;
grant execute on function create_event_partition to punchcard_app_worker;
grant execute on function drop_event_partition to punchcard_app_worker;

select create_event_partition(date_trunc('day', now(), 'UTC'), date_trunc('day', now(), 'UTC') + interval '14 days');
