-- A position in the event log: the number of a transaction, below the epoch of the tenant's home, which counts the
-- servers on which the tenant has lived. Transaction numbers belong to one server; with the epoch above them, events
-- that are written after a move or a restore lie behind all earlier ones. In the first home the position is the number
-- as it is.
create function log_position(epoch smallint, transaction xid8) returns xid8
language sql immutable strict parallel safe
return (((epoch - 1)::bigint << 48) | transaction::text::bigint)::text::xid8;

-- Every change of a balance, in the order of commits: readers follow (transaction, id). No personal data and no
-- payload. topic: 0 Point_Add, 1 Point_Update, 2 Point_Removed. Columns of one width stand together, so that no space
-- is lost between them.
--
-- `transaction` is the newest transaction that had begun when the event was written, not the event's own. By its own,
-- the events of one customer could lie in the wrong order: a transaction that began early may wait for the account that
-- a later one holds, and write after it. The newest never goes back while an account is held, so the events of a
-- customer lie in their order. And an event that is committed later never lies below the oldest transaction that is
-- still open, so a reader who stays below that skips nothing.
--
-- The log is partitioned by the time of writing, and old partitions are dropped whole. It has no key on the whole,
-- which would have to include written_at; each partition has its own.
create table point_event (
  tenant_id bigint not null,
  transaction xid8 not null default greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id()),
  id bigint generated always as identity,
  customer_id bigint not null,
  record_id bigint not null,
  occurred_at timestamptz not null,
  written_at timestamptz not null default now(),
  sequence integer not null,
  topic smallint not null check (topic between 0 and 2),
  points numeric(18, 4) not null,
  cashback numeric(18, 4) not null,
  points_balance numeric(18, 4) not null,
  cashback_balance numeric(18, 4) not null
) partition by range (written_at);

call own_by_tenant('point_event');
grant select, insert on point_event to punchcard_app;
-- Where the log ends, for readers who begin there.
grant select on sequence point_event_id_seq to punchcard_app;

-- For events that are written when no other partition was created in time.
create table point_event_rest partition of point_event (primary key (tenant_id, transaction, id)) default;
call own_by_tenant('point_event_rest');

-- The tenants whose log is no longer whole: events from before this moment may have been dropped.
create table event_log (
  tenant_id bigint primary key,
  begins_at timestamptz not null
);

call own_by_tenant('event_log');
grant select, insert, update on event_log to punchcard_app;

-- The partitions of the log. They belong to the platform: each holds the events of all tenants. The worker creates them
-- ahead of time, and drops them some time after `to_at`.
create table event_partition (
  name text primary key,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  dropped_at timestamptz
);

grant select on event_partition to punchcard_app;

-- Partitions are created and dropped by the owner of the tables, on behalf of a worker who is not. Attaching one needs
-- an exclusive lock on `point_event_rest`. While a dump holds that, readers of the log such as webhooks would wait
-- behind, so the function waits for the lock no longer than 20 ms; the worker tries again.
create function create_event_partition(from_at timestamptz, to_at timestamptz) returns text
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '20ms'
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

-- Dropping a partition needs an exclusive lock on the whole log for a moment. While a dump reads the log, every order
-- would wait behind that lock, so it is waited for no longer than an order notices; the worker tries again. All rows
-- are written before the lock is taken, which is then held for the drop alone. The caller names all tenants of the
-- cell, for `event_log`: row-level security holds for the owner too.
create function drop_event_partition(partition_name text, at timestamptz, tenants bigint[]) returns void
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
    and known.name ~ '^point_event_[0-9]+$'
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

revoke execute on function create_event_partition from public;
revoke execute on function drop_event_partition from public;
grant execute on function create_event_partition to punchcard_app_worker;
grant execute on function drop_event_partition to punchcard_app_worker;

select create_event_partition(date_trunc('day', now(), 'UTC'), date_trunc('day', now(), 'UTC') + interval '14 days');

-- Where a merchant receives its events. topics: as in point_event. Secrets and headers are sealed (AES-256-GCM): the
-- key is in the environment, not here. state: 0 active, 1 paused by a person, 2 disabled by us. `version` counts the
-- changes that a worker has to know of.
create table webhook_endpoint (
  tenant_id bigint not null,
  id bigint generated always as identity,
  url text not null check (length(url) between 1 and 2048),
  topics smallint[] not null check (cardinality(topics) between 1 and 3),
  description text not null default '' check (length(description) <= 250),
  sealed_headers bytea,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  state smallint not null default 0 check (state between 0 and 2),
  state_reason text check (length(state_reason) <= 250),
  state_since timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

call own_by_tenant('webhook_endpoint');
grant select, insert, update, delete on webhook_endpoint to punchcard_app;

-- How far each endpoint has come, and which worker serves it. Everything in the log up to (transaction, event_id) is
-- delivered or in webhook_retry. Apart from the endpoint because it changes with every batch; no index on what changes,
-- so the updates stay in place.
create table webhook_cursor (
  tenant_id bigint not null,
  endpoint_id bigint not null,
  transaction xid8 not null,
  event_id bigint not null,
  worker bigint,
  leased_until timestamptz,
  -- Since when nothing has been received; null: the last attempt went well.
  failing_since timestamptz,
  -- When a success was last left out of webhook_attempt; null: every attempt is kept.
  left_out_at timestamptz,
  primary key (tenant_id, endpoint_id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoint (tenant_id, id) on delete cascade
) with (fillfactor = 50);

call own_by_tenant('webhook_cursor');
grant select, insert, update on webhook_cursor to punchcard_app;

-- Events that failed, and those that wait behind one of the same customer. Attempts are counted for the first event of
-- a customer; the others have none. Parked: held until a person resends it. `replays` counts how often that was done: a
-- worker that still has the event from before must not take the new order for the old one.
create table webhook_retry (
  tenant_id bigint not null,
  endpoint_id bigint not null,
  customer_id bigint not null,
  event_id bigint not null,
  transaction xid8 not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  parked_at timestamptz,
  replays smallint not null default 0,
  primary key (tenant_id, endpoint_id, customer_id, event_id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoint (tenant_id, id) on delete cascade
) with (fillfactor = 80);

create index webhook_retry_parked on webhook_retry (tenant_id, endpoint_id, parked_at) where parked_at is not null;

call own_by_tenant('webhook_retry');
grant select, insert, update, delete on webhook_retry to punchcard_app;

-- What was sent and what came back: failures for 30 days, successes for 7. status: of HTTP, null where there was no
-- answer. `answer`: the first 1 KiB of it, or why there was none.
create table webhook_attempt (
  tenant_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  event_id bigint not null,
  attempt smallint not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  is_success boolean not null,
  status smallint,
  answer text not null,
  -- By which the receiver knows the event.
  customer_id bigint,
  sequence integer,
  -- The position of the event in the log, so that it is found without reading all of the tenant's log.
  transaction xid8,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoint (tenant_id, id) on delete cascade
);

create index webhook_attempt_of_endpoint on webhook_attempt (tenant_id, endpoint_id, id);
create index webhook_attempt_at on webhook_attempt (tenant_id, attempted_at);

-- The answers about a customer are emptied when the customer is erased.
create index webhook_attempt_of_customer on webhook_attempt (tenant_id, customer_id) where customer_id is not null;

-- All attempts of one event, and the last one of an event that is held.
create index webhook_attempt_of_event on webhook_attempt (tenant_id, endpoint_id, event_id, id);

call own_by_tenant('webhook_attempt');
grant select, insert, delete on webhook_attempt to punchcard_app;
grant update (answer) on webhook_attempt to punchcard_app;

-- How an endpoint does, hour by hour, for 30 days. `sent` are all attempts, `failed` those that were not received.
-- `buckets` count how long the received ones took, by powers of the square root of 2: 28 numbers, from 1 ms on. Added
-- to by the statement that moves the cursor; no index on what changes, so the updates stay in place.
create table webhook_hour (
  tenant_id bigint not null,
  endpoint_id bigint not null,
  hour timestamptz not null,
  sent integer not null check (sent >= 0),
  failed integer not null check (failed between 0 and sent),
  buckets integer[] not null check (cardinality(buckets) = 28),
  primary key (tenant_id, endpoint_id, hour),
  foreign key (tenant_id, endpoint_id) references webhook_endpoint (tenant_id, id) on delete cascade
) with (fillfactor = 50);

call own_by_tenant('webhook_hour');
grant select, insert, update, delete on webhook_hour to punchcard_app;

-- Calls of the private API that were refused or failed, for 7 days. One row is the calls of one process that were alike
-- within a minute: `count` of them, the last one at `at` with `request_id`. Bodies are not kept, and `message` repeats
-- nothing that was sent.
create table failed_request (
  tenant_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  operation text not null check (length(operation) <= 100),
  status smallint not null,
  -- From the list of errors; null: it has none.
  code smallint,
  message text not null check (length(message) <= 300),
  request_id text not null check (length(request_id) <= 100),
  api_token text not null check (length(api_token) <= 100),
  count integer not null check (count > 0),
  -- The ids of the first hundred calls: a shop asks why order 77 was refused, or names the id of a request.
  order_ids text[] not null default '{}',
  request_ids text[] not null default '{}',
  primary key (tenant_id, id),
  constraint failed_request_ids check (cardinality(order_ids) <= 100 and cardinality(request_ids) <= 100)
);

call own_by_tenant('failed_request');
grant select, insert, update, delete on failed_request to punchcard_app;
