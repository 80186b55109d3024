-- What the worker found when it last verified a part of a merchant's accounts: a seventh each night.
create table verification (
  tenant_id bigint not null,
  shard smallint not null check (shard between 1 and 7),
  -- Of which night, by UTC, the run is that was begun last.
  night date not null,
  -- Up to which account it is; null: nothing was looked at yet.
  account bigint,
  accounts bigint not null default 0,
  differences integer not null default 0,
  begun_at timestamptz not null,
  finished_at timestamptz,
  -- Of the run that was finished last: one that is under way says nothing against it.
  last_differences integer not null default 0,
  last_finished_at timestamptz,
  primary key (tenant_id, shard)
);

call own_by_tenant('verification');
grant select, insert, update on verification to punchcard_app;
