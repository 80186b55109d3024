-- How often a merchant's settings were changed: who changes them names the version that was read; without a row it is
-- 1. Apart from `tenant`: processes of the version before read all columns of that, and would stumble over a new one.
create table settings_version (
  tenant_id bigint primary key,
  version integer not null
);

call own_by_tenant('settings_version');
grant select, insert, update on settings_version to punchcard_app;

-- scopes: null for keys of before, which may do everything. created_by: the name of who has made it; null: not kept.
alter table api_key
  add column expires_at timestamptz,
  add column created_by text check (length(created_by) <= 250),
  add column scopes text[] check (scopes <@ array['read', 'write', 'points'] and cardinality(scopes) > 0);

-- The hour in which a key was last used. Apart from the key: a change of a key has every process read all keys again.
create table key_use (
  tenant_id bigint not null,
  key_id bigint not null,
  hour timestamptz not null,
  primary key (tenant_id, key_id),
  foreign key (tenant_id, key_id) references api_key (tenant_id, id)
);

call own_by_tenant('key_use');
grant select, insert, update on key_use to punchcard_app;
