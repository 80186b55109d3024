-- The place of an event in the log is the number of the newest transaction that had begun when it was written, not
-- of its own. By its own, the events of one customer could lie in the wrong order: a transaction that began early
-- may wait for the account that a later one holds, and writes after it. What is newest never goes back while an
-- account is held, so the events of a customer lie in their order; and nobody who commits later can come to lie
-- below the oldest transaction that is still open, so a reader who stays below it skips nothing.
alter table point_event
alter column transaction set default greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id());

-- Where the log ends, for whoever reads from now on.
grant select on sequence point_event_id_seq to punchcard_app;

-- Where a merchant wants its events. topics: as in point_event. Secrets and headers are sealed (AES-256-GCM): the key
-- is in the environment, not here. state: 0 active, 1 paused by a person, 2 disabled by us. `version` counts what a
-- worker has to hear of.
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

-- How far each endpoint has come, and which worker is at it. Everything in the log up to (transaction, event_id) is
-- delivered or in webhook_retry. Apart from the endpoint because it changes with every batch; no index on what
-- changes, so the updates stay in place.
create table webhook_cursor (
  tenant_id bigint not null,
  endpoint_id bigint not null,
  transaction xid8 not null,
  event_id bigint not null,
  worker bigint,
  leased_until timestamptz,
  -- Since when nothing has been received; null: the last attempt went well.
  failing_since timestamptz,
  primary key (tenant_id, endpoint_id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoint (tenant_id, id) on delete cascade
) with (fillfactor = 50);

call own_by_tenant('webhook_cursor');
grant select, insert, update on webhook_cursor to punchcard_app;

-- Events that failed, and those that wait behind one of the same customer. Attempts of the first of a customer are
-- counted; the others have none. Parked: given up, until a person sends it again. `replays` counts how often one did:
-- a worker that still has it from before must not take the new order for the old one.
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

-- What was sent and what came back: every failure and some of the successes, for 30 days. status: of HTTP, null where
-- there was no answer. `answer`: the first 1 KiB of it, or why there was none.
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
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoint (tenant_id, id) on delete cascade
);

create index webhook_attempt_of_endpoint on webhook_attempt (tenant_id, endpoint_id, id);
create index webhook_attempt_at on webhook_attempt (tenant_id, attempted_at);

call own_by_tenant('webhook_attempt');
grant select, insert, delete on webhook_attempt to punchcard_app;

-- The partitions of the log, each about a week of events, so that old ones can be dropped whole. They are made ahead of
-- time and dropped by the worker. It belongs to the platform: a partition holds the events of everybody.
create table event_partition (
  name text primary key,
  from_id bigint not null,
  to_id bigint not null check (to_id > from_id),
  began_at timestamptz,
  filled_at timestamptz,
  dropped_at timestamptz
);

grant select on event_partition to punchcard_app;

-- The first partition was made for a hundred million events. Where it holds few, it gets an end that will be reached;
-- where it holds many, looking through all of them would take too long here, and it stays as it is.
do $$
declare
  last_id bigint := (select case when is_called then last_value else 0 end from point_event_id_seq);
  end_id bigint := 100000000;
begin
  if last_id < 1000000 then
    end_id := (last_id / 100000 + 2) * 100000;
    alter table point_event detach partition point_event_0;
    execute format('alter table point_event attach partition point_event_0 for values from (0) to (%s)', end_id);
  end if;
  insert into event_partition (name, from_id, to_id, began_at) values ('point_event_0', 0, end_id, now());
end
$$;
