-- The last day, by the merchant's calendar, whose daily run is done.
create table morning (
  tenant_id bigint primary key,
  day date not null
);

call own_by_tenant('morning');
grant select, insert, update on morning to punchcard_app;

-- What the worker found when it last verified a part of a merchant's accounts: a seventh each night.
create table verification (
  tenant_id bigint not null,
  shard smallint not null check (shard between 1 and 7),
  -- The night, by UTC, of the run that was begun last.
  night date not null,
  -- The account that it has reached; null: none yet.
  account bigint,
  accounts bigint not null default 0,
  differences integer not null default 0,
  begun_at timestamptz not null,
  finished_at timestamptz,
  -- Of the run that was finished last: a run under way does not replace its result.
  last_differences integer not null default 0,
  last_finished_at timestamptz,
  primary key (tenant_id, shard)
);

call own_by_tenant('verification');
grant select, insert, update on verification to punchcard_app;

-- Puts a job into the queue, in the transaction that makes it necessary. The working role has no rights on the tables
-- of the queue; `punchcard migrate` creates them after these files.
create function queue_job(task text, payload json, job_key text) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => queue_job.job_key);
end
$$;

revoke execute on function queue_job from public;
grant execute on function queue_job to punchcard_app;
