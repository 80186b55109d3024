-- How an endpoint does, hour by hour, for 30 days: attempts keep only some of the successes. `sent` are all attempts,
-- `failed` those that were not received. `buckets` count how long the received ones took, by powers of the square root
-- of 2: 28 numbers, from 1 ms on. Added to by the statement that moves the cursor; no index on what changes, so the
-- updates stay in place.
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

-- The place of the event in the log, so that it is found without reading all of the tenant's log; null: kept before.
alter table webhook_attempt add column transaction xid8;

-- Calls of the private API that were refused or failed, for 7 days. One row is what was alike within a minute of one
-- process: `count` of them, the last one at `at` with `request_id`. Bodies are not kept, and what was sent is not in
-- `message`.
create table failed_request (
  tenant_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  operation text not null check (length(operation) <= 100),
  status smallint not null,
  -- Of the catalogue of errors; null: it has none.
  code smallint,
  message text not null check (length(message) <= 300),
  request_id text not null check (length(request_id) <= 100),
  api_token text not null check (length(api_token) <= 100),
  count integer not null check (count > 0),
  primary key (tenant_id, id)
);

call own_by_tenant('failed_request');
grant select, insert, update, delete on failed_request to punchcard_app;
