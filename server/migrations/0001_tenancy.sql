-- Punchcard works under the role `punchcard_app`, whichever user logs in. It owns nothing and bypasses nothing, so
-- row-level security always holds for it. Workers have `punchcard_app_worker` too, for the queue and the partitions of
-- the event log. `punchcard migrate` creates both before it runs these files.
grant usage on schema public to punchcard_app;

-- Makes a table a tenant's own: only rows of the tenants that the transaction names can be seen or written. The tenants
-- are a set that is looked up. As a list (`tenant_id = any (…)`) PostgreSQL used them as a condition of the index
-- beside the tenant of each wanted row: in a batch for 25 tenants each lookup went down the index 25 times.
create procedure own_by_tenant(table_name regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('drop policy if exists tenant on %s', table_name);
  execute format(
    'create policy tenant on %s using (tenant_id in (select unnest(nullif(current_setting(''app.tenants'', true), '''')::bigint[])))',
    table_name
  );
end
$$;

-- The directory: which tenants there are, and in which cell each one lives. It belongs to the platform.
create table tenant (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 250),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null check (length(time_zone) between 1 and 64),
  locale text not null check (locale in ('pt-BR', 'en', 'es')),
  is_sandbox boolean not null default false,
  cell text not null default 'main' check (cell ~ '^[a-z][a-z0-9-]{0,39}$'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz not null default now(),
  -- The clock of a sandbox may be ahead of time, so that a merchant can try a year in a minute. It goes on from there
  -- like any other clock.
  clock_ahead_ms bigint not null default 0 check (clock_ahead_ms >= 0),
  -- Suspended: every request is refused, and nothing is lost. Closed: it can be read and exported until `delete_after`,
  -- and deleted after that. Deleting: its rows are being deleted.
  state text not null default 'active' check (state in ('active', 'suspended', 'closed', 'deleting')),
  state_since timestamptz,
  state_reason text check (length(state_reason) <= 500),
  delete_after timestamptz,
  -- The newest export. A merchant is deleted only if it was exported after it was closed.
  exported_at timestamptz,
  export_sha256 text check (export_sha256 ~ '^[0-9a-f]{64}$'),
  check (is_sandbox or clock_ahead_ms = 0),
  constraint tenant_delete_after_check check ((delete_after is not null) = (state in ('closed', 'deleting')))
);

grant select, insert, update on tenant to punchcard_app;
-- A new tenant has its number before it has its row: first the home in its cell, then the entry in the directory.
grant usage on sequence tenant_id_seq to punchcard_app;

-- Counts every change of a tenant or a key. Processes cache the directory and poll this one row. It is a table because
-- the count has to change in the same commit as the directory; a sequence would change earlier.
create table directory_generation (
  id boolean primary key default true check (id),
  generation bigint not null
);

insert into directory_generation (generation) values (1);
grant select, update on directory_generation to punchcard_app;

create function count_directory_change() returns trigger
language plpgsql
as $$
begin
  update directory_generation set generation = generation + 1;
  return null;
end
$$;

create trigger tenant_changed after update on tenant
for each statement execute function count_directory_change();

create table api_key (
  tenant_id bigint not null references tenant (id),
  id bigint generated always as identity,
  token text not null,
  secret_hash bytea not null check (length(secret_hash) = 32),
  label text not null default '' check (length(label) <= 250),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  expires_at timestamptz,
  -- The name of the person who created it; null: not known.
  created_by text check (length(created_by) <= 250),
  -- Erasing a person needs a scope of its own: people who may not erase can create keys that write.
  scopes text[] not null check (scopes <@ array['read', 'write', 'points', 'erase'] and cardinality(scopes) > 0),
  primary key (tenant_id, id),
  unique (tenant_id, token)
);

call own_by_tenant('api_key');
grant select, insert, update on api_key to punchcard_app;

create trigger api_key_changed after update on api_key
for each statement execute function count_directory_change();

-- The hour in which a key was last used. It is not a column of the key, because every process reads all keys again when
-- one changes.
create table key_use (
  tenant_id bigint not null,
  key_id bigint not null,
  hour timestamptz not null,
  primary key (tenant_id, key_id),
  foreign key (tenant_id, key_id) references api_key (tenant_id, id)
);

call own_by_tenant('key_use');
grant select, insert, update on key_use to punchcard_app;

-- How often a merchant's settings were changed; without a row it is 1. A change names the version that was read.
create table settings_version (
  tenant_id bigint primary key,
  version integer not null
);

call own_by_tenant('settings_version');
grant select, insert, update on settings_version to punchcard_app;

-- Which tenants live in this cell. The directory says where to look for a tenant; this row says, beside the data,
-- whether the data is here and may be written. So a cell can refuse a tenant that has left it without asking the
-- directory, and a move between cells has one place on each side to begin and to end.
create table tenant_home (
  tenant_id bigint primary key,
  state text not null check (state in ('arriving', 'active', 'leaving', 'gone')),
  -- Which home of the tenant this is, counted from its first. Positions in the event log begin with it: 16 bits above
  -- the 48 of a transaction, so smallint.
  epoch smallint not null check (epoch > 0)
);

call own_by_tenant('tenant_home');
grant select, insert, update on tenant_home to punchcard_app;

-- The working role may delete few rows, and none of the audit. When a merchant is deleted all of its rows go, so the
-- owner of the tables deletes them on behalf of that role: page by page, and only of a merchant that is being deleted.
create function delete_rows_of_tenant(table_name text, leaving bigint, at_most integer) returns integer
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
as $$
declare
  whole regclass := to_regclass('public.' || quote_ident(table_name));
  part regclass;
  deleted integer;
  total integer := 0;
begin
  -- Row-level security says the same, but not where the owner is a superuser.
  if not coalesce(leaving = any (nullif(current_setting('app.tenants', true), '')::bigint[]), false) then
    raise exception 'the transaction is not bound to tenant %', leaving using errcode = '22023';
  end if;
  if not exists (select from public.tenant_home as home where home.tenant_id = leaving and home.state = 'leaving')
    and not exists (select from public.tenant as known where known.id = leaving and known.state = 'deleting') then
    raise exception 'tenant % is not being deleted', leaving using errcode = '22023';
  end if;
  if table_name = 'tenant_home' or not exists (
    select from pg_attribute where attrelid = whole and attname = 'tenant_id' and not attisdropped
  ) then
    raise exception '% has no rows of a tenant that can be deleted', table_name using errcode = '22023';
  end if;
  -- What is counted goes with its counts.
  perform set_config('app.moving', 'on', true);
  -- Rows of a partitioned table are known by their place in a partition.
  for part in
    select inhrelid::regclass from pg_inherits where inhparent = whole
    union all
    select whole where not exists (select from pg_inherits where inhparent = whole)
  loop
    execute format(
      'delete from %1$s where tenant_id = $1 and ctid = any (array(select ctid from %1$s where tenant_id = $1 limit $2))',
      part
    ) using leaving, at_most - total;
    get diagnostics deleted = row_count;
    total := total + deleted;
    exit when total >= at_most;
  end loop;
  return total;
end
$$;

-- Deletes the last row, that of the directory. The number is never used again: the sequence only goes up, and the
-- tenant's home stays in its cell as `gone`.
create function forget_tenant(leaving bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from public.tenant as known where known.id = leaving and known.state = 'deleting';
  if not found then
    raise exception 'tenant % is not being deleted', leaving using errcode = '22023';
  end if;
  update public.directory_generation set generation = generation + 1;
end
$$;

revoke execute on function delete_rows_of_tenant from public;
revoke execute on function forget_tenant from public;
grant execute on function delete_rows_of_tenant to punchcard_app;
grant execute on function forget_tenant to punchcard_app;
