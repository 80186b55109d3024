-- Work for one merchant that takes longer than a request: it goes on in turns until it is done, failed or cancelled.
create sequence job_id;
grant usage on sequence job_id to punchcard_app;

create table job (
  tenant_id bigint not null,
  id bigint not null default nextval('job_id'),
  kind text not null check (length(kind) between 1 and 60),
  -- 0 queued, 1 running, 2 paused, 3 done, 4 failed, 5 cancelled
  state smallint not null check (state between 0 and 5),
  -- Read between two pages: 0 none, 1 pause, 2 cancel.
  wish smallint not null default 0 check (wish between 0 and 2),
  input jsonb not null,
  -- What the job needs to go on after its last finished page.
  checkpoint jsonb,
  done bigint not null default 0 check (done >= 0),
  total bigint check (total >= 0),
  result jsonb,
  problem jsonb,
  by_actor text not null check (length(by_actor) <= 100),
  by_label text not null check (length(by_label) <= 250),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  -- In a row, without a page between them.
  failures smallint not null default 0 check (failures >= 0),
  -- When it last had a turn; at first, when it was created.
  turn_at timestamptz not null,
  -- Grows with each turn: a worker that saves late changes nothing.
  lease_number integer not null default 0,
  primary key (tenant_id, id)
);

create index job_waiting on job (tenant_id, turn_at) where state < 2;
create index job_expiring on job (tenant_id, expires_at) where expires_at is not null;
call own_by_tenant('job');
-- What was asked for, and by whom, never changes.
grant select, insert, delete,
  update (state, wish, checkpoint, done, total, result, problem, started_at, finished_at, expires_at, failures, turn_at,
    lease_number)
  on job to punchcard_app;

-- Named octets: an upload, or the result of a job.
create sequence file_id;
grant usage on sequence file_id to punchcard_app;

create table file (
  tenant_id bigint not null,
  id bigint not null default nextval('file_id'),
  job_id bigint,
  name text not null check (length(name) <= 250),
  purpose text not null check (length(purpose) <= 60),
  bytes bigint not null check (bytes >= 0),
  lines bigint check (lines >= 0),
  sha256 bytea check (length(sha256) = 32),
  -- The file's own key, sealed with PUNCHCARD_SECRETS_KEY.
  sealed_key bytea not null,
  holds_persons boolean not null,
  -- 0 writing, 1 complete, 2 deleted
  state smallint not null check (state between 0 and 2),
  by_actor text not null check (length(by_actor) <= 100),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  deleted_because text check (length(deleted_because) <= 60),
  primary key (tenant_id, id)
);

create index file_of_job on file (tenant_id, job_id, id) where job_id is not null;
create index file_expiring on file (tenant_id, expires_at) where state < 2;
call own_by_tenant('file');
grant select, insert, delete,
  update (bytes, lines, sha256, sealed_key, state, expires_at, deleted_because)
  on file to punchcard_app;

create table file_part (
  tenant_id bigint not null,
  file_id bigint not null,
  number integer not null check (number >= 1),
  octets bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  primary key (tenant_id, file_id, number)
);

-- They are packed and sealed already: packing them again would only cost time.
alter table file_part alter column octets set storage external;
call own_by_tenant('file_part');
grant select, insert, delete, update (octets, sha256) on file_part to punchcard_app;

-- Puts a merchant into the line for a turn, in the transaction that makes it necessary. Each merchant has one place in
-- the line, however many jobs it has, so its jobs delay one another and nothing else. A place that comes earlier is
-- kept, and no worker can take it before this transaction has ended: it would miss what is written here.
create function queue_turn(tenant bigint, at timestamptz) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  place text := 'tenant-' || tenant;
begin
  perform from graphile_worker._private_jobs
    where key = place and is_available and run_at <= at
    for update;
  if found then
    return;
  end if;
  perform graphile_worker.add_job(
    'turn', json_build_object('tenant', tenant), queue_name => place, run_at => at, job_key => place);
end
$$;

revoke execute on function queue_turn from public;
grant execute on function queue_turn to punchcard_app;
